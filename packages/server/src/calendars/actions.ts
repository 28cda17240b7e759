import { calendarChanged } from '@folkmoot/contract/calendars/api.ts';
import { canKeep, canOwn } from '@folkmoot/contract/calendars/rules.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { rooms } from '../core/live/live.ts';
import { listShowing } from './entries-store.ts';
import { findCalendar, isSeen, listTold } from './store.ts';

/** Calendars that hear of a change of one event, and people of a calendar without a community who do. */
const TOLD = { calendars: 100, people: 500 };

/** A calendar that this person may see; 404 otherwise. */
export async function visibleCalendar(tx: Db, id: string, userId: string | undefined): Promise<CalendarView> {
  return assertFound(await findCalendar(tx, id, userId), core.notFound);
}

/** 404 unless this person may see the calendar. */
export async function assertSeen(tx: Db, id: string, userId: string | undefined): Promise<void> {
  if (!(await isSeen(tx, id, userId))) refuse(core.notFound);
}

/** A calendar that this person keeps: 404 if they may not see it, 403 if they only read it. */
export async function keptCalendar(tx: Db, id: string, userId: string): Promise<CalendarView> {
  const calendar = await visibleCalendar(tx, id, userId);
  assertAllowed(canKeep(calendar.role.role));
  return calendar;
}

/** A calendar that this person owns. */
export async function ownedCalendar(tx: Db, id: string, userId: string): Promise<CalendarView> {
  const calendar = await visibleCalendar(tx, id, userId);
  assertAllowed(canOwn(calendar.role.role));
  return calendar;
}

/** Tells the people who may have a calendar on their screen that it is different. */
export async function tellCalendar(command: CommandContext, id: string, serverId: string | null): Promise<void> {
  const audience =
    serverId === null ? (await listTold(command.tx, id, TOLD.people)).map(rooms.user) : [rooms.server(serverId)];
  command.publish(calendarChanged, { calendarId: id }, audience);
}

/** The same for each calendar that shows an event. */
export async function tellCalendarsOf(command: CommandContext, eventId: string): Promise<void> {
  for (const { id, serverId } of await listShowing(command.tx, eventId, TOLD.calendars))
    await tellCalendar(command, id, serverId);
}
