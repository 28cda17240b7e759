import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import { z } from 'zod';
import { type CommandContext, runCommand } from '../core/command.ts';
import { isSecure } from '../core/http/cookies.ts';
import { HttpError } from '../core/http/errors.ts';
import { newId } from '../core/id.ts';
import { type Me, TOKEN } from '../core/security/session.ts';
import type { AppContext } from '../core/slice.ts';
import { createCodes } from './codes-actions.ts';
import type { CodePurpose } from './codes-store.ts';
import { providerSessions } from './providers/session-actions.ts';
import { appCodesOnce, passkeys, secondStep } from './second-step-actions.ts';
import { askerOf, mailedCodes } from './sign-in-codes-actions.ts';
import { claimInstallation } from './store.ts';

const DAYS = 24 * 60 * 60;

/** What the sign-in library is made from. */
export type SignInParts = Pick<AppContext, 'config' | 'db' | 'services' | 'hashing' | 'log' | 'appUrl'> & {
  /** What later slices do when a person signs in, and has thereby proved that they own their address. */
  signedIn(command: CommandContext, userId: string): Promise<void>;
};

/** The options of the sign-in library: our tables, our ids, our emails, and no more than the product uses. */
export function signInOptions(parts: SignInParts) {
  const { config, db, services, hashing, log, appUrl, signedIn } = parts;
  const codes = createCodes(config);
  /** Too many codes: no more are sent, and the page says so when the person asks for another. */
  const askFor = (email: string, purpose: CodePurpose, request: Request | undefined) =>
    runCommand(db, services, true, (command) => codes.ask(command, email, purpose, askerOf(request?.headers))).catch(
      (error: unknown) => {
        if (!(error instanceof HttpError)) throw error;
      },
    );
  return {
    appName: config.appName,
    basePath: '/auth',
    secret: config.authSecret,
    database: { db, type: 'postgres' as const },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    trustedOrigins: () => [appUrl()],
    advanced: {
      cookiePrefix: 'folkmoot',
      useSecureCookies: isSecure(config),
      // Stated explicitly: the library skips the check if it thinks that it is being tested.
      disableOriginCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/auth' },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-folkmoot-address'] },
    },
    logger: {
      log: (level: 'info' | 'warn' | 'error' | 'debug' | 'success', message: string) =>
        log[level === 'error' ? 'warn' : 'debug']({ part: 'sign-in' }, message),
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        firstName: { type: 'string' as const, required: true, fieldName: 'first_name' },
        lastName: { type: 'string' as const, required: true, fieldName: 'last_name' },
        username: { type: 'string' as const, required: true, unique: true },
        timeZone: { type: 'string' as const, required: true, fieldName: 'time_zone', defaultValue: 'UTC' },
        searchText: {
          type: 'string' as const,
          required: true,
          fieldName: 'search_text',
          input: false as const,
          defaultValue: '',
        },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: 30 * DAYS,
      // Also what the list of sessions shows as the last use, to ten minutes.
      updateAge: 10 * 60,
      // We check freshness ourselves: a session proves a factor, however old it is.
      freshAge: 0,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      password: hashing.passwords,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      requireEmailVerification: true,
      autoSignIn: false,
      revokeSessionsOnPasswordReset: true,
      // The answer is the same as for a new address; only its owner learns that it is known.
      onExistingUserSignUp: ({ user }: { user: { email: string } }, request?: Request) =>
        askFor(user.email, 'known', request),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      sendVerificationEmail: ({ user }: { user: { email: string } }, request?: Request) =>
        askFor(user.email, 'email-verification', request),
    },
    hooks: { before: appCodesOnce(db, codes, services.clock) },
    plugins: [
      mailedCodes(parts, codes),
      providerSessions(db),
      secondStep(config),
      passkeys(config, db),
      jwt({
        jwt: {
          issuer: TOKEN.issuer,
          audience: TOKEN.audience,
          expirationTime: `${TOKEN.minutes}m`,
          getSubject: ({ user }) => user.id,
          definePayload: ({ session }) => ({ sid: session.id }),
        },
        schema: {
          jwks: {
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
        disableSettingJwtHeader: true,
      }),
    ],
    databaseHooks: {
      user: {
        create: {
          before: async (user: Record<string, unknown>) => {
            const names = user as Pick<PersonView, 'firstName' | 'lastName' | 'username'>;
            return { data: { ...user, name: fullName(names), searchText: searchTextOf(names) } as never };
          },
        },
        // The first to confirm an address owns the installation; a sign-up alone proves nothing.
        update: {
          after: async (user: { id: string; emailVerified: boolean }) =>
            user.emailVerified ? claimInstallation(db, user.id) : undefined,
        },
      },
      session: {
        // Only a confirmed address leads to a session: what was done under it is this person's.
        create: {
          after: async (session: { userId: string }) => {
            await runCommand(db, services, true, (command) => signedIn(command, session.userId));
          },
        },
        delete: {
          after: async (session: { id: string; userId: string }) =>
            services.deliver([{ do: 'close', userId: session.userId, sessionId: session.id }]),
        },
      },
    },
  };
}

/** The text that searches for a person look through. */
export function searchTextOf(person: { firstName: string; lastName: string; username: string }): string {
  return fold(`${person.firstName} ${person.lastName} ${person.username}`);
}

/**
 * Makes the library take every address that ours takes: it checks them once more by Zod's own pattern, has no setting
 * for it, and would refuse `a&b@x.org` and `info@x.xn--p1ai`. Each was checked by the contract before the library is asked.
 */
function takeOurAddresses(): void {
  z.regexes.email.compile(/^[^@\s]+@[a-z0-9.-]+$/.source);
}

/** The sign-in library, ready to answer. */
export function createSignIn(parts: SignInParts) {
  takeOurAddresses();
  return betterAuth(signInOptions(parts));
}

export type SignIn = ReturnType<typeof createSignIn>;

/** The session that these cookies of a browser belong to, which may be older than sessions last. */
export async function sessionIn(signIn: SignIn, cookies: string): Promise<Me | undefined> {
  const found = await signIn.api.getSession({
    headers: new Headers({ cookie: cookies }),
    query: { disableRefresh: true },
  });
  return found ? { sessionId: found.session.id, userId: found.user.id } : undefined;
}
