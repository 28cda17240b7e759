import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { addressKey } from '../../core/http/address.ts';
import { markOpened } from '../store.ts';
import type { OpenTokens } from './opens-actions.ts';

type Parts = { db: Db; clock: Clock; config: Pick<Config, 'rateLimits' | 'trackOpens'> };

/** One transparent point. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The picture in a letter of invitation. It is the same for every token, and the first time that it is loaded is noted: the one GET
 * that changes something, and nothing else than this mark (docs/decisions/040). Of letters that left before
 * the setting was turned off nothing is noted either.
 */
export function mountOpened(http: FastifyInstance, { db, clock, config }: Parts, tokens: OpenTokens): void {
  const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;
  // What is no token of ours is counted by who asks: anybody can make up as many as they like.
  const keyGenerator = (request: FastifyRequest) =>
    tokens.read(tokenOf(request)) ? tokenOf(request) : `opened:${addressKey(request.ip)}`;
  const limit = { max: 10, timeWindow: 60_000, keyGenerator };
  const limited = config.rateLimits ? { config: { rateLimit: limit } } : {};
  http.get('/mail/opened/:token', limited, async (request, reply) => {
    const opened = config.trackOpens ? tokens.read(tokenOf(request)) : undefined;
    if (opened) await markOpened(db, opened.eventId, opened.id, clock.now());
    // Programs for email are often web pages of other origins.
    return reply
      .type('image/gif')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(PICTURE);
  });
}
