import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import type { Seeing } from '@folkmoot/contract/participations/rules.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { type Viewer, viewerJoins } from '../participations/fragments-store.ts';
import { cardJson } from './fragments-store.ts';
import { SEEING } from './store.ts';

/** An event as a card, the address by which it was asked for, and what decides whether the viewer may have it. */
export type NamedCard = Seeing & { asked: string; card: EventCard };

/** The events at these addresses, earlier ones too. `canSee` decides which of them exist for the viewer. */
export async function findNamedCards(db: Db, who: Viewer, aliases: readonly string[]): Promise<NamedCard[]> {
  return allRows(
    db,
    sql<NamedCard>`select a.alias as asked, ${SEEING(who)}, ${cardJson(who)} as card
      from aliases a join events e on a.resource_type = 'event' and e.id = a.resource_id ${viewerJoins(who)}
      where a.alias = any(${aliases}::text[])`,
  );
}
