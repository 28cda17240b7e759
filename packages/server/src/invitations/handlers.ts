import { maskedAddress } from '@folkmoot/contract/core/email.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import * as api from '@folkmoot/contract/invitations/api.ts';
import { canInvite, isOpen } from '@folkmoot/contract/invitations/rules.ts';
import { RESEND_DAYS, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { GRACE, type MailingKind } from '@folkmoot/contract/mailings/schema.ts';
import type { z } from 'zod';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import type { Files } from '../core/files/files.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens, Pass } from '../events/access/access-actions.ts';
import { auditEvent, lockedEvent, managed } from '../events/actions.ts';
import type { EventFacts } from '../events/store.ts';
import { type MailingHooks, queueMailing, resumeMailing, withdrawMailing } from '../mailings/actions.ts';
import { deleteMailing, dropLetters, findMailingView, listMailingViews } from '../mailings/store.ts';
import { releaseList } from '../media/lists-actions.ts';
import { moveAll, tellHosts } from '../participations/actions.ts';
import { listParticipations } from '../participations/store.ts';
import {
  invitingOf,
  type LetterConfig,
  leavesSaid,
  lettersFor,
  lettersIn,
  needAllowance,
  peopleIn,
  sendCopy,
  writtenOf,
} from './actions.ts';
import { type Chosen, digestOf, invalidIn, readSelection, skippedOf } from './selection-actions.ts';
import { countSelected, insertInvitations, listSelected } from './selection-store.ts';
import { findLetterInvitation, findLetterOf, listInvitations, pageInvitations, requeue, revokeAll } from './store.ts';

const DAY = 86_400_000;

/** Kinds of mailings that invite to an event. */
const KINDS = ['event_invitation', 'event_reminder'] as const satisfies readonly MailingKind[];

type Hooks = Readonly<Record<Exclude<MailingKind, 'community_invitation'>, Pick<MailingHooks, 'lettersWithdrawn'>>>;

type Invite = z.output<typeof api.invite.body> & { eventId: string; userId: string };

type Limits = { config: Pick<Config, 'invitesPerDay' | 'authSecret'>; files: Files };

/** Calls with which hosts invite people to an event by email, and see what became of it. */
export function invitationHandlers(app: LetterConfig & Limits, hooks: Hooks, tokens: EventTokens): Binding[] {
  const { config, files } = app;
  // Lists are read before the transaction begins: they may come over a network, and take a moment.
  const reading = { transaction: false, outside: true };

  /** Queues the letters to those of these people who can be invited. Idempotent by the id of the mailing. */
  const inviteAll = async (call: CommandContext, { eventId, userId, ...body }: Invite, selected: Chosen) => {
    const { tx, now } = call;
    const event = await lockedEvent(tx, eventId, userId);
    const skipped = skippedOf(selected.invalid);
    const known = await findMailingView(tx, { eventId }, body.id);
    if (known) return answered(peopleIn(known), { skipped, mailingId: body.id, startsAt: known.starts_epoc }, now);
    const seconds = Math.floor(now.getTime() / 1000);
    assertAllowed(canInvite(event, seconds));
    const written = writtenOf(body.emailContent);
    const inviting = invitingOf(event, userId, body.again, now);
    const { count, digest } = await countSelected(tx, selected, inviting);
    const named = digestOf(config.authSecret, digest, body.type, inviting);
    if (body.digest !== undefined && body.digest !== named) refuse(refusals.changed);
    if (count === 0) refuse(refusals.nobody, { data: refusals.nobody.message, skipped: skipped.join('\n') });
    await needAllowance(call, userId, count, { new: OUTREACH.new, later: config.invitesPerDay });
    const letter = { ...written, note: { role: body.type } };
    const about = { id: body.id, kind: 'event_invitation', eventId, senderId: userId } as const;
    const invited = await queueMailing(call, { ...about, ...letter }, async () =>
      lettersFor(await insertInvitations(tx, selected, { ...inviting, mailingId: body.id, role: body.type })),
    );
    // Another event has a mailing with this id.
    if (invited === undefined) return refuse(core.notFound);
    await auditEvent(call, event, userId, 'event.invited', { after: { count: invited, role: body.type } });
    if (body.copyToMe) await sendCopy(call, { ...about, ...written }, body.type, app);
    for (const id of selected.uploads) await releaseList(call, id, userId);
    await tellHosts(call, event);
    return answered(invited, { skipped, mailingId: body.id, startsAt: seconds + GRACE }, now);
  };

  return [
    handle(
      api.previewInvite,
      async ({ tx, me, params, body, now }) => {
        const event = await managed(tx, params.eventId, me.userId);
        const selected = await readSelection(tx, files, me.userId, body.data);
        const inviting = invitingOf(event, me.userId, body.again, now);
        const counted = await countSelected(tx, selected, inviting);
        return {
          count: counted.count,
          skipped: {
            ...{ doubled: selected.doubled, invalid: selected.invalid.length, going: 0, invited: 0 },
            ...{ declined: 0, unreachable: 0, ...counted.skipped },
          },
          sources: counted.sources,
          places: counted.places,
          digest: digestOf(config.authSecret, counted.digest, body.type, inviting),
        };
      },
      reading,
    ),

    handle(
      api.invite,
      async (call) => {
        const { tx, me, params, body, now } = call;
        await managed(tx, params.eventId, me.userId);
        // A call that is repeated, because its answer was lost, is answered again.
        const known = await findMailingView(tx, { eventId: params.eventId }, body.id);
        if (known) {
          const skipped = skippedOf(invalidIn(body.data));
          return answered(peopleIn(known), { skipped, mailingId: body.id, startsAt: known.starts_epoc }, now);
        }
        const selected = await readSelection(tx, files, me.userId, body.data);
        return inTransaction(call, (inside) =>
          inviteAll(inside, { eventId: params.eventId, userId: me.userId, ...body }, selected),
        );
      },
      reading,
    ),

    handle(api.testInvite, async (call) => {
      const { tx, me, params, body } = call;
      const event = await managed(tx, params.eventId, me.userId);
      const written = writtenOf(body.emailContent);
      await sendCopy(call, { eventId: event.id, senderId: me.userId, ...written }, body.type, app);
      return { message: 'A test email is on its way to you.' };
    }),

    handle(
      api.listInviteUsers,
      async ({ tx, me, params, query, body, now }) => {
        const event = await managed(tx, params.eventId, me.userId);
        const selected = await readSelection(tx, files, me.userId, body.data);
        return listSelected(tx, selected, invitingOf(event, me.userId, false, now), query);
      },
      reading,
    ),

    handle(api.listMailings, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return { data: await listMailingViews(tx, { eventId: event.id }, KINDS) };
    }),

    handle(api.getMailing, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return assertFound(await findMailingView(tx, { eventId: event.id }, params.mailingId), core.notFound);
    }),

    handle(api.withdrawMailing, async (call) => {
      const { event, kind } = await ownMailing(call.tx, call.params, call.me.userId);
      const { sent, withdrawn } = await withdrawMailing(call, hooks[kind], call.params.mailingId);
      await tellHosts(call, event);
      const message = sent === 0 ? 'Taken back. Nothing was sent.' : `Stopped. ${lettersIn(sent)} had already left.`;
      return { message, sent, withdrawn };
    }),

    handle(api.resumeMailing, async (call) => {
      const { event } = await ownMailing(call.tx, call.params, call.me.userId);
      await resumeMailing(call, call.params.mailingId);
      await tellHosts(call, event);
      return { message: 'Sending goes on.' };
    }),

    handle(api.listInvitations, async ({ tx, me, params, query }) => {
      const event = await managed(tx, params.eventId, me.userId);
      const page = await pageInvitations(tx, event.id, query);
      return { ...page, counts: { ...NONE, ...page.counts } };
    }),

    handle(api.getLetterInvitation, async ({ tx, me, params, query }) => {
      const pass = tokens.read(query.token);
      const id = pass && ('participationId' in pass ? pass.participationId : invitationOf(pass));
      const found = id && (await findLetterInvitation(tx, params.eventId, id, me?.userId ?? null));
      if (!found) return { data: null };
      const { address, ...invitation } = found;
      return { data: { ...invitation, sentTo: maskedAddress(address) } };
    }),

    handle(api.resendInvitations, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const known = await findMailingView(tx, { eventId: event.id }, body.id);
      if (known) return resent(known.id, peopleIn(known));
      assertAllowed(canInvite(event, Math.floor(now.getTime() / 1000)));
      await needAllowance(call, me.userId, body.ids.length, { new: OUTREACH.new, later: config.invitesPerDay });
      const before = await findLetterOf(tx, event.id, body.ids);
      if (!before) return resent(null, 0);
      const about = { id: body.id, kind: 'event_invitation', eventId: event.id, senderId: me.userId } as const;
      const again = { mailingId: body.id, before: new Date(now.getTime() - RESEND_DAYS * DAY) };
      const count = await queueMailing(call, { ...about, ...before }, async () =>
        lettersFor(await requeue(tx, event.id, body.ids, again)),
      );
      if (count === undefined) return refuse(core.notFound);
      if (count === 0) await deleteMailing(tx, body.id);
      await tellHosts(call, event);
      return resent(count === 0 ? null : body.id, count);
    }),

    handle(api.revokeInvitations, async (call) => {
      const { tx, me, params, body } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const found = await listInvitations(tx, event.id, body.ids);
      const open = found.filter(({ state, status }) => isOpen(state) && (status === null || status === 'invited'));
      if (open.length === 0) refuse(refusals.answered);
      const ids = open.map(({ id }) => id);
      await dropLetters(
        tx,
        ids,
        open.map(({ mailingId }) => mailingId ?? '').filter((id) => id !== ''),
      );
      await revokeAll(tx, event.id, ids);
      const change = { role: 'guest', status: 'not_going', approved: false, actorId: me.userId } as const;
      const listed = (await listParticipations(tx, event.id, ids)).filter(({ status }) => status === 'invited');
      await moveAll(
        call,
        listed.map((before) => ({ before, change })),
      );
      await auditEvent(call, event, me.userId, 'event.uninvited', { after: { count: ids.length } });
      await tellHosts(call, event);
      return {
        message: ids.length === 1 ? 'Invitation revoked.' : `${ids.length} invitations revoked.`,
        data: { count: ids.length },
      };
    }),
  ];
}

/** The invitation that a link is of, if its reader answers for themselves. */
const invitationOf = (pass: Pass) => ('invitationId' in pass ? pass.invitationId : undefined);

const NONE = { queued: 0, sent: 0, opened: 0, failed: 0, accepted: 0, declined: 0, revoked: 0 } as const;

function answered(count: number, rest: { skipped: string[]; mailingId: string; startsAt: number }, now: Date) {
  const what = count === 1 ? '1 invitation is' : `${count.toLocaleString('en')} invitations are`;
  return { message: leavesSaid(what, rest.startsAt, now), data: { count, ...rest } };
}

function resent(mailingId: string | null, count: number) {
  const message =
    count === 0
      ? 'Nobody was emailed: each invitation can be sent once a day.'
      : `${count === 1 ? '1 invitation' : `${count} invitations`} will be sent again.`;
  return { message, data: { mailingId, count } };
}

/** The event of a mailing, which its hosts may stop. Mailings of other events do not exist for them. */
async function ownMailing(
  tx: Db,
  params: { eventId: string; mailingId: string },
  userId: string,
): Promise<{ event: EventFacts; kind: keyof Hooks }> {
  const event = await lockedEvent(tx, params.eventId, userId);
  const { kind } = assertFound(await findMailingView(tx, { eventId: event.id }, params.mailingId), core.notFound);
  return { event, kind: kind as keyof Hooks };
}
