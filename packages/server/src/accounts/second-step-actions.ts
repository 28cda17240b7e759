import { randomInt } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { createOTP } from '@better-auth/utils/otp';
import { PASSKEYS } from '@folkmoot/contract/accounts/schema.ts';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import type { SignIn } from './actions.ts';
import type { Codes } from './codes-actions.ts';
import { claimAppCode } from './codes-store.ts';
import { PROVIDER_SIGN_IN } from './providers/session-actions.ts';
import { countPasskeys, findAppSecret } from './security-store.ts';

/**
 * Every call that creates a session from one factor. A passkey is two: the device, and the finger or PIN that it asks
 * for.
 */
const ONE_FACTOR = ['/sign-in/email', '/sign-in/email-otp', '/email-otp/verify-email', PROVIDER_SIGN_IN];

/** Without letters and digits that look alike; about 49 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function recoveryCode(): string {
  const code = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Two-step sign-in by an authenticator app. The library asks for it after a password only; here after codes too. */
export function secondStep(config: Pick<Config, 'appName'>) {
  const plugin = twoFactor({
    issuer: config.appName,
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: 10 }, recoveryCode) },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => ONE_FACTOR.includes(path ?? ''),
  }));
  return { ...plugin, hooks: { after } };
}

/** Passkeys, which must ask for a finger, a face or a PIN: that makes each of them two factors. */
export function passkeys(config: Pick<Config, 'appName' | 'appUrl'>, db: Db) {
  const refuseUnless = (right: boolean | undefined) => {
    if (!right) throw new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED', message: 'Not verified.' });
  };
  return passkey({
    rpName: config.appName,
    rpID: config.appUrl === undefined ? 'localhost' : new URL(config.appUrl).hostname,
    // Otherwise the library would take the origin that the call itself names. On localhost its own origin check has
    // to do.
    ...(config.appUrl !== undefined && { origin: new URL(config.appUrl).origin }),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification, user }) => {
        refuseUnless(verification.registrationInfo?.userVerified);
        refuseUnless((await countPasskeys(db, user.id)) < PASSKEYS.most);
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => refuseUnless(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

/** The library accepts an app's code as often as it is sent; here each is valid once (RFC 6238, section 5.2). */
export function appCodesOnce(db: Db, codes: Codes, clock: Clock) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/two-factor/verify-totp') return;
    const session = await getSessionFromCtx(ctx);
    const cookie = ctx.context.createAuthCookie('two_factor').name;
    const halfway = await ctx.getSignedCookie(cookie, ctx.context.secret);
    const userId =
      session?.user.id ??
      (halfway ? (await ctx.context.internalAdapter.findVerificationValue(halfway))?.value : undefined);
    if (userId === undefined) return;
    const code = String((ctx.body as { code?: unknown }).code);
    if (!(await claimAppCode(db, userId, codes.hash(`app\n${code}`), clock.now())))
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Used before.' });
  });
}

/** True for the code that the person's app currently shows, the first time it is used. */
export async function isAppCode(
  { signIn, codes }: { signIn: SignIn; codes: Codes },
  db: Db,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const sealed = await findAppSecret(db, userId);
  if (sealed === undefined) return false;
  const { secretConfig } = await signIn.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: sealed });
  if (!(await claimAppCode(db, userId, codes.hash(`app\n${code}`), now))) return false;
  return createOTP(secret, { digits: 6, period: 30 }).verify(code);
}
