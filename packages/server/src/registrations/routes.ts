import { pipeline, Readable } from 'node:stream';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { GuestQuery } from '@folkmoot/contract/registrations/schema.ts';
import { create } from 'content-disposition';
// Quotes every cell (RFC 4180), so that a program which splits at other characters keeps them whole, and disarms
// cells that a spreadsheet would run (OWASP, CSV injection).
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../core/db/db.ts';
import { SAFE_CELLS } from '../core/export/csv.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { bearer, callerKey } from '../core/http/http.ts';
import type { AppContext } from '../core/slice.ts';
import { managed } from '../events/actions.ts';
import { findView } from '../events/store.ts';
import type { RegistrationHooks } from './actions.ts';
import { type ExportRow, listEveryQuestion, listForExport } from './guests-store.ts';
import type { GuestFilter } from './list-store.ts';

/** Guests read at a time: however long the list is, no more than these are in memory. */
const PIECE = 500;

/** Files per minute for one person: each reads a whole list. */
const EXPORTS = 12;

/** `GET …/participations/export.csv`: the guest list as a file, for hosts, narrowed as on the screen. */
export function mountExport(
  http: FastifyInstance,
  { db, sessions, config, clock }: Pick<AppContext, 'db' | 'sessions' | 'config' | 'clock'>,
  hooks: Pick<RegistrationHooks, 'codesOf'>,
): void {
  const limit = {
    max: EXPORTS,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => `export:${await callerKey(sessions, request)}`,
  };
  http.get<{ Params: { eventId: string } }>(
    '/api/v1/events/:eventId/participations/export.csv',
    config.rateLimits ? { config: { rateLimit: limit } } : {},
    async (request, reply) => {
      const token = bearer(request);
      const me = token === undefined ? undefined : await sessions.identify(token);
      if (!me) return refuse(core.signedOut);
      const eventId = looksLikeId(request.params.eventId)
        ? request.params.eventId.toLowerCase()
        : refuse(core.notFound);
      const filter = GuestQuery.safeParse(request.query);
      if (!filter.success) return refuse(core.malformed);
      await managed(db, eventId, me.userId);
      const event = assertFound(await findView(db, eventId, { userId: me.userId }), core.notFound);
      const questions = await listEveryQuestion(db, eventId);
      const cells = stringify({
        ...SAFE_CELLS,
        columns: columnsOf(questions, event.time_zone),
      });
      const rows = Readable.from(
        pieces(db, eventId, filter.data, { userId: me.userId, zone: event.time_zone, now: clock.now(), hooks }),
        { highWaterMark: 16 },
      );
      // A reader that goes away ends the reading too.
      pipeline(rows, cells, () => undefined);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', create(`${event.alias}-guests.csv`))
        .header('cache-control', 'no-store')
        .send(cells);
    },
  );
}

async function* pieces(
  db: Db,
  eventId: string,
  filter: GuestFilter,
  { userId, zone, now, hooks }: { userId: string; zone: string; now: Date; hooks: Pick<RegistrationHooks, 'codesOf'> },
): AsyncGenerator<Record<string, string>> {
  let after: string | undefined;
  for (;;) {
    const rows = await listForExport(db, eventId, filter, { after, size: PIECE, who: { userId }, zone });
    const refs = rows.map(({ id }) => ({ eventId, id }));
    const codes = await hooks.codesOf(db, refs, now);
    for (const row of rows) yield lineOf(row, codes.get(row.id));
    if (rows.length < PIECE) return;
    after = rows.at(-1)?.id;
  }
}

function columnsOf(questions: readonly { id: string; question: string }[], zone: string) {
  return [
    { key: 'firstName', header: 'First name' },
    { key: 'lastName', header: 'Last name' },
    { key: 'email', header: 'Email' },
    { key: 'role', header: 'Role' },
    { key: 'status', header: 'Status' },
    { key: 'ticket', header: 'Ticket' },
    { key: 'code', header: 'Ticket code' },
    { key: 'order', header: 'Order' },
    { key: 'paid', header: 'Paid' },
    { key: 'registered', header: `Registered (${zone})` },
    { key: 'checkedIn', header: `Checked in (${zone})` },
    ...questions.map(({ id, question }) => ({ key: id, header: question })),
  ];
}

function lineOf(
  { answers, registered, checkedIn, ticket, order, ...row }: ExportRow,
  code: string | undefined,
): Record<string, string> {
  const given = Object.entries(answers).map(([id, texts]) => [id, texts.join('; ')]);
  return {
    ...row,
    ticket: ticket ?? '',
    code: code ?? '',
    order: order?.id ?? '',
    paid: order === null ? '' : formatMoney(order.amount, order.currency),
    registered: registered ?? '',
    checkedIn: checkedIn ?? '',
    ...Object.fromEntries(given),
  };
}
