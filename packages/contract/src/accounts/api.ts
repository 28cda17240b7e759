import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith } from '../core/page.ts';
import { ProviderView } from './providers-schema.ts';
import {
  Avatar,
  Code,
  DemoSignIn,
  Email,
  PasskeyAnswer,
  PasskeyName,
  PasswordChange,
  PasswordReset,
  ProfileFields,
  ProfileView,
  Proof,
  RecoveryCode,
  refusals,
  SessionView,
  SignIn,
  SignUp,
  Username,
} from './schema.ts';
import { SecurityView } from './security-schema.ts';

/* The sign-in library answers these, at its own paths under /auth. */

/** Signed in, or with `twoFactorRedirect` only half: the second step is still missing. */
const SignedIn = z.object({ twoFactorRedirect: z.literal(true).optional() });

export const signUp = endpoint('POST /auth/sign-up/email', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Create an account; a code to confirm the address is sent by email.',
  body: SignUp,
  returns: z.object({}),
  refuses: [refusals.usernameTaken, refusals.commonPassword, refusals.knownPassword],
});

export const signIn = endpoint('POST /auth/sign-in/email', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Sign in with a password; sets the session cookie, or asks for the second step.',
  body: SignIn,
  returns: SignedIn,
  refuses: [refusals.wrongPassword, refusals.unverified],
});

export const sendCode = endpoint('POST /auth/email-otp/send-verification-otp', {
  who: 'public',
  by: 'library',
  perMinute: 5,
  summary: 'Email a six-digit code. The answer is the same whether or not the address is known.',
  body: z.object({ email: Email, type: z.enum(['sign-in', 'email-verification', 'forget-password']) }),
  returns: z.object({}),
  refuses: [refusals.tooManyCodes],
});

export const signInByCode = endpoint('POST /auth/sign-in/email-otp', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Sign in with the code emailed to this browser; sets the session cookie, or asks for the second step.',
  body: z.object({ email: Email, otp: Code }),
  returns: SignedIn,
  refuses: [refusals.wrongCode, refusals.expiredCode, refusals.tooManyTries],
});

export const verifyEmail = endpoint('POST /auth/email-otp/verify-email', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Confirm an address with the emailed code, and sign in.',
  body: z.object({ email: Email, otp: Code }),
  returns: SignedIn,
  refuses: [refusals.wrongCode, refusals.expiredCode, refusals.tooManyTries],
});

export const resetPassword = endpoint('POST /auth/email-otp/reset-password', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Choose a new password with the emailed code; ends every session.',
  body: PasswordReset,
  returns: z.object({}),
  refuses: [
    refusals.wrongCode,
    refusals.expiredCode,
    refusals.tooManyTries,
    refusals.commonPassword,
    refusals.knownPassword,
  ],
});

export const changePassword = endpoint('POST /auth/change-password', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 10,
  summary: 'Change the password; ends the other sessions.',
  body: PasswordChange,
  returns: z.object({}),
  refuses: [refusals.wrongCurrentPassword, refusals.commonPassword, refusals.knownPassword],
});

export const checkAppCode = endpoint('POST /auth/two-factor/verify-totp', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary:
    'The second step of signing in, with a code from an authenticator app; while signed in, turns two-step sign-in on.',
  body: z.object({ code: Code }),
  returns: z.object({}),
  refuses: [refusals.wrongAppCode, refusals.secondStepOver, refusals.secondStepLocked],
});

export const checkRecoveryCode = endpoint('POST /auth/two-factor/verify-backup-code', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'The second step of signing in, with a recovery code, which works once.',
  body: z.object({ code: RecoveryCode }),
  returns: z.object({}),
  refuses: [refusals.wrongRecoveryCode, refusals.secondStepOver, refusals.secondStepLocked],
});

/** Left out where the account has no password; the session must then be fresh. */
const OwnPassword = z.object({ password: z.string().min(1, 'Password is required.').max(400).optional() });

export const beginTwoStep = endpoint('POST /auth/two-factor/enable', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 10,
  summary: 'Start setting up two-step sign-in: the secret for an app, and recovery codes. A first code turns it on.',
  body: OwnPassword,
  returns: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
  refuses: [refusals.wrongOwnPassword, refusals.twoStepOn],
});

export const endTwoStep = endpoint('POST /auth/two-factor/disable', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 10,
  summary: 'Turn two-step sign-in off.',
  body: OwnPassword,
  returns: z.object({}),
  refuses: [refusals.wrongOwnPassword],
});

export const renewRecoveryCodes = endpoint('POST /auth/two-factor/generate-backup-codes', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 10,
  summary: 'New recovery codes; the old ones stop working.',
  body: OwnPassword,
  returns: z.object({ backupCodes: z.array(z.string()) }),
  refuses: [refusals.wrongOwnPassword, refusals.twoStepOff],
});

export const passkeyQuestion = endpoint('GET /auth/passkey/generate-authenticate-options', {
  who: 'public',
  by: 'library',
  perMinute: 20,
  summary: 'WebAuthn request options for signing in with a passkey.',
  returns: z.looseObject({ challenge: z.string() }),
});

export const signInByPasskey = endpoint('POST /auth/passkey/verify-authentication', {
  who: 'public',
  by: 'library',
  perMinute: 10,
  summary: 'Sign in with a passkey, which needs no second step; sets the session cookie.',
  body: z.object({ response: PasskeyAnswer }),
  returns: z.object({}),
  refuses: [refusals.passkeyRefused],
});

export const newPasskeyQuestion = endpoint('GET /auth/passkey/generate-register-options', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 20,
  summary: 'WebAuthn creation options for a new passkey.',
  returns: z.looseObject({ challenge: z.string() }),
  refuses: [refusals.tooManyPasskeys],
});

export const addPasskey = endpoint('POST /auth/passkey/verify-registration', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 10,
  summary: 'Save a new passkey.',
  body: z.object({ response: PasskeyAnswer, name: PasskeyName }),
  returns: z.object({}),
  refuses: [refusals.passkeyRefused],
});

export const renamePasskey = endpoint('POST /auth/passkey/update-passkey', {
  who: 'signedIn',
  by: 'library',
  perMinute: 20,
  summary: 'Rename a passkey.',
  body: z.object({ id: Id, name: PasskeyName }),
  returns: z.object({}),
});

export const removePasskey = endpoint('POST /auth/passkey/delete-passkey', {
  who: 'signedIn',
  by: 'library',
  fresh: true,
  perMinute: 20,
  summary: 'Remove a passkey.',
  body: z.object({ id: Id }),
  returns: z.object({}),
});

export const accessToken = endpoint('GET /auth/token', {
  who: 'public',
  by: 'library',
  perMinute: 60,
  summary:
    'A fresh 15-minute access token for the session in the cookie; 204 for a visitor without any, 401 once the session has ended.',
  returns: z.object({ token: z.string() }),
});

export const signOut = endpoint('POST /auth/sign-out', {
  who: 'public',
  by: 'library',
  summary: 'End this session.',
  body: z.object({}),
  returns: z.object({}),
});

/* Ours. */

export const getInstallation = endpoint('GET /api/v1/public/installation', {
  who: 'public',
  summary:
    "What the sign-in page needs to know: the installation's name, whether it has an owner yet, and the demo sign-ins.",
  returns: z.object({
    name: z.string(),
    /** False until the first person signs up, who then owns the installation. */
    owned: z.boolean(),
    people: z.int(),
    /** The services that people can sign in with. */
    providers: z.array(ProviderView),
    /** Only in the embedded demo, on loopback. */
    demo: z.array(DemoSignIn),
    /** Where to read the emails, when the sandbox's mailbox receives them. */
    mailboxUrl: z.string().nullable(),
  }),
});

export const getMe = endpoint('GET /api/v1/auth/me', {
  who: 'signedIn',
  summary: 'The signed-in person and session.',
  returns: z.object({ user: ProfileView, sessionId: Id, isInstallationOwner: z.boolean() }),
});

export const isUsernameFree = endpoint('GET /api/v1/public/username-available', {
  who: 'public',
  perMinute: 60,
  summary: 'Whether a username is still available.',
  query: z.object({ username: Username }),
  returns: z.object({ available: z.boolean() }),
});

export const listSessions = endpoint('GET /api/v1/auth/sessions', {
  who: 'signedIn',
  summary: 'Where the caller is signed in: device, address, last use.',
  returns: z.object({ data: z.array(SessionView) }),
});

export const getSecurity = endpoint('GET /api/v1/auth/security', {
  who: 'signedIn',
  summary: 'How the caller can sign in: password, two-step sign-in, passkeys, connected accounts.',
  returns: SecurityView,
});

export const sendProofCode = endpoint('POST /api/v1/auth/confirm/code', {
  who: 'signedIn',
  perMinute: 3,
  summary: "Email a code to the caller's own address, to confirm that it is them.",
  returns: Done,
  refuses: [refusals.tooManyCodes],
});

export const confirmItIsMe = endpoint('POST /api/v1/auth/confirm', {
  who: 'signedIn',
  perMinute: 5,
  summary: 'Confirm with a factor that it is still the same person. Valid for ten minutes in this session.',
  body: Proof,
  returns: Done,
  refuses: [refusals.wrongOwnPassword, refusals.wrongAppCode, refusals.wrongCode],
});

export const endSession = endpoint('DELETE /api/v1/auth/sessions/:sessionId', {
  who: 'signedIn',
  fresh: true,
  summary: "Sign out one of the caller's sessions.",
  returns: Done,
});

export const endAllSessions = endpoint('DELETE /api/v1/auth/sessions', {
  who: 'signedIn',
  fresh: true,
  summary: 'Sign out everywhere, including here.',
  returns: Done,
});

export const listAvatars = endpoint('GET /api/v1/auth/avatars', {
  who: 'signedIn',
  summary: 'Pictures to choose from, page by page.',
  query: z.object({
    type: z.enum(['user', 'community']).default('user'),
    page: z.coerce.number().int().min(1).max(1000).default(1),
    limit: z.coerce.number().int().min(1).max(12).default(12),
  }),
  returns: z.object({ data: z.array(Avatar), count: z.int() }),
});

export const getProfile = endpoint('GET /api/v1/profile/:userId', {
  who: 'signedIn',
  summary: "A person's profile; only the person themselves gets the address and the phone number.",
  returns: ProfileView,
});

export const updateProfile = endpoint('PATCH /api/v1/profile', {
  who: 'signedIn',
  summary: 'Change your own profile.',
  body: ProfileFields.partial(),
  returns: doneWith(ProfileView),
  refuses: [refusals.usernameTaken],
});

/** Sent to a person's own sockets when sessions end, so that every tab finds out at once. */
export const sessionEnded = liveEvent('session.ended', z.object({ sessionId: Id.nullable() }));

/** Sent to a person's own devices when their profile changes; others see it with the next answer. */
export const personChanged = liveEvent('person.changed', z.object({ userId: Id }));

/** Sent to everyone who watches a person: they came online, or went offline. */
export const presenceChanged = liveEvent('presence', z.object({ userId: Id, present: z.boolean() }));
