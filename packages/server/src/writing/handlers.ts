import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/writing/api.ts';
import type { Subject } from '@folkmoot/contract/writing/rules.ts';
import { LIMITS, refusals, type Wish } from '@folkmoot/contract/writing/schema.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { AppContext } from '../core/slice.ts';
import { NotAsked, type Write } from './actions.ts';
import { countUse, endUse } from './store.ts';

type Parts = Pick<AppContext, 'db' | 'counts' | 'config' | 'services'> & {
  /** Undefined where the operator has set no service. */
  service: { host: string; daily: number; write: Write } | undefined;
};

/** Descriptions that a language model writes: one at a time for each person, and so many in a day. */
export function writingHandlers({ db, counts, config, services, service }: Parts): Binding[] {
  const write = async (userId: string, subject: Subject, wish: Wish): Promise<string> => {
    if (!service) return refuse(refusals.absent);
    if (config.rateLimits && (await counts.add(`writing ${userId}`, 60_000)).current > LIMITS.perMinute)
      refuse(core.slowDown);
    const since = services.clock.now();
    const { daily } = service;
    // It waits for somebody else for half a minute: no transaction stays open meanwhile.
    const busyMs = 2 * LIMITS.patienceMs;
    const refused = await db.transaction().execute((tx) => countUse(tx, userId, { daily, busyMs, now: since }));
    if (refused) return refuse(refusals[refused]);
    let isUnused = false;
    try {
      return await service.write(subject, wish, LIMITS[subject]);
    } catch (error) {
      isUnused = error instanceof NotAsked;
      if (isUnused) refuse(refusals.down);
      throw error;
    } finally {
      await db.transaction().execute((tx) => endUse(tx, userId, since, isUnused));
    }
  };
  return [
    handle(api.getWritingService, async () => ({ service: service ? { host: service.host } : null })),

    handle(
      api.writeCommunityDescription,
      async ({ me, body: { community_prompt: prompt, ...how } }) => {
        const text = await write(me.userId, 'community', { prompt, ...how });
        return { data: { generated_output: text } };
      },
      { transaction: false, outside: true },
    ),

    handle(
      api.writeEventDescription,
      async ({ me, body: { event_prompt: prompt, ...how } }) => ({
        generated_output: await write(me.userId, 'event', { prompt, ...how }),
      }),
      { transaction: false, outside: true },
    ),
  ];
}
