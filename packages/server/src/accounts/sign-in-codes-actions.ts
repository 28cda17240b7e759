import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { runCommand } from '../core/command.ts';
import { HttpError } from '../core/http/errors.ts';
import type { SignInParts } from './actions.ts';
import type { Codes } from './codes-actions.ts';
import type { CodePurpose } from './codes-store.ts';
import { passwordRefusal } from './passwords-actions.ts';
import { deleteLinks } from './providers/providers-store.ts';
import { distrustPassword } from './store.ts';

/** What the routes tell the library about a call, since it does not see our cookies. */
export const TOLD = {
  asker: 'x-folkmoot-asker',
  caller: 'x-folkmoot-caller',
  known: 'x-folkmoot-known',
  ticket: 'x-folkmoot-ticket',
  address: 'x-folkmoot-address',
} as const;

type Told = { get(name: string): string | null };

/** Who asks, as determined by the routes. */
export function askerOf(headers: Told | undefined) {
  return {
    asker: headers?.get(TOLD.asker) ?? '',
    caller: headers?.get(TOLD.caller) ?? '',
    known: headers?.get(TOLD.known) === 'yes',
  };
}

const REFUSED = { wrong: 'INVALID_OTP', expired: 'OTP_EXPIRED', spent: 'TOO_MANY_ATTEMPTS' } as const;

/**
 * Emailed codes as a plugin of the sign-in library, instead of its own: there a code belongs to an address, so that
 * anybody can use up its tries or replace it; here it belongs to the browser that asked (docs/decisions/025).
 */
export function mailedCodes({ db, services, config }: SignInParts, codes: Codes) {
  const check = async (purpose: CodePurpose, email: string, code: string, asker: string) => {
    const result = await codes.check(db, { email, purpose, asker, code }, services.clock.now());
    if (result !== 'right') throw new APIError('BAD_REQUEST', { code: REFUSED[result], message: 'Not right.' });
  };
  const Otp = z.object({ email: z.string(), otp: z.string() });

  /** Signs in a person who has proved that they read the address; it counts as confirmed from now on. */
  const signIn = (path: string, purpose: CodePurpose) =>
    createAuthEndpoint(path, { method: 'POST', body: Otp }, async (ctx) => {
      const { email, otp } = ctx.body;
      await check(purpose, email, otp, askerOf(ctx.headers).asker);
      const found = await ctx.context.internalAdapter.findUserByEmail(email);
      if (!found) throw new APIError('BAD_REQUEST', { code: REFUSED.wrong, message: 'Not right.' });
      let { user } = found;
      if (!user.emailVerified) {
        await distrustPassword(db, email, ctx.headers?.get(TOLD.ticket) ?? '');
        user = (await ctx.context.internalAdapter.updateUser(user.id, { emailVerified: true })) ?? user;
      }
      const session = await ctx.context.internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
      return ctx.json({ user: { id: user.id, email: user.email } });
    });

  return {
    id: 'mailed-codes',
    endpoints: {
      sendMailedCode: createAuthEndpoint(
        '/email-otp/send-verification-otp',
        {
          method: 'POST',
          body: z.object({ email: z.string(), type: z.enum(['sign-in', 'email-verification', 'forget-password']) }),
        },
        async (ctx) => {
          const { email, type } = ctx.body;
          await runCommand(db, services, true, (command) =>
            codes.ask(command, email, type, askerOf(ctx.headers)),
          ).catch((error: unknown) => {
            throw error instanceof HttpError
              ? new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_CODES', message: error.message })
              : error;
          });
          return ctx.json({});
        },
      ),
      signInByMailedCode: signIn('/sign-in/email-otp', 'sign-in'),
      confirmByMailedCode: signIn('/email-otp/verify-email', 'email-verification'),
      resetByMailedCode: createAuthEndpoint(
        '/email-otp/reset-password',
        { method: 'POST', body: Otp.extend({ password: z.string() }) },
        async (ctx) => {
          const { email, otp, password } = ctx.body;
          await check('forget-password', email, otp, askerOf(ctx.headers).asker);
          const { internalAdapter, password: hashing } = ctx.context;
          const found = await internalAdapter.findUserByEmail(email);
          if (!found) throw new APIError('BAD_REQUEST', { code: REFUSED.wrong, message: 'Not right.' });
          const { user } = found;
          const { firstName, lastName, username } = user as unknown as Record<string, string>;
          // Only now: earlier, the answer would reveal the person's name to strangers.
          if (passwordRefusal(password, { email, names: [firstName, lastName, username], product: config.appName }))
            throw new APIError('BAD_REQUEST', { code: 'KNOWN_PASSWORD', message: 'Known.' });
          const hash = await hashing.hash(password);
          if (await internalAdapter.findCredentialAccount(user.id)) await internalAdapter.updatePassword(user.id, hash);
          else
            await internalAdapter.createAccount({
              userId: user.id,
              providerId: 'credential',
              accountId: user.id,
              password: hash,
            });
          if (!user.emailVerified) await internalAdapter.updateUser(user.id, { emailVerified: true });
          // Somebody who was in the account may have connected one of their own.
          await deleteLinks(db, user.id);
          await internalAdapter.deleteUserSessions(user.id);
          return ctx.json({ user: { id: user.id } });
        },
      ),
    },
  };
}
