import * as api from '@folkmoot/contract/calendars/api.ts';
import { canAdd, decidedAs } from '@folkmoot/contract/calendars/rules.ts';
import {
  type CalendarView,
  LIMITS,
  type NewEntry,
  refusals,
  type SubmissionStatus,
} from '@folkmoot/contract/calendars/schema.ts';
import type { DeclineReason } from '@folkmoot/contract/core/decline.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { lockPerson } from '../accounts/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import type { Me } from '../core/security/session.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import { visibleEvent } from '../events/actions.ts';
import { createExternal, publishExternal } from '../events/editing/external-actions.ts';
import { findReader } from '../events/mails/mails-store.ts';
import { type EventFacts, findEventFacts } from '../events/store.ts';
import { notifyAndMail } from '../notifications/actions.ts';
import { lockEvent } from '../participations/store.ts';
import { assertSeen, keptCalendar, tellCalendar, visibleCalendar } from './actions.ts';
import { listManagers } from './admins-store.ts';
import * as store from './entries-store.ts';
import { answeredMail } from './mail.ts';

const DAY = 86_400;
/** People who manage a calendar and hear of a submission. */
const NOTIFIED = 500;

/** Calls about the events on calendars. */
export function entryHandlers(says: { product: string; origin: () => string }): Binding[] {
  const listed = async (
    tx: Db,
    calendarId: string,
    userId: string | undefined,
    {
      currentEpoch,
      ...listing
    }: Omit<Parameters<typeof store.listEvents>[3], 'at'> & { currentEpoch?: number | undefined },
    now: Date,
  ) => {
    await assertSeen(tx, calendarId, userId);
    const at = currentEpoch === undefined ? now : new Date(currentEpoch * 1000);
    return JSON.stringify(await store.listEvents(tx, calendarId, { userId }, { ...listing, at }));
  };
  const monthOf = async (
    tx: Db,
    id: string,
    userId: string | undefined,
    { from, to }: { from: number; to: number },
  ) => {
    if (to - from > LIMITS.monthDays * DAY) refuse(refusals.monthTooLong);
    await assertSeen(tx, id, userId);
    const days = { from: new Date(from * 1000), to: new Date(to * 1000) };
    return store.monthText(tx, id, { userId }, days);
  };
  // Visitors all see the same: those who ask at the same moment share one read, as they do of an event's page.
  const sharedReads = createSingleFlight<string>();
  const answered = async (
    { inTurn, userId }: { inTurn: InTurn; userId: string | undefined },
    asked: object,
    text: () => Promise<string>,
  ) => {
    if (userId !== undefined) return new RawJson(await inTurn(text));
    const key = JSON.stringify(asked);
    return new RawJson(await (sharedReads.running(key) ?? inTurn(() => sharedReads(key, text))));
  };
  const listing = (
    { tx, inTurn, params, query, now }: Asking & { query: Parameters<typeof listed>[3] },
    userId: string | undefined,
  ) => answered({ inTurn, userId }, { ...params, ...query }, () => listed(tx, params.calendarId, userId, query, now));
  const month = (
    { tx, inTurn, params, query }: Asking & { query: Parameters<typeof monthOf>[3] },
    userId: string | undefined,
  ) => answered({ inTurn, userId }, { ...params, ...query }, () => monthOf(tx, params.calendarId, userId, query));
  const ownTurns = { ownTurns: true };
  return [
    handle(api.listCalendarEvents, (call) => listing(call, call.me?.userId), ownTurns),
    handle(api.listPublicCalendarEvents, (call) => listing(call, undefined), ownTurns),
    handle(api.getMonth, (call) => month(call, call.me?.userId), ownTurns),
    handle(api.getPublicMonth, (call) => month(call, undefined), ownTurns),

    handle(api.addToCalendar, async (call) => {
      const { tx, me, params, body } = call;
      const calendar = await visibleCalendar(tx, params.calendarId, me.userId);
      const keeps = calendar.role.role !== null;
      // Two submissions of one person are counted one after the other.
      await lockPerson(tx, me.userId);
      const pending = keeps ? 0 : await store.countPending(tx, calendar.id, me.userId);
      const adding = { keeps, pending };
      const found = body.type === 'internal' ? await existing(call, calendar.id, body, adding) : undefined;
      const id = found?.event.id ?? (await elsewhere(call, calendar.id, body, adding));
      const status =
        keeps && found?.before?.status === 'pending'
          ? (await decide(call, { calendar, event: found.event, addedBy: found.before.addedBy, accept: true })).status
          : await put(call, calendar.id, id, adding);
      if (status === 'pending') {
        const userIds = await listManagers(tx, calendar.id, NOTIFIED);
        await notifyAndMail(call, { kind: 'event_submission', subjectId: calendar.id, userIds, personId: me.userId });
      }
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      return {
        message:
          status === 'accepted' ? 'Event Added to Calendar!' : 'Submitted. You will get an email with the answer.',
        data: { status, eventId: id },
      };
    }),

    handle(api.removeFromCalendar, async (call) => {
      const { tx, me, params, now } = call;
      const calendar = await visibleCalendar(tx, params.calendarId, me.userId);
      const entry = await store.findEntry(tx, calendar.id, params.eventId, true);
      const event = await findEventFacts(tx, params.eventId, { userId: me.userId });
      // What somebody has submitted is theirs to take back until it is accepted.
      const withdraws = entry?.addedBy === me.userId && entry.status !== 'accepted';
      if (calendar.role.role === null && !event?.manages && !withdraws) refuse(refusals.notKept);
      if (entry?.status === 'pending' && event && !event.manages && !withdraws)
        await decide(call, { calendar, event, addedBy: entry.addedBy, accept: false });
      else if (entry?.status === 'accepted' || entry?.status === 'pending')
        await store.decideEntry(
          tx,
          { calendarId: calendar.id, eventId: params.eventId },
          { status: 'removed', by: me.userId },
          now,
        );
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      return { message: 'Removed from the calendar.' };
    }),

    handle(api.listSubmissions, async ({ tx, me, params, query }) => {
      const calendar = await keptCalendar(tx, params.calendarId, me.userId);
      return store.listSubmissions(tx, calendar.id, { userId: me.userId }, query);
    }),

    handle(api.answerSubmission, async (call) => {
      const { tx, me, params, body } = call;
      const calendar = await keptCalendar(tx, params.calendarId, me.userId);
      // Before its entry, as those who change it do.
      await lockEvent(tx, params.eventId);
      const entry = assertFound(await store.findEntry(tx, calendar.id, params.eventId, true), core.notFound);
      if (entry.status !== 'pending') refuse(decidedAs(entry));
      if (!(await store.isSubmittedTo(tx, calendar.id, params.eventId, { userId: me.userId }))) refuse(core.notFound);
      const event = assertFound(await findEventFacts(tx, params.eventId, {}), core.notFound);
      const { told } = await decide(call, { calendar, event, addedBy: entry.addedBy, ...body });
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      if (body.accept) return { message: 'Accepted. It is on the calendar now.' };
      return { message: told ? 'Declined. We are emailing the person who submitted it.' : 'Declined.' };
    }),
  ];

  /** Answers a submission, and tells the person who submitted it, if they are still here. */
  async function decide(
    call: Caller,
    { calendar, event, addedBy, accept, ...why }: Answer,
  ): Promise<{ status: SubmissionStatus; told: boolean }> {
    const { tx, me, now } = call;
    const status = accept ? 'accepted' : 'refused';
    const decision = { status, by: me.userId, ...(accept ? {} : why) } as const;
    await store.decideEntry(tx, { calendarId: calendar.id, eventId: event.id }, decision, now);
    if (accept) await release(call, event);
    // People who answer themselves know.
    const to = addedBy === null || addedBy === me.userId ? undefined : await findReader(tx, addedBy);
    const answer = { calendar, event, accepted: accept, reason: why.reason ?? '' };
    if (to) await call.sendMail(answeredMail({ ...answer, to, product: says.product, origin: says.origin() }));
    return { status, told: to !== undefined };
  }
}

/** A call that reads a calendar. */
type Asking = { tx: Db; inTurn: InTurn; params: { calendarId: string }; now: Date };
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

type Caller = CommandContext & { me: Pick<Me, 'userId'> };
type Adding = { keeps: boolean; pending: number };
type Answer = {
  calendar: CalendarView;
  event: EventFacts;
  addedBy: string | null;
  accept: boolean;
  selectedReason?: DeclineReason | undefined;
  reason?: string;
};

/** An event of this installation, which the person may see, with what stands between it and the calendar. */
async function existing(
  call: Caller,
  calendarId: string,
  body: Extract<NewEntry, { type: 'internal' }>,
  adding: Adding,
): Promise<{ event: EventFacts; before: store.EntryRow | undefined }> {
  const { tx, me } = call;
  // Before its entry, as those who change it do.
  await lockEvent(tx, body.event_id);
  const event = await visibleEvent(tx, body.event_id, { looking: { userId: me.userId }, opens: undefined });
  const before = await store.findEntry(tx, calendarId, event.id, true);
  // An event elsewhere that was refused is still a draft, and may be submitted again.
  const again = before !== undefined && event.type === 'external' && event.creatorId === me.userId;
  const status = again && event.status === 'draft' ? 'published' : event.status;
  assertAllowed(canAdd({ ...event, status }, before ?? null, adding));
  return { event, before };
}

/** An event elsewhere: a draft of the person who submits it, until it is accepted. */
async function elsewhere(call: Caller, calendarId: string, body: NewEntry, adding: Adding): Promise<string> {
  if (body.type === 'internal') return body.event_id;
  assertAllowed(canAdd({ status: 'published', visibility: 'public' }, null, adding));
  const { type: _, ...fields } = body;
  return createExternal(call, call.me.userId, { ...fields, calendarId });
}

/** Puts an event on a calendar unless somebody else was first. */
async function put(call: Caller, calendarId: string, eventId: string, { keeps }: Adding): Promise<SubmissionStatus> {
  const { tx, me, now } = call;
  const status = await store.putEntry(tx, { calendarId, eventId, userId: me.userId, keeps }, now);
  if (status === undefined) {
    const stands = await store.findEntry(tx, calendarId, eventId);
    return refuse(stands?.status === 'accepted' ? refusals.alreadyOn : refusals.alreadySubmitted);
  }
  if (keeps) await release(call, assertFound(await findEventFacts(tx, eventId, {}), core.notFound));
  return status;
}

/** An event elsewhere is published when it comes onto a calendar; another one has to be by then. */
async function release(call: Caller, event: EventFacts): Promise<void> {
  if (event.type === 'external') await publishExternal(call, event.id);
  else if (event.status !== 'published') refuse(refusals.eventNotPublished);
}
