import { ticketState } from '@folkmoot/contract/admission/rules.ts';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runCommand } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { bearer, callerKey } from '../core/http/http.ts';
import { PdfNotMade, type Pdfs } from '../core/pdf/pdf.ts';
import type { AppContext } from '../core/slice.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { visitorOf } from '../events/actions.ts';
import { ownTicket } from './actions.ts';
import type { TicketKeys } from './keys-actions.ts';
import { ticketPaper } from './paper-actions.ts';

type Parts = Pick<AppContext, 'db' | 'sessions' | 'config' | 'appUrl' | 'services' | 'log'> & {
  tokens: EventTokens;
  keys: TicketKeys;
  pdfs: Pdfs;
};

/** PDFs that one person, or one network, can have made in a minute. */
const PER_MINUTE = 12;

/** `GET …/participations/:participationId/ticket.pdf`: your ticket to print. */
export function mountTicketFiles(http: FastifyInstance, parts: Parts): void {
  const { db, sessions, services, config, appUrl, tokens, keys, pdfs, log } = parts;
  const limit = {
    max: PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => `ticket-pdf:${await callerKey(sessions, request)}`,
  };
  http.get<{ Params: { eventId: string; participationId: string }; Querystring: { token?: string } }>(
    '/api/v1/events/:eventId/participations/:participationId/ticket.pdf',
    config.rateLimits ? { config: { rateLimit: limit } } : {},
    async (request, reply) => {
      const idOf = (given: string) => (looksLikeId(given) ? given.toLowerCase() : refuse(core.notFound));
      const which = {
        eventId: idOf(request.params.eventId),
        participationId: idOf(request.params.participationId),
      };
      const token = bearer(request);
      const me = token === undefined ? undefined : await sessions.identify(token);
      const { token: pass } = request.query;
      const visitor = visitorOf(tokens, me, typeof pass === 'string' ? pass : undefined);
      const ticket = await runCommand(db, services, false, (command) => ownTicket(command, which, visitor));
      const now = Math.floor(services.clock.now().getTime() / 1000);
      const { issue } = ticket.admission;
      const jws = ticketState(ticket.event, now) === 'valid' ? await keys.sign({ ...which, issue }) : null;
      const paper = ticketPaper(ticket, jws, { name: config.appName, origin: appUrl() });
      const pdf = await pdfs.make(paper).catch((error: unknown) => {
        if (!(error instanceof PdfNotMade)) throw error;
        log.warn({ err: error }, 'a ticket could not be made as a PDF');
        return refuse(core.notReady);
      });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', create(`${ticket.event.alias}-ticket.pdf`))
        .type('application/pdf')
        .send(Buffer.from(pdf));
    },
  );
}
