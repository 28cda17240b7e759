import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as api from '@folkmoot/contract/accounts/leaving-api.ts';
import { leavingRefusals as refusals } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import { noteErased } from '../../core/db/erased.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { AppContext } from '../../core/slice.ts';
import { createCodes } from '../codes-actions.ts';
import type { AccountHooks } from '../handlers.ts';
import { findAccountById } from '../store.ts';
import { LEAVING_QUEUE, noteOutcome } from './jobs.ts';
import { deletedMail, deletionCodeMail } from './leaving-mail.ts';
import * as store from './leaving-store.ts';

type Parts = Pick<AppContext, 'db' | 'config' | 'leaving' | 'clock' | 'appUrl'> & {
  hooks: Pick<AccountHooks, 'replacePortrait' | 'signedIn'>;
};

const newToken = () => randomBytes(24).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Calls with which people delete their account, and hand the installation over first. */
export function leavingHandlers({ db, config, leaving, clock, appUrl, hooks }: Parts): Binding[] {
  const codes = createCodes(config);
  const sender = () => ({ product: config.appName, origin: appUrl() });
  return [
    handle(api.findDeletionBlockers, async ({ tx, me, now }) => ({
      data: await leaving.blockers(tx, me.userId, now, false),
      counts: await leaving.counts(tx, me.userId, now),
    })),

    handle(api.sendDeletionCode, async (call) => {
      const { tx, me, params, now } = call;
      if (params.userId !== me.userId) refuse(core.notFound);
      const person = assertFound(await store.lockLeaver(tx, me.userId), core.signedOut);
      const token = newToken();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const asked = { ...me, tokenHash: hashOf(token), codeHash: codes.hash(`delete\n${hashOf(token)}\n${code}`) };
      const kept = await store.keepDeletionCode(tx, asked, now);
      if (kept !== 'kept') refuse(kept === 'too soon' ? refusals.codeTooSoon : refusals.tooManyDeletionCodes);
      await call.sendMail(deletionCodeMail({ to: person.email, code, ...sender() }));
      return { message: 'A code is on its way.', data: { token } };
    }),

    // No transaction: a wrong try counts even though it is refused.
    handle(
      api.checkDeletionCode,
      async ({ tx, me, body, now }) => {
        const tokenHash = hashOf(body.token);
        const token = newToken();
        const tried = { codeHash: codes.hash(`delete\n${tokenHash}\n${body.otp}`), deletionHash: hashOf(token) };
        if (!(await store.tryDeletionCode(tx, { ...me, tokenHash }, tried, now))) refuse(refusals.invalidOtp);
        return { message: 'Thank you. You can now delete your account.', data: { token } };
      },
      { transaction: false },
    ),

    // Its own transaction: what is written outside of the database comes right before its end, and right after.
    handle(
      api.deleteAccount,
      async (call) => {
        const { me, body } = call;
        let asked = false;
        const erase = async (command: CommandContext) => {
          const { tx, now } = command;
          const person = assertFound(await store.lockLeaver(tx, me.userId), core.signedOut);
          if (!(await store.takeDeletion(tx, { ...me, tokenHash: hashOf(body.token) }, now)))
            refuse(refusals.deletionExpired);
          // What was given to their address since they signed in is theirs to give up.
          await hooks.signedIn(command, me.userId);
          if ((await leaving.blockers(tx, me.userId, now, true)).length > 0) refuse(refusals.unsettled);
          await leaving.end(command, me.userId);
          await hooks.replacePortrait(command, me.userId, person.image, null);
          const ownReason = body.deletionReason === 'Other' ? (body.ownReason ?? '') : '';
          await store.emptyAccount(tx, person, { reason: body.deletionReason, ownReason }, now);
          await command.sendMail(deletedMail({ to: person.email, firstName: person.firstName, ...sender() }));
          command.invalidateSessions(me.userId);
          command.close(me.userId, null);
          command.wake(LEAVING_QUEUE);
          asked = true;
          await noteErased(config.dataDir, 'asked', me.userId, clock);
        };
        try {
          await inTransaction(call, erase);
        } catch (error) {
          // The commit has failed, or its answer was lost. If we cannot tell now, the next start does.
          if (asked) await noteOutcome({ db, config, clock }, me.userId).catch(() => undefined);
          throw error;
        }
        await noteErased(config.dataDir, 'gone', me.userId, clock);
        return { message: 'Your account has been deleted.' };
      },
      { transaction: false },
    ),

    handle(api.handOverInstallation, async ({ tx, me, body }) => {
      if ((await store.lockInstallation(tx)) !== me.userId) refuse(refusals.notTheOwner);
      if (body.userId === me.userId) refuse(refusals.ownsAlready);
      const taker = await findAccountById(tx, body.userId);
      if (!taker) return refuse(refusals.noSuchOwner);
      await store.setInstallationOwner(tx, me.userId, body.userId);
      return { message: `The installation now belongs to ${taker.name}.` };
    }),
  ];
}
