import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import {
  SOURCE_LIMITS,
  SOURCE_PROBLEMS,
  type SourceView,
  sourceRefusals,
} from '@folkmoot/contract/calendars/sources-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { lockPerson } from '../../accounts/store.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, onConflict, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { newId } from '../../core/id.ts';
import { keptCalendar, tellCalendar } from '../actions.ts';
import { lockCalendar } from '../store.ts';
import { keepReading, nextTime, type Sources } from './sources-actions.ts';
import * as store from './sources-store.ts';

const isThere = onConflict('calendar_sources_url', sourceRefusals.there);

/** Calls about the outside feeds that a calendar shows. They wait for other servers, but never in a transaction. */
export function sourceHandlers(sources: Sources, origin: () => string): Binding[] {
  const outside = { transaction: false, outside: true };
  return [
    handle(api.listSources, async ({ tx, me, params }) => {
      const calendar = await keptCalendar(tx, params.calendarId, me.userId);
      return { data: await store.listSources(tx, calendar.id) };
    }),

    handle(
      api.addSource,
      async (call) => {
        const { tx, me, params, body, now } = call;
        const calendar = await keptCalendar(tx, params.calendarId, me.userId);
        const url = new URL(body.url);
        if (url.host === new URL(origin()).host) refuse(sourceRefusals.ours);
        await assertRoom(tx, calendar.id, me.userId);
        const reading = await sources.read({ url: url.href, zone: calendar.time_zone }, now, me.userId);
        if ('problem' in reading) refuse(api.unreadable[reading.problem]);
        const name = body.name || (reading.same ? '' : reading.feed.name) || url.hostname;
        const data = await inTransaction(call, async (command) => {
          await keptCalendar(command.tx, calendar.id, me.userId);
          // Two at once are counted one after the other.
          await lockPerson(command.tx, me.userId);
          await lockCalendar(command.tx, calendar.id);
          await assertRoom(command.tx, calendar.id, me.userId);
          const source = { calendarId: calendar.id, id: newId(), url: url.href, name, addedBy: me.userId };
          await store.insertSource(command.tx, { ...source, next: nextTime(now) }, command.now).catch(isThere);
          await keepReading(command, source, reading);
          return existing(command, calendar.id, source.id);
        });
        return { message: 'Feed added.', data };
      },
      outside,
    ),

    handle(
      api.updateSource,
      async (call) => {
        const { tx, me, params, body, now } = call;
        const { calendarId, sourceId } = params;
        const calendar = await keptCalendar(tx, calendarId, me.userId);
        const before = await existing(call, calendarId, sourceId);
        if (body.name !== undefined && body.name !== before.name) {
          await store.renameSource(tx, calendarId, sourceId, body.name);
          await tellCalendar(call, calendarId, calendar.server?.id ?? null);
        }
        if (!body.fetch) return { message: 'Saved!', data: await existing(call, calendarId, sourceId) };
        const unlessSince = new Date(now.getTime() - SOURCE_LIMITS.again * 1000);
        const due = await store.takeNow(tx, { calendarId, id: sourceId }, { now, unlessSince });
        if (!due) return refuse(sourceRefusals.justRead);
        const reading = await sources.read(due, now, me.userId);
        await inTransaction(call, (command) => keepReading(command, due, reading));
        const data = await existing(call, calendarId, sourceId);
        return { message: data.problem === null ? 'The feed is up to date.' : SOURCE_PROBLEMS[data.problem], data };
      },
      outside,
    ),

    handle(api.removeSource, async (call) => {
      const { tx, me, params } = call;
      const calendar = await keptCalendar(tx, params.calendarId, me.userId);
      if (await store.deleteSource(tx, calendar.id, params.sourceId))
        await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      return { message: 'Feed removed.' };
    }),
  ];
}

async function existing({ tx }: CommandContext, calendarId: string, id: string): Promise<SourceView> {
  return assertFound(await store.findSource(tx, calendarId, id), core.notFound);
}

async function assertRoom(tx: Db, calendarId: string, userId: string): Promise<void> {
  const { here, yours, all } = await store.countSources(tx, calendarId, userId);
  if (here >= SOURCE_LIMITS.each) refuse(sourceRefusals.tooMany);
  if (yours >= SOURCE_LIMITS.person) refuse(sourceRefusals.tooManyOfYours);
  if (all >= SOURCE_LIMITS.installation) refuse(sourceRefusals.full);
}
