import { sql } from 'kysely';
import { epoch } from '../../participations/fragments-store.ts';

/** The papers of order `o` as JSON, as they were issued. */
export const PAPERS = sql`coalesce((select json_agg(json_build_object('kind', y.kind, 'number', y.number, 'refundId', coalesce(y.refund_id, y.dispute_id), 'amount', y.amount,
    'issued_epoc', ${epoch('y.issued_at')}, 'isVoid', y.void_at is not null) order by y.issued_at, y.kind desc, y.number)
  from papers y where y.order_id = o.id), '[]'::json)`;
