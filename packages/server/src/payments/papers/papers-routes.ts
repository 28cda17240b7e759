import { pipeline, Readable } from 'node:stream';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { decimalsOf } from '@folkmoot/contract/core/money/money.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canManage } from '@folkmoot/contract/events/rules.ts';
import { writtenNumber } from '@folkmoot/contract/payments/papers-rules.ts';
import { create } from 'content-disposition';
// Quotes every cell, and disarms those that a spreadsheet would run, as in the guest list.
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SAFE_CELLS } from '../../core/export/csv.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { bearer, callerKey } from '../../core/http/http.ts';
import { PdfNotMade, type Pdfs } from '../../core/pdf/pdf.ts';
import type { AppContext } from '../../core/slice.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { managed, visitorOf } from '../../events/actions.ts';
import { findEventFacts } from '../../events/store.ts';
import { findOrder } from '../orders/orders-store.ts';
import { drawPaper } from './drawing-actions.ts';
import { type ExportedOrder, findPaper, listForExport, type Paper } from './papers-store.ts';

type Parts = Pick<AppContext, 'db' | 'sessions' | 'config' | 'log'> & { tokens: EventTokens; pdfs: Pdfs };

/** Files that one person, or one network, can have made in a minute. */
const PER_MINUTE = 12;

/** Orders read at a time: however many there are, no more than these are in memory. */
const PIECE = 500;

const idOf = (given: string) => (looksLikeId(given) ? given.toLowerCase() : refuse(core.notFound));

/** The papers of orders as PDF, for buyers and hosts, and an event's orders as a file, for hosts. */
export function mountPapers(http: FastifyInstance, parts: Parts): void {
  const { sessions, config } = parts;
  const limited = (name: string) => {
    const keyGenerator = async (request: FastifyRequest) => `${name}:${await callerKey(sessions, request)}`;
    return config.rateLimits ? { config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000, keyGenerator } } } : {};
  };
  const send = async (request: FastifyRequest, orderId: string, refundId: string | null) => {
    const paper = await paperFor(parts, request, { orderId, refundId });
    const pdf = await parts.pdfs.make(drawPaper(paper)).catch((error: unknown) => {
      if (!(error instanceof PdfNotMade)) throw error;
      parts.log.warn({ err: error }, 'a paper could not be made as a PDF');
      return refuse(core.notReady);
    });
    return { name: `${writtenNumber(paper.kind, paper.number)}.pdf`, pdf: Buffer.from(pdf) };
  };
  http.get<{ Params: { orderId: string } }>(
    '/payments/api/v1/orders/:orderId/invoice',
    limited('paper'),
    async (request, reply) => {
      const { name, pdf } = await send(request, idOf(request.params.orderId), null);
      return reply.headers(asFile(name)).type('application/pdf').send(pdf);
    },
  );
  http.get<{ Params: { orderId: string; refundId: string } }>(
    '/payments/api/v1/orders/:orderId/credit-notes/:refundId',
    limited('paper'),
    async (request, reply) => {
      const { orderId, refundId } = request.params;
      const { name, pdf } = await send(request, idOf(orderId), idOf(refundId));
      return reply.headers(asFile(name)).type('application/pdf').send(pdf);
    },
  );
  http.get<{ Params: { eventId: string } }>(
    '/api/v1/events/:eventId/orders/export.csv',
    limited('orders-export'),
    async (request, reply) => {
      const token = bearer(request);
      const me = token === undefined ? undefined : await sessions.identify(token);
      if (!me) return refuse(core.signedOut);
      const event = await managed(parts.db, idOf(request.params.eventId), me.userId);
      const cells = stringify({
        ...SAFE_CELLS,
        columns: COLUMNS.map(([key, header]) => ({ key, header })),
      });
      const rows = Readable.from(pieces(parts, event.id, me.userId), { highWaterMark: 16 });
      // A reader that goes away ends the reading too.
      pipeline(rows, cells, () => undefined);
      return reply
        .headers(asFile(`${event.alias}-orders.csv`))
        .type('text/csv; charset=utf-8')
        .send(cells);
    },
  );
}

const asFile = (name: string) => ({ 'cache-control': 'no-store', 'content-disposition': create(name) });

/** A paper for its buyer or a host of its event; for everybody else there is none. */
async function paperFor(
  { db, sessions, tokens }: Parts,
  request: FastifyRequest,
  which: { orderId: string; refundId: string | null },
): Promise<Paper> {
  const token = bearer(request);
  const me = token === undefined ? undefined : await sessions.identify(token);
  const { token: pass } = request.query as { token?: unknown };
  const { looking } = visitorOf(tokens, me, typeof pass === 'string' ? pass : undefined);
  const own = await findPaper(db, which, { buyer: looking });
  if (own) return own;
  const order = me && (await findOrder(db, which.orderId));
  const event = order && (await findEventFacts(db, order.eventId, { userId: me.userId }));
  if (!event || !canManage(event).ok) return refuse(core.notFound);
  return assertFound(await findPaper(db, which, { host: { userId: me.userId } }), core.notFound);
}

const COLUMNS = [
  ['date', 'Date'],
  ['name', 'Buyer'],
  ['email', 'Email'],
  ['ticket', 'Ticket'],
  ['code', 'Code'],
  ['currency', 'Currency'],
  ['discount', 'Discount'],
  ['price', 'Price'],
  ['fee', 'Fee'],
  ['vat', 'VAT included'],
  ['total', 'Total'],
  ['refunded', 'Refunded'],
  ['invoice', 'Invoice'],
  ['intentId', 'Stripe payment'],
] as const;

async function* pieces({ db }: Parts, eventId: string, userId: string): AsyncGenerator<Record<string, string>> {
  let after: ExportedOrder | undefined;
  for (;;) {
    const rows = await listForExport(db, eventId, { after, size: PIECE, who: { userId } });
    for (const row of rows) yield lineOf(row);
    if (rows.length < PIECE) return;
    after = rows.at(-1);
  }
}

/** An order as spreadsheets read it: amounts without the sign of their currency. */
function lineOf({ paid, currency, discount, price, fee, vat, total, refunded, invoice, ...row }: ExportedOrder) {
  const decimals = decimalsOf(currency);
  const money = (amount: number) => (amount / 10 ** decimals).toFixed(decimals);
  return {
    ...{ date: paid.toISOString(), name: row.name, email: row.email, ticket: row.ticket, code: row.code, currency },
    ...{ discount: money(discount), price: money(price), fee: money(fee), vat: vat === null ? '' : money(vat) },
    ...{ total: money(total), refunded: money(refunded), invoice: writtenNumber('invoice', invoice) },
    intentId: row.intentId,
  };
}
