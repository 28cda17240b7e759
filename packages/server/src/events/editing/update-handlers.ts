import { canBeAlias } from '@folkmoot/contract/communities/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { toldBy } from '@folkmoot/contract/events/cancel-schema.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import {
  canCancel,
  canChange,
  canDelete,
  canPublish,
  canRename,
  canUnpublish,
} from '@folkmoot/contract/events/rules.ts';
import {
  ADDRESS_CHANGES,
  DRAFTS,
  type EventFields,
  type EventView,
  LIMITS,
  type NewEvent,
  refusals,
} from '@folkmoot/contract/events/schema.ts';
import { findProfile } from '../../accounts/store.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { cleanHtml } from '../../core/http/html.ts';
import type { PasswordHasher } from '../../core/security/password-hash.ts';
import type { Me } from '../../core/security/session.ts';
import { keepForOthers, releasePicturesOf, replacePicture } from '../../media/pictures-actions.ts';
import { mailAll, offerSeats, tellEvent } from '../../participations/actions.ts';
import { hasGuests, lockEvent } from '../../participations/store.ts';
import { showEventFace } from '../../personal/actions.ts';
import { auditEvent, faceOf, lockedEvent, managed } from '../actions.ts';
import { previewNotice } from '../mails/mails-store.ts';
import type { EventHooks } from '../page/pages-actions.ts';
import { type EventFacts, findEventFacts, findView } from '../store.ts';
import { freeAlias, needPublishable, needToCreateIn, renamedAlias, seatHost } from './create-actions.ts';
import {
  countDrafts,
  countRenames,
  deleteEvent,
  type EventChange,
  findBegun,
  findSharingCover,
  insertEvent,
  renameEvent,
  setStatus,
  updateEvent,
} from './write-store.ts';

const aliasTaken = onConflict('aliases_pkey', refusals.aliasTaken);
const draftTaken = onConflict('events_draft', core.conflict);

/** Calls that create, change, publish and cancel events. */
export function eventChangingHandlers(
  passcodes: PasswordHasher,
  hooks: Pick<EventHooks, 'changed' | 'needSellable' | 'needUnsold' | 'endPaid'>,
): Binding[] {
  return [
    handle(api.createEvent, async (call) => {
      const { tx, me, body, now } = call;
      const begun = body.id && (await findBegun(tx, me.userId, body.id));
      if (begun) return { message: 'Saved!', data: await sentAgain(call, begun, body, passcodes) };
      if (body.serverId) await needToCreateIn(tx, body.serverId, me.userId);
      if ((await countDrafts(tx, me.userId)) >= DRAFTS) refuse(refusals.tooManyDrafts);
      const profile = assertFound(await findProfile(tx, me.userId, me.userId), core.notFound);
      const alias = body.alias ?? (await freeAlias(tx, body.name));
      if (!canBeAlias(alias).ok) refuse(refusals.aliasReserved);
      const { id: draftId, alias: _, passcode, cover, ...fields } = body;
      const change = {
        ...fields,
        time_zone: body.time_zone ?? profile.timeZone,
        ...(await hashed(passcode, passcodes)),
      };
      const eventId = await insertEvent(
        tx,
        {
          ...cleaned(change),
          draftId,
          name: body.name,
          time_zone: change.time_zone,
          creatorId: me.userId,
          alias,
        },
        now,
      )
        .catch(draftTaken)
        .catch(aliasTaken);
      if (cover !== undefined) await changeCover(call, eventId, me.userId, null, cover);
      await seatHost(call, eventId, me.userId);
      return { message: 'Saved!', data: await view(tx, eventId, me.userId) };
    }),

    handle(api.updateEvent, async (call) => {
      const { tx, me, params, body } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      await change(call, event, body, passcodes);
      if (event.status !== 'draft') await hooks.changed(call, event.id);
      return { message: 'Saved!', data: await view(tx, event.id, me.userId) };
    }),

    handle(api.publishEvent, async (call) => {
      const { tx, me, params, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      assertAllowed(canPublish(event));
      needPublishable({ ...(await view(tx, event.id, me.userId)), serverId: event.serverId });
      if (event.serverId !== null) await needToCreateIn(tx, event.serverId, me.userId);
      await hooks.needSellable(tx, event.id);
      await setStatus(tx, event.id, 'published', now);
      await auditEvent(call, event, me.userId, 'event.published');
      await tellEvent(call, { ...event, status: 'published' });
      await hooks.changed(call, event.id);
      return { message: 'Published.', data: await view(tx, event.id, me.userId) };
    }),

    handle(api.unpublishEvent, async (call) => {
      const { tx, me, params, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      assertAllowed(canUnpublish({ ...event, hasGuests: await hasGuests(tx, event.id) }));
      await hooks.needUnsold(tx, event.id);
      await setStatus(tx, event.id, 'draft', now);
      await auditEvent(call, event, me.userId, 'event.unpublished');
      await tellEvent(call, { ...event, status: 'draft' });
      await hooks.changed(call, event.id);
      return { message: 'The event is a draft again.', data: await view(tx, event.id, me.userId) };
    }),

    handle(api.cancelEvent, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      assertAllowed(canCancel(event, Math.floor(now.getTime() / 1000)));
      await hooks.endPaid(call, event, { by: me.userId, refund: body.refund });
      await setStatus(tx, event.id, 'cancelled', now, body.message);
      const told = toldBy(await previewNotice(tx, event.id, 'cancelled', me.userId));
      await mailAll(call, [event.id], { of: 'everybody', except: me.userId }, 'event_cancelled', {
        message: body.message,
        ...(body.message !== '' && { answersTo: me.userId }),
      });
      await auditEvent(call, event, me.userId, 'event.cancelled');
      await tellEvent(call, { ...event, status: 'cancelled' });
      await hooks.changed(call, event.id);
      return {
        message: `The event has been cancelled.${told === 0 ? '' : ` We are telling ${told === 1 ? '1 person' : `${told} people`}.`}`,
        data: await view(tx, event.id, me.userId),
      };
    }),

    handle(api.previewNotice, async ({ tx, me, params, query }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return previewNotice(tx, event.id, query.of, me.userId);
    }),

    handle(api.deleteEvent, async (call) => {
      const { tx, me, params } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      assertAllowed(canDelete(event, { manages: event.manages, isCreator: event.creatorId === me.userId }));
      await hooks.needUnsold(tx, event.id);
      await keepCover(call, event.id, (await view(tx, event.id, me.userId)).cover);
      await releasePicturesOf(call, event.id);
      await deleteEvent(tx, event.id);
      return { message: 'Draft deleted.' };
    }),
  ];
}

/** A draft whose response was lost, sent again: it becomes what is sent now. */
async function sentAgain(
  call: Caller,
  eventId: string,
  { id: _, ...body }: NewEvent,
  passcodes: PasswordHasher,
): Promise<EventView> {
  await lockEvent(call.tx, eventId);
  const event = await findEventFacts(call.tx, eventId, { userId: call.me.userId });
  if (!event?.manages || event.status !== 'draft') return refuse(refusals.draftTaken);
  await change(call, event, body, passcodes);
  return view(call.tx, eventId, call.me.userId);
}

type Caller = CommandContext & { me: Pick<Me, 'userId'> };
type Body = Partial<{ [Field in keyof EventFields]: EventFields[Field] | undefined }> & {
  notify?: boolean | undefined;
  reason?: string | undefined;
};

/** Changes a locked event, with everything that follows. */
async function change(call: Caller, event: EventFacts, body: Body, passcodes: PasswordHasher): Promise<void> {
  const { tx, me, now } = call;
  const { notify, reason, alias: typed, passcode, cover, ...fields } = body;
  assertAllowed(canChange(event, body));
  const before = await view(tx, event.id, me.userId);
  const made = typed === undefined ? await renamedAlias(tx, before, body.name) : undefined;
  const alias = typed ?? made;
  if (body.serverId && body.serverId !== event.serverId) await needToCreateIn(tx, body.serverId, me.userId);
  if (event.status === 'published')
    needPublishable({ ...before, serverId: event.serverId, ...(defined(body) as Partial<EventFields>) });
  if (alias !== undefined && alias !== before.alias) {
    if (!canBeAlias(alias).ok) refuse(refusals.aliasReserved);
    if (made === undefined) {
      const since = new Date(now.getTime() - ADDRESS_CHANGES.days * 24 * 3_600_000);
      assertAllowed(canRename(event, await countRenames(tx, event.id, since)));
    }
    await renameEvent(tx, event.id, alias, event.status !== 'draft', now).catch(aliasTaken);
  }
  if (cover !== undefined) await changeCover(call, event.id, me.userId, before.cover, cover);
  const moved = isMoved(before, body);
  await updateEvent(
    tx,
    event.id,
    cleaned({ ...creditFor(before.cover, body), ...fields, ...(await hashed(passcode, passcodes)) }),
    now,
  );
  if (body.name !== undefined || cover !== undefined) await showEventFace(call, event.id, await faceOf(tx, event.id));
  if (event.status === 'published') {
    await offerSeats(call, event.id);
    if (moved && notify)
      await mailAll(call, [event.id], { of: 'guests' }, 'changed', {
        before: asKnown(before),
        ...(reason && { reason, answersTo: me.userId }),
      });
    await auditEvent(call, event, me.userId, 'event.updated', {
      after: { fields: Object.keys(body).filter((key) => key !== 'passcode') },
    });
  }
  await tellEvent(call, { ...event, alias: alias ?? event.alias });
}

async function view(tx: Db, eventId: string, userId: string): Promise<EventView> {
  return assertFound(await findView(tx, eventId, { userId }), core.notFound);
}

/** Rich text in the form in which it is stored. */
function cleaned(change: EventChange): EventChange {
  if (change.description === undefined) return change;
  const description = cleanHtml(change.description);
  // Sanitising makes links longer, so the result is measured too.
  if (description.length > LIMITS.description) refuse(refusals.descriptionTooLong);
  return { ...change, description };
}

async function hashed(
  passcode: string | null | undefined,
  passcodes: PasswordHasher,
): Promise<{ passcode_hash?: string | null }> {
  if (passcode === undefined) return {};
  return { passcode_hash: passcode === null ? null : await passcodes.hash(passcode) };
}

async function changeCover(
  call: CommandContext,
  eventId: string,
  ownerId: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (after !== before) await keepCover(call, eventId, before);
  const next = await replacePicture(call, before, after, {
    ownerId,
    purpose: 'cover',
    usedBy: eventId,
    field: 'cover',
  });
  if (next) await updateEvent(call.tx, eventId, { cover: next.url, cover_tint: next.tint ?? 'slate' }, call.now);
}

/** If a copy of the event shows the same file, it is kept for the copy when this event releases it. */
async function keepCover(call: CommandContext, eventId: string, cover: string | null): Promise<void> {
  await keepForOthers(call, cover, eventId, (url) => findSharingCover(call.tx, eventId, url));
}

/** The credit belongs to a cover: a new cover without one removes it. */
function creditFor(before: string | null, change: EventChange): Pick<EventChange, 'coverCredit'> {
  return change.cover !== undefined && change.cover !== before ? { coverCredit: null } : {};
}

/** Whether people who are going must be notified of a change: times or location. */
function isMoved(before: EventView, change: EventChange): boolean {
  const plain = ['start_epoc', 'end_epoc', 'time_zone', 'is_all_day', 'tbdDate', 'tbdLocation', 'attend_type'] as const;
  if (plain.some((key) => change[key] !== undefined && change[key] !== before[key])) return true;
  const { attend_type_details: details, location } = change;
  if (details && details.in_person_address !== before.attend_type_details.in_person_address) return true;
  if (details && details.virtual_address !== before.attend_type_details.virtual_address) return true;
  return location !== undefined && JSON.stringify(location?.latLng) !== JSON.stringify(before.location?.latLng);
}

/** When and where it was, as far as guests knew. */
function asKnown(before: EventView) {
  const { start_epoc, end_epoc, time_zone, is_all_day, tbdDate } = before;
  const when = tbdDate ? { start_epoc: null, end_epoc: null } : { start_epoc, end_epoc };
  return { ...when, time_zone, is_all_day, tbdDate, where: whereOf(before) };
}

function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
