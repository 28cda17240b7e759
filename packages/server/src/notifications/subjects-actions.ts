import { KIND_RULES, type Told } from '@folkmoot/contract/notifications/rules.ts';
import type {
  CalendarSubject,
  CommunitySubject,
  EventSubject,
  NotificationKind,
} from '@folkmoot/contract/notifications/schema.ts';
import type { z } from 'zod';
import { findInstallationOwner } from '../accounts/store.ts';
import type { Db } from '../core/db/db.ts';
import * as store from './store.ts';

/** A person and an event that they are to hear of; `hosting` if only its hosts may. */
export type InEvent = { userId: string; eventId: string; hosting: boolean };

/** A person and a calendar that they manage. */
export type OnCalendar = { userId: string; calendarId: string };

export type NotificationHooks = {
  /** The events that these people may still hear of. */
  eventSubjects(db: Db, some: readonly InEvent[]): Promise<(InEvent & { subject: z.output<typeof EventSubject> })[]>;
  /** The calendars that these people still manage. */
  calendarSubjects(
    db: Db,
    some: readonly OnCalendar[],
  ): Promise<(OnCalendar & { subject: z.output<typeof CalendarSubject> })[]>;
};

/** Kinds that only those hear of who manage what they are about. */
const HOSTING: readonly NotificationKind[] = ['registration', 'approval_request', 'access_request', 'question_waiting'];
const PERMISSIONS: Partial<Record<NotificationKind, string>> = {
  join_request: 'MANAGE_MEMBERS',
  member_joined: 'MANAGE_MEMBERS',
  report: 'MANAGE_MESSAGES',
};

type Noted = { userId: string; kind: NotificationKind; subjectId: string };
type About = Noted & { personId: string | null; count: number };
export type Subject = {
  told: Told;
  person: store.Person | null;
  event: z.output<typeof EventSubject> | null;
  community: z.output<typeof CommunitySubject> | null;
  calendar: z.output<typeof CalendarSubject> | null;
};

/** Which event, community or calendar notifications are about, in the same order; undefined where `describe` says so, too. */
async function findSubjects(
  db: Db,
  { eventSubjects, calendarSubjects }: NotificationHooks,
  some: readonly Noted[],
): Promise<(Pick<Subject, 'event' | 'community' | 'calendar'> | undefined)[]> {
  const about = (wanted: string) => some.filter(({ kind }) => KIND_RULES[kind].about === wanted);
  const hosting = ({ kind }: Noted) => HOSTING.includes(kind);
  const permission = ({ kind }: Noted) => PERMISSIONS[kind] ?? '';
  const ofEvents = about('event').map((one) => ({
    userId: one.userId,
    eventId: one.subjectId,
    hosting: hosting(one),
  }));
  const ofCommunities = about('community').map((one) => ({
    userId: one.userId,
    serverId: one.subjectId,
    permission: permission(one),
  }));
  const events = ofEvents.length === 0 ? [] : await eventSubjects(db, ofEvents);
  const communities = await store.listCommunities(db, ofCommunities);
  // What was reported to the owner of the installation is about nothing that they could be sent to by name.
  const toOwner = ({ userId, subjectId, kind }: Noted) => kind === 'report' && userId === subjectId;
  const owner = some.some(toOwner) ? await findInstallationOwner(db) : undefined;
  const onCalendars = about('calendar').map(({ userId, subjectId }) => ({ userId, calendarId: subjectId }));
  const calendars = onCalendars.length === 0 ? [] : await calendarSubjects(db, onCalendars);
  const calendarOf = new Map(calendars.map((row) => [`${row.userId} ${row.calendarId}`, row.subject]));
  const eventOf = new Map(events.map((row) => [`${row.userId} ${row.eventId} ${row.hosting}`, row.subject]));
  const communityOf = new Map(communities.map((row) => [`${row.userId} ${row.id} ${row.permission}`, row]));
  return some.map((one) => {
    const event = eventOf.get(`${one.userId} ${one.subjectId} ${hosting(one)}`) ?? null;
    const found = communityOf.get(`${one.userId} ${one.subjectId} ${permission(one)}`);
    const calendar =
      KIND_RULES[one.kind].about === 'calendar' ? (calendarOf.get(`${one.userId} ${one.subjectId}`) ?? null) : null;
    const isOwners = toOwner(one) && one.userId === owner;
    if (event === null && found === undefined && calendar === null && !isOwners) return undefined;
    const community =
      found === undefined ? null : { id: found.id, name: found.name, slug: found.slug, logoUrl: found.logoUrl };
    return { event, community, calendar };
  });
}

/**
 * What notifications are about, in the same order; undefined where the person may not hear of it any more, or it is gone.
 * A fixed number of statements, however many there are.
 */
export async function describe(
  db: Db,
  hooks: NotificationHooks,
  some: readonly About[],
): Promise<(Subject | undefined)[]> {
  const subjects = await findSubjects(db, hooks, some);
  const people = await store.findPeople(db, some);
  return some.map(({ kind, count }, at) => {
    const subject = subjects[at];
    const person = people[at] ?? null;
    return subject && { told: { kind, count, person, ...subject }, person, ...subject };
  });
}

/** Those of which the person may still hear, as `describe` decides it. */
export async function stillListed<One extends Noted>(
  db: Db,
  hooks: NotificationHooks,
  some: readonly One[],
): Promise<One[]> {
  const subjects = await findSubjects(db, hooks, some);
  return some.filter((_, at) => subjects[at] !== undefined);
}
