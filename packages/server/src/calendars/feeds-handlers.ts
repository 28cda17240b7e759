import * as api from '@folkmoot/contract/calendars/api.ts';
import { type FeedView, LIMITS, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { lockPerson } from '../accounts/store.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import { visibleCalendar } from './actions.ts';
import type { FeedKeys } from './feeds-actions.ts';
import * as store from './feeds-store.ts';

/** Calls about a person's own iCal links. */
export function feedHandlers(keys: FeedKeys, origin: () => string): Binding[] {
  const view = (feed: store.Feed): FeedView => {
    const of = feed.calendarId ?? feed.serverId;
    return {
      id: feed.id,
      kind: feed.kind,
      of: of === null ? null : { id: of, name: feed.name ?? '' },
      url: `${origin()}/feeds/${keys.keyOf(feed)}.ics`,
      fetched_epoc: feed.fetched_epoc,
      fetchedBy: feed.fetchedBy,
    };
  };
  return [
    handle(api.listFeeds, async ({ tx, me }) => ({ data: (await store.listFeeds(tx, me.userId)).map(view) })),

    handle(api.createFeed, async ({ tx, me, body, now }) => {
      const { kind, id = null } = body;
      if ((kind === 'own') !== (id === null)) refuse(core.notFound);
      if (kind === 'calendar') await visibleCalendar(tx, id ?? '', me.userId);
      if (kind === 'community') assertFound(await store.findFeedCommunity(tx, id ?? '', me.userId), core.notFound);
      await lockPerson(tx, me.userId);
      const mine = await store.listFeeds(tx, me.userId);
      const target = { kind, calendarId: kind === 'calendar' ? id : null, serverId: kind === 'community' ? id : null };
      const before = mine.find(
        (feed) => feed.kind === kind && feed.calendarId === target.calendarId && feed.serverId === target.serverId,
      );
      if (!before && mine.length >= LIMITS.feeds) refuse(refusals.tooManyFeeds);
      const made = await store.putFeed(tx, { ...target, id: newId(), userId: me.userId }, now);
      const data = view(assertFound(await store.findFeed(tx, made), core.notFound));
      return {
        message: before ? 'The link is renewed. The earlier one no longer works.' : 'Here is your iCal link.',
        data,
      };
    }),

    handle(api.deleteFeed, async ({ tx, me, params }) => {
      await store.deleteFeed(tx, me.userId, params.feedId);
      return { message: 'The link no longer works.' };
    }),
  ];
}
