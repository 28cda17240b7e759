import { readAddress } from '@folkmoot/contract/core/email.ts';
import { refusals as lists } from '@folkmoot/contract/core/list.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/invitations/community-api.ts';
import {
  COMMUNITY_INVITES,
  type CommunityLetter,
  type InvitedTo,
  refusals,
} from '@folkmoot/contract/invitations/community-schema.ts';
import { refusals as events, RESEND_DAYS } from '@folkmoot/contract/invitations/schema.ts';
import { GRACE, type MailingView } from '@folkmoot/contract/mailings/schema.ts';
import { listAddable } from '../../channels/store.ts';
import { audit } from '../../communities/actions.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import type { Files } from '../../core/files/files.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { escapeHtml } from '../../core/http/escape-html.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { cleanHtml, textOf } from '../../core/http/html.ts';
import { newId } from '../../core/id.ts';
import type { Member } from '../../core/security/session.ts';
import { type MailingHooks, queueMailing, resumeMailing, withdrawMailing } from '../../mailings/actions.ts';
import { deleteMailing, dropLetters, findMailingView, listMailingViews } from '../../mailings/store.ts';
import { releaseList, uploadedList } from '../../media/lists-actions.ts';
import { type LetterConfig, leavesSaid, lettersIn, needAllowance, peopleIn } from '../actions.ts';
import { peopleOf, skippedOf } from '../selection-actions.ts';
import { sendCommunityCopy } from './community-actions.ts';
import * as store from './community-store.ts';

const DAY = 86_400_000;

type Limits = { config: Pick<Config, 'invitesPerDay'>; files: Files };

const seesAll = ({ permissions }: Member) => permissions.includes('MANAGE_MEMBERS');

/** Calls with which members invite people to their community by email, and see what became of it. */
export function communityInvitationHandlers(
  app: LetterConfig & Limits,
  hooks: Pick<MailingHooks, 'lettersWithdrawn'>,
): Binding[] {
  /** Refuses if these letters are more than a member may have sent in a day. */
  const needRoom = (call: CommandContext, member: Member, letters: number) =>
    needAllowance(call, member.userId, letters, {
      new: COMMUNITY_INVITES.new,
      later: seesAll(member) ? app.config.invitesPerDay : Math.min(COMMUNITY_INVITES.member, app.config.invitesPerDay),
    });
  /** Queues the letters to those of these people who can be invited. Idempotent by the id of the mailing. */
  const inviteAll = async (
    call: CommandContext,
    member: Member,
    { id, channelIds, ...letter }: CommunityLetter & { id: string; channelIds: string[] },
    { addresses, skipped }: { addresses: readonly store.Address[]; skipped: string[] },
  ) => {
    const { tx, now } = call;
    const { serverId, userId } = member;
    const known = await ownMailing(tx, member, id);
    if (known) return { ...answered(peopleIn(known), [], known.starts_epoc, now), skipped, mailingId: id };
    const written = writtenOf(letter);
    const chosen = [...new Set(channelIds)];
    if ((await listAddable(tx, serverId, userId, chosen)).length < chosen.length) refuse(refusals.channelUnknown);
    const about = { id, kind: 'community_invitation', serverId, senderId: userId } as const;
    let made: store.Inserted = { invited: [], before: [], unreachable: 0 };
    const count = await queueMailing(call, { ...about, ...written, note: {} }, async () => {
      const to = { mailingId: id, channelIds: chosen };
      made = await store.insertInvitations(tx, addresses, { ...whose(member), now }, to);
      // After the addresses are known to be new: asking again for people who were invited costs nothing.
      if (made.invited.length > 0) await needRoom(call, member, 0);
      return lettersFor(made.invited);
    });
    // Another mailing has this id.
    if (count === undefined) return refuse(core.notFound);
    const rest = { skipped, unreachable: made.unreachable };
    if (count === 0) {
      await deleteMailing(tx, id);
      return { ...answered(0, made.before, null, now), ...rest };
    }
    await audit(call, { serverId, actorId: userId, action: 'invite.emailed', after: { count } });
    const startsAt = Math.floor(now.getTime() / 1000) + GRACE;
    return { ...answered(count, made.before, startsAt, now), ...rest, mailingId: id };
  };
  const whose = (member: Member) => ({
    serverId: member.serverId,
    inviterId: member.userId,
    seesAll: seesAll(member),
  });

  return [
    handle(api.inviteByEmail, async (call) => {
      const read = call.body.emails.map((typed) => ({ typed, address: readAddress(typed) }));
      const skipped = skippedOf(read.filter(({ address }) => address === null).map(({ typed }) => typed));
      const addresses = read.flatMap(({ address }) => address ?? []);
      if (addresses.length === 0)
        return refuse(refusals.nobodyValid, { emails: refusals.nobodyValid.message, skipped: skipped.join('\n') });
      return inviteAll(call, call.member, call.body, { addresses, skipped });
    }),

    // The file is read before the transaction begins: it may come over a network, and takes a moment.
    handle(
      api.inviteByList,
      async (call) => {
        const { tx, me, member, body } = call;
        if (await ownMailing(tx, member, body.id)) return inviteAll(call, member, body, { addresses: [], skipped: [] });
        const bytes = await uploadedList(tx, app.files, body.file, me.userId);
        if (!bytes) return refuse(lists.missing);
        const { entries, invalid } = await peopleOf(bytes, body);
        return inTransaction(call, async (inside) => {
          const answer = await inviteAll(inside, member, body, { addresses: entries, skipped: skippedOf(invalid) });
          await releaseList(inside, body.file, me.userId);
          return answer;
        });
      },
      { transaction: false, outside: true },
    ),

    handle(api.testCommunityInvite, async (call) => {
      const { me, member, body } = call;
      const { subject, html } = writtenOf(body);
      await sendCommunityCopy(call, { serverId: member.serverId, senderId: me.userId, subject, html }, app);
      return { message: 'A test email is on its way to you.' };
    }),

    handle(api.listEmailInvitations, async ({ tx, member, query }) => {
      const page = await store.pageInvitations(tx, whose(member), query);
      return { ...page, counts: { ...NONE, ...page.counts } };
    }),

    handle(api.resendEmailInvitations, async (call) => {
      const { tx, me, member, body, now } = call;
      const { serverId } = member;
      const known = await ownMailing(tx, member, body.id);
      if (known) return resent(known.id, peopleIn(known));
      const before = await store.findLetterOf(tx, serverId, body.ids);
      if (!before) return resent(null, 0);
      await needRoom(call, member, body.ids.length);
      const about = { id: body.id, kind: 'community_invitation', serverId, senderId: me.userId } as const;
      const again = { mailingId: body.id, before: new Date(now.getTime() - RESEND_DAYS * DAY) };
      const count = await queueMailing(call, { ...about, ...before }, async () =>
        lettersFor(await store.requeue(tx, whose(member), body.ids, again)),
      );
      if (count === undefined) return refuse(core.notFound);
      if (count === 0) await deleteMailing(tx, body.id);
      return resent(count === 0 ? null : body.id, count);
    }),

    handle(api.revokeEmailInvitations, async (call) => {
      const { tx, me, member, body } = call;
      const { serverId } = member;
      const found = await store.listByIds(tx, serverId, body.ids, true);
      const open = found.filter(
        ({ state, inviterId }) =>
          state !== 'joined' && state !== 'revoked' && (seesAll(member) || inviterId === me.userId),
      );
      if (open.length === 0) refuse(events.answered);
      const ids = open.map(({ id }) => id);
      await dropLetters(
        tx,
        ids,
        open.flatMap(({ mailingId }) => mailingId ?? []),
      );
      await store.revokeAll(tx, serverId, ids);
      await audit(call, { serverId, actorId: me.userId, action: 'invite.unemailed', after: { count: ids.length } });
      return {
        message: ids.length === 1 ? 'Invitation revoked.' : `${ids.length} invitations revoked.`,
        data: { count: ids.length },
      };
    }),

    handle(api.listCommunityMailings, async ({ tx, member }) => {
      const by = seesAll(member) ? undefined : member.userId;
      return { data: await listMailingViews(tx, { serverId: member.serverId }, ['community_invitation'], by) };
    }),

    handle(api.withdrawCommunityMailing, async (call) => {
      assertFound(await ownMailing(call.tx, call.member, call.params.mailingId), core.notFound);
      const { sent, withdrawn } = await withdrawMailing(call, hooks, call.params.mailingId);
      const message = sent === 0 ? 'Taken back. Nothing was sent.' : `Stopped. ${lettersIn(sent)} had already left.`;
      return { message, sent, withdrawn };
    }),

    handle(api.resumeCommunityMailing, async (call) => {
      assertFound(await ownMailing(call.tx, call.member, call.params.mailingId), core.notFound);
      await resumeMailing(call, call.params.mailingId);
      return { message: 'Sending goes on.' };
    }),
  ];
}

const NONE = { queued: 0, sent: 0, failed: 0, joined: 0, revoked: 0 } as const;

/** A mailing of the community that the member has sent, or any with MANAGE_MEMBERS. */
async function ownMailing(tx: Db, member: Member, id: string): Promise<MailingView | undefined> {
  const view = await findMailingView(tx, { serverId: member.serverId }, id);
  return view && (seesAll(member) || view.by?.id === member.userId) ? view : undefined;
}

const lettersFor = (invited: readonly store.Invited[]) =>
  invited.map(({ id, address, key }) => ({ id: newId(), address, key, targetId: id }));

/** The words of a letter as they are kept. */
function writtenOf({ subject, body, body_html }: CommunityLetter): { subject: string; html: string; body: string } {
  const paragraphs = body
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`);
  const html = cleanHtml(body_html.trim() === '' ? paragraphs.join('') : body_html);
  const text = textOf(html);
  if (text === '') refuse(refusals.letterBlank);
  return { subject, html, body: text };
}

function answered(count: number, data: InvitedTo[], startsAt: number | null, now: Date) {
  const what = count === 1 ? '1 invitation is' : `${count.toLocaleString('en')} invitations are`;
  const message = count === 0 || startsAt === null ? 'Nobody was invited.' : leavesSaid(what, startsAt, now);
  return { message, data, unreachable: 0, count, mailingId: null as string | null, startsAt };
}

function resent(mailingId: string | null, count: number) {
  const message =
    count === 0
      ? 'Nobody was emailed: each invitation can be sent once a day.'
      : `${count === 1 ? '1 invitation' : `${count} invitations`} will be sent again.`;
  return { message, data: { mailingId, count } };
}
