import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
// Quotes and encodes names as RFC 6266 and RFC 8187 want it, which is easily done wrong.
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../core/http/address.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { bearer } from '../../core/http/http.ts';
import type { AppContext } from '../../core/slice.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { pageFor, visitorOf } from '../actions.ts';
import { findSequence } from '../store.ts';
import { calendarFile } from './calendar-actions.ts';

type Parts = Pick<AppContext, 'db' | 'sessions' | 'config' | 'appUrl'> & { tokens: EventTokens };

/** `GET /api/v1/events/:eventId/calendar.ics`: an event for calendars, for everyone who may see it. */
export function mountCalendarFiles(http: FastifyInstance, parts: Parts): void {
  const { db, sessions, tokens, config, appUrl } = parts;
  const limit = {
    max: 60,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `calendar:${addressKey(request.ip)}`,
  };
  http.route<{ Params: { eventId: string }; Querystring: { token?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/v1/events/:eventId/calendar.ics',
    ...(config.rateLimits && { config: { rateLimit: limit } }),
    handler: async (request, reply) => {
      const id = looksLikeId(request.params.eventId) ? request.params.eventId.toLowerCase() : refuse(core.notFound);
      const token = bearer(request);
      const me = token === undefined ? undefined : await sessions.identify(token);
      const { token: pass } = request.query;
      const visitor = visitorOf(tokens, me, typeof pass === 'string' ? pass : undefined);
      const event = JSON.parse(await pageFor(db, id, visitor)) as EventView;
      const sequence = assertFound(await findSequence(db, id), core.notFound);
      const facts = { ...event, ...sequence };
      const file = assertFound(calendarFile(facts, { name: config.appName, origin: appUrl() }), core.notFound);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', create(`${event.alias}.ics`))
        .type('text/calendar; charset=utf-8')
        .send(file);
    },
  });
}
