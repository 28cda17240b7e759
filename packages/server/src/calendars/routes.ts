import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { addressKey } from '../core/http/address.ts';
import { refuse } from '../core/http/errors.ts';
import type { AppContext } from '../core/slice.ts';
import type { FeedBody, FeedKeys, Feeds } from './feeds-actions.ts';
import { findFeed, noteFetch } from './feeds-store.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'config'> & { feeds: Feeds; keys: FeedKeys };

/** A feed that is asked for, under the one address that it has, however that was spelled. */
type Asked = { path: string; read: (request: FastifyRequest, reply: FastifyReply) => Promise<FeedBody | undefined> };

/**
 * Feeds for calendar programs, for GET and HEAD, whatever they accept: `/feeds/calendars/:id.ics` and `/feeds/communities/:id.ics` as everybody may
 * see them, `/feeds/:key.ics` for one person. They are sent uncompressed, which Outlook needs, and are limited by feed: Google reads for
 * everybody from a few addresses.
 */
export function mountFeeds(http: FastifyInstance, { db, clock, config, feeds, keys }: Parts): void {
  // Feeds that were not read lately cost more, and may not exist: those are counted by who asks.
  const cold = {
    max: 300,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `feeds:${addressKey(request.ip)}`,
  };
  const count = config.rateLimits ? http.createRateLimit(cold) : undefined;
  const route = (url: string, askedFor: (file: string) => Asked | undefined) => {
    const asked = (request: FastifyRequest) => askedFor(fileOf(request));
    const keyGenerator = (request: FastifyRequest) => `feed:${asked(request)?.path ?? addressKey(request.ip)}`;
    http.route({
      method: ['GET', 'HEAD'],
      url,
      compress: false,
      ...(config.rateLimits && { config: { rateLimit: { max: 120, timeWindow: 60_000, keyGenerator } } }),
      handler: async (request, reply) => {
        const feed = asked(request) ?? refuse(core.notFound);
        const counted = feeds.has(feed.path) ? undefined : await count?.(request);
        if (counted && !counted.isAllowed && counted.isExceeded) refuse(core.slowDown);
        const body = (await feed.read(request, reply)) ?? (reply.sent ? undefined : refuse(core.notFound));
        return body && send(request, reply, body);
      },
    });
  };
  const routeOf = (kind: string, read: (path: string, id: string) => Promise<FeedBody | undefined>) =>
    route(`/feeds/${kind}/:file`, (file) => {
      const id = file.toLowerCase();
      const path = `/feeds/${kind}/${id}.ics`;
      return looksLikeId(id) ? { path, read: () => read(path, id) } : undefined;
    });

  routeOf('calendars', (path, id) => feeds.ofCalendar(path, id));
  routeOf('communities', (path, id) => feeds.ofCommunity(path, id));
  route('/feeds/:file', (file) => {
    const key = keys.read(file);
    if (!key) return undefined;
    const path = `/feeds/${file}.ics`;
    const read = async (request: FastifyRequest, reply: FastifyReply) => {
      const feed = await findFeed(db, key.id);
      if (feed?.number !== key.number) {
        // Programs that are told so stop asking.
        await reply.code(410).header('cache-control', 'no-store').send('This iCal link has ended.\n');
        return undefined;
      }
      const body = await (feed.calendarId !== null
        ? feeds.ofCalendar(path, feed.calendarId, feed.userId)
        : feed.serverId !== null
          ? feeds.ofCommunity(path, feed.serverId, feed.userId)
          : feeds.ofPerson(path, feed.userId));
      if (body) await noteFetch(db, feed.id, request.headers['user-agent'] ?? '', clock.now());
      return body;
    };
    return { path, read };
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag, modified }: FeedBody): FastifyReply {
  const headers = { etag, 'last-modified': modified };
  reply.headers({ ...headers, 'cache-control': 'private, max-age=300', 'content-disposition': 'inline' });
  if (fresh(request.headers, headers)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(text);
}

/** The name of the asked file without `.ics`, which a program may have left out. */
const fileOf = (request: FastifyRequest): string => (request.params as { file: string }).file.replace(/\.ics$/i, '');
