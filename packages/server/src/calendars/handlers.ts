import * as api from '@folkmoot/contract/calendars/api.ts';
import { canOwn } from '@folkmoot/contract/calendars/rules.ts';
import { type CalendarFields, LIMITS, type NewCalendar, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { canBeAlias } from '@folkmoot/contract/communities/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { findProfile, lockPerson } from '../accounts/store.ts';
import { audit } from '../communities/actions.ts';
import { findMember } from '../communities/store.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { Me } from '../core/security/session.ts';
import { freeAlias } from '../events/editing/create-actions.ts';
import { releasePicturesOf, replacePicture } from '../media/pictures-actions.ts';
import { keptCalendar, ownedCalendar, tellCalendar, visibleCalendar } from './actions.ts';
import { listWaiting } from './entries-store.ts';
import { answeredMail } from './mail.ts';
import { readAgain } from './sources/sources-store.ts';
import * as store from './store.ts';

const aliasTaken = onConflict('aliases_pkey', refusals.aliasTaken);

/** Calls about calendars, their readers and the people who keep them. */
export function calendarHandlers(says: { product: string; origin: () => string }): Binding[] {
  return [
    handle(api.listCalendars, async ({ tx, me }) => ({
      mine: await store.listKept(tx, me.userId),
      subscribed: await store.listSubscribed(tx, me.userId),
    })),

    handle(api.getCalendar, ({ tx, me, params }) => visibleCalendar(tx, params.calendarId, me?.userId)),
    handle(api.getPublicCalendar, ({ tx, params }) => visibleCalendar(tx, params.calendarId, undefined)),
    handle(api.getMainCalendar, async ({ tx, me, params }) =>
      assertFound(await store.findMainCalendar(tx, params.serverId, me?.userId), core.notFound),
    ),

    handle(api.createCalendar, async (call) => {
      const { tx, me, body, now } = call;
      const of = await placeFor(call, body);
      // Two at once are counted one after the other.
      await lockPerson(tx, me.userId);
      if ((await store.countCalendars(tx, of)) >= LIMITS.each) refuse(refusals.tooMany);
      const isPersonal = 'ownerId' in of;
      if (isPersonal && body.visibility === 'community') refuse(refusals.personalIsPublic);
      const alias = body.alias ?? (await freeAlias(tx, body.name));
      if (!canBeAlias(alias).ok) refuse(refusals.aliasReserved);
      const id = newId();
      const profile = assertFound(await findProfile(tx, me.userId, me.userId), core.notFound);
      const picture = await coverOf(call, { id, cover: null }, me.userId, body.cover);
      const row = {
        name: body.name,
        description: body.description ?? '',
        time_zone: body.time_zone ?? profile.timeZone,
        visibility: body.visibility ?? 'public',
        tint: body.tint ?? null,
        ...{ cover: null, cover_tint: 'slate', ...picture },
      };
      await store.insertCalendar(tx, of, { id, alias, ...row }, now).catch(aliasTaken);
      if (!isPersonal) await record(call, of.serverId, id, 'calendar.created', { name: body.name });
      return { message: 'Calendar created.', data: await visibleCalendar(tx, id, me.userId) };
    }),

    handle(api.updateCalendar, async (call) => {
      const { tx, me, params, body, now } = call;
      const before = await keptCalendar(tx, params.calendarId, me.userId);
      if (before.server === null && body.visibility === 'community') refuse(refusals.personalIsPublic);
      if (body.alias !== undefined && body.alias !== before.alias) {
        if (!canBeAlias(body.alias).ok) refuse(refusals.aliasReserved);
        await store.renameCalendar(tx, before.id, body.alias, now).catch(aliasTaken);
      }
      const { alias: _, cover, ...fields } = body;
      const picture = await coverOf(call, before, me.userId, cover);
      await store.updateCalendar(tx, before.id, { ...given(fields), ...picture }, now);
      if (fields.time_zone !== undefined && fields.time_zone !== before.time_zone) await readAgain(tx, before.id, now);
      if (before.server) await record(call, before.server.id, before.id, 'calendar.changed', { name: before.name });
      await tellCalendar(call, before.id, before.server?.id ?? null);
      return { message: 'Saved!', data: await visibleCalendar(tx, before.id, me.userId) };
    }),

    handle(api.deleteCalendar, async (call) => {
      const { tx, me, params } = call;
      const calendar = await ownedCalendar(tx, params.calendarId, me.userId);
      if (calendar.isMain) refuse(refusals.mainStays);
      // Before nobody subscribes to it any more.
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      await releasePicturesOf(call, calendar.id);
      // Who submitted an event was promised an answer.
      for (const { event, ...to } of await listWaiting(tx, calendar.id))
        await call.sendMail(
          answeredMail({
            to,
            calendar,
            event,
            accepted: false,
            reason: '',
            product: says.product,
            origin: says.origin(),
          }),
        );
      await store.deleteCalendar(tx, calendar.id);
      if (calendar.server)
        await record(call, calendar.server.id, calendar.id, 'calendar.deleted', { name: calendar.name });
      return { message: 'Calendar deleted.' };
    }),

    handle(api.subscribeToCalendar, async ({ tx, me, params, body, now }) => {
      const calendar = await visibleCalendar(tx, params.calendarId, me.userId);
      await store.putSubscription(tx, calendar.id, me.userId, body.mail, now);
      return { message: 'Subscribed.', data: await visibleCalendar(tx, calendar.id, me.userId) };
    }),

    handle(api.unsubscribeFromCalendar, async ({ tx, me, params }) => {
      await store.deleteSubscription(tx, params.calendarId, me.userId);
      return { message: 'You no longer subscribe to this calendar.' };
    }),

    handle(api.listCalendarAdmins, async ({ tx, me, params }) => {
      const calendar = await keptCalendar(tx, params.calendarId, me.userId);
      return { data: await store.listAdmins(tx, calendar.id) };
    }),

    handle(api.addCalendarAdmin, async (call) => {
      const { tx, me, params, now } = call;
      const calendar = await ownedCalendar(tx, params.calendarId, me.userId);
      // Two at once are counted one after the other.
      await store.lockCalendar(tx, calendar.id);
      const admins = await store.listAdmins(tx, calendar.id);
      if (admins.length >= LIMITS.admins && !admins.some(({ id }) => id === params.userId))
        refuse(refusals.tooManyAdmins);
      if (!(await store.insertAdmin(tx, calendar.id, { userId: params.userId, by: me.userId }, now)))
        refuse(calendar.server ? refusals.notAMember : refusals.nobodyThere);
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      if (calendar.server)
        await record(call, calendar.server.id, calendar.id, 'calendar.admin-added', { userId: params.userId });
      return { message: 'They can now manage this calendar.' };
    }),

    handle(api.removeCalendarAdmin, async (call) => {
      const { tx, me, params } = call;
      const calendar = await visibleCalendar(tx, params.calendarId, me.userId);
      // Anybody may give it up, and may say so twice.
      if (params.userId !== me.userId) assertAllowed(canOwn(calendar.role.role));
      await tellCalendar(call, calendar.id, calendar.server?.id ?? null);
      await store.deleteAdmin(tx, calendar.id, params.userId);
      if (calendar.server)
        await record(call, calendar.server.id, calendar.id, 'calendar.admin-removed', { userId: params.userId });
      return { message: 'They no longer manage this calendar.' };
    }),
  ];
}

type Caller = CommandContext & { me: Pick<Me, 'userId'> };

/** Whose a new calendar is. A community that the person is not a member of does not exist for them. */
async function placeFor(
  { tx, me }: Caller,
  { serverId }: NewCalendar,
): Promise<{ serverId: string } | { ownerId: string }> {
  if (!serverId) return { ownerId: me.userId };
  const member = await findMember(tx, serverId, me.userId);
  if (!member) return refuse(core.notFound);
  return member.permissions.includes('MANAGE_CALENDARS') ? { serverId } : refuse(refusals.mayNotCreateHere);
}

/** What to store of a new cover, which is claimed while the one before goes; nothing if it stays. */
async function coverOf(
  call: CommandContext,
  calendar: { id: string; cover: string | null },
  ownerId: string,
  cover: string | null | undefined,
): Promise<{ cover?: string | null; cover_tint?: string }> {
  const target = { ownerId, purpose: 'cover', usedBy: calendar.id, field: 'cover' } as const;
  const next = await replacePicture(call, calendar.cover, cover, target);
  return next ? { cover: next.url, cover_tint: next.tint ?? 'slate' } : {};
}

type Given = { [Key in keyof Omit<CalendarFields, 'alias' | 'cover'>]?: CalendarFields[Key] | undefined };

function given(fields: Given): Partial<store.CalendarRow> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function record(
  call: Caller,
  serverId: string,
  subjectId: string,
  action: `calendar.${string}`,
  after: object,
): Promise<void> {
  await audit(call, { serverId, actorId: call.me.userId, action, subjectId, after });
}
