import { z } from 'zod';
import { emailAddress } from '../core/email.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { isSeen, lengthOf, oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Instant, TimeZone } from '../core/time.ts';

export const LIMITS = { name: 60, username: [3, 30], password: [10, 200], phone: 32, codeDigits: 6 } as const;

/** Avatars a page of the picker: on a desk, and on a phone. */
export const AVATAR_PAGE = { desk: 12, phone: 8 } as const;

/** Seconds until another code can be sent. */
export const RESEND_WAIT = 60;

/** How many minutes an emailed code is valid, and how often the browser that asked for it may mistype it. */
export const CODE = { minutes: 10, tries: 5 } as const;

/**
 * Codes that are emailed to one address: to browsers that signed in before, and to all others together. A caller's
 * first code of a day is sent however many others used up, up to `firstPerDay`.
 */
export const CODES_AT_MOST = { perCallerAnHour: 5, perHour: 10, perDay: 30, firstPerDay: 100 } as const;

/** Days that a session lasts at most, however often it is used. */
export const SESSION_DAYS = 90;

/** Minutes for which a session that proved a factor may do what cannot be undone. */
export const FRESH_MINUTES = 10;

/** Characters of a passkey's name, and how many a person may have. */
export const PASSKEYS = { name: 60, most: 20 } as const;

/** An email address in the one form that is stored and compared. */
export const Email = emailAddress('Enter an email address, like name@example.org.');

export const FirstName = text({
  required: 'First name is required.',
  max: [LIMITS.name, 'First name cannot exceed 60 characters.'],
})
  .transform(oneLine)
  .pipe(z.string().refine(isSeen, 'First name is required.'));
export const LastName = text({
  required: 'Last name is required.',
  max: [LIMITS.name, 'Last name cannot exceed 60 characters.'],
})
  .transform(oneLine)
  .pipe(z.string().refine(isSeen, 'Last name is required.'));

export const Username = z
  .string('Username is required.')
  .transform((raw) => raw.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Username is required.')
      .regex(
        /^[a-z0-9][a-z0-9_-]{2,29}$/,
        'Use 3 to 30 letters, digits, hyphens or underscores, starting with a letter or digit.',
      ),
  );

export const Password = z
  .string('Password is required.')
  .refine((raw) => lengthOf(raw) >= LIMITS.password[0], 'Use at least 10 characters.')
  .refine((raw) => lengthOf(raw) <= LIMITS.password[1], 'Use at most 200 characters.');

export const Code = z
  .string('Enter the six digits from the email.')
  .regex(/^\d{6}$/, 'Enter the six digits from the email.');

/** A recovery code as it is shown; typed in any case, with or without its hyphen and spaces around it. */
export const RecoveryCode = z
  .string('Enter one of your recovery codes.')
  .transform((raw) => raw.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().regex(/^[a-z0-9]{10}$/, 'A recovery code has ten letters and digits.'))
  .transform((code) => `${code.slice(0, 5)}-${code.slice(5)}`);

export const PasskeyName = z
  .string('Give the passkey a name.')
  .transform(oneLine)
  .pipe(z.string().min(1, 'Give the passkey a name.').max(PASSKEYS.name, 'The name cannot exceed 60 characters.'));

/** What an authenticator responds; the library checks its content. */
export const PasskeyAnswer = z.looseObject({ id: z.string().min(1).max(2000) });

/** How people confirm that it is them. A passkey does it by signing in again. */
export const Proof = z.discriminatedUnion('by', [
  z.object({ by: z.literal('password'), password: z.string().min(1, 'Password is required.').max(400) }),
  z.object({ by: z.literal('mail'), code: Code }),
  z.object({ by: z.literal('app'), code: Code }),
]);

export const PasskeyView = z.object({ id: Id, name: z.string(), addedAt: Instant });
export type PasskeyView = z.infer<typeof PasskeyView>;

export const Phone = z
  .string()
  .transform((raw) => raw.trim())
  .pipe(z.string().regex(/^(\+?[0-9 ()./-]{5,32})?$/, 'Enter a phone number, such as +44 20 7946 0018.'));

/** The address of one of our own pictures; pictures from elsewhere are never shown. */
export const ImageUrl = z
  .string()
  .max(300)
  .regex(/^\/(art|files)\/(?!.*\.\.)[\w./*-]+$/, 'Choose one of the pictures.');

/** Who may start a conversation with somebody: everybody, people in one of their channels, or nobody. */
export const MessagesFrom = z.enum(['everybody', 'shared', 'nobody']);
export type MessagesFrom = z.infer<typeof MessagesFrom>;

export const ProfileFields = z.object({
  firstName: FirstName,
  lastName: LastName,
  username: Username,
  phoneNumber: Phone,
  profile_photo: ImageUrl.nullable(),
  timeZone: TimeZone,
  /** Nobody can tell whether there is one. */
  presenceHidden: z.boolean(),
  messagesFrom: MessagesFrom,
});

export const SignUp = z.object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  username: Username,
  password: Password,
  timeZone: TimeZone,
});

export const SignIn = z.object({ email: Email, password: z.string().min(1, 'Password is required.').max(400) });

export const PasswordReset = z.object({ email: Email, otp: Code, password: Password });

export const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Your current password is required.').max(400),
  newPassword: Password,
  revokeOtherSessions: z.literal(true),
});

/** What others see of a person: what every list and message needs, and no more. */
export const PersonView = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  imageUrl: z.string().nullable(),
});
export type PersonView = z.infer<typeof PersonView>;

/**
 * A profile. `email`, `phoneNumber`, `presenceHidden` and `messagesFrom` are only there for the person themselves; `timeZone` is
 * shown to everyone.
 */
export const ProfileView = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  presenceHidden: z.boolean().optional(),
  messagesFrom: MessagesFrom.optional(),
  profile_photo: z.string().nullable(),
  timeZone: z.string(),
  joinedAt: Instant,
  /** The direct message of this person and the viewer, if there is one. */
  conversation: z.object({ id: Id }).nullable(),
});
export type ProfileView = z.infer<typeof ProfileView>;

export const SessionView = z.object({
  id: Id,
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  current: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

export const DemoSignIn = z.object({
  name: z.string(),
  role: z.string(),
  email: z.string(),
  password: z.string(),
  imageUrl: z.string().nullable(),
});

/** The best edge length for a community's logo, in pixels. */
export const LOGO_EDGE = 400;

/** The pictures the product ships, under `/art/avatars` and `/art/logos`. */
export const PORTRAITS = [
  'amara',
  'ana',
  'bea',
  'cass',
  'dev',
  'elspeth',
  'farah',
  'gwen',
  'hal',
  'imani',
  'ines',
  'jun',
  'kofi',
  'luca',
  'maren',
  'mateo',
  'mina',
  'nadia',
  'otis',
  'piet',
  'priya',
  'rowan',
  'saoirse',
  'sol',
  'theo',
  'tomasz',
  'wren',
  'yuki',
] as const;
export const LOGOS = ['guild', 'growers', 'cycle', 'choir', 'repair', 'games', 'cinema'] as const;

export const Avatar = z.object({ id: z.string(), url: z.string() });

export const refusals = {
  wrongPassword: refusal('accounts.wrong-password', 401, 'That email and password do not match.', 'password'),
  wrongCode: refusal('accounts.wrong-code', 422, 'That code is not correct. Check the latest email.', 'otp'),
  expiredCode: refusal('accounts.expired-code', 422, 'That code has expired. Ask for a new one.', 'otp'),
  tooManyCodes: refusal(
    'accounts.too-many-codes',
    429,
    'We have sent too many codes to this email address. Try again in an hour, or sign in another way.',
    'email',
  ),
  wrongAppCode: refusal(
    'accounts.wrong-app-code',
    422,
    'That code is not correct. Wait for the next one and try again.',
    'code',
  ),
  wrongRecoveryCode: refusal(
    'accounts.wrong-recovery-code',
    422,
    'That recovery code is not correct, or has already been used. Try another.',
    'code',
  ),
  manyGuesses: refusal(
    'accounts.many-guesses',
    429,
    'There have been too many wrong passwords for this email address. Sign in with an emailed code, or in a browser that you have used here before.',
  ),
  secondStepOver: refusal(
    'accounts.second-step-over',
    401,
    'That took too long, or too many codes were wrong. Sign in again.',
  ),
  secondStepLocked: refusal(
    'accounts.second-step-locked',
    429,
    'Too many wrong codes. Wait 15 minutes, then sign in again.',
  ),
  twoStepOn: refusal('accounts.two-step-on', 409, 'Two-step sign-in is already on.'),
  twoStepOff: refusal('accounts.two-step-off', 409, 'Two-step sign-in is off.'),
  passkeyRefused: refusal('accounts.passkey-refused', 422, 'That passkey could not be verified. Try again.'),
  tooManyPasskeys: refusal('accounts.too-many-passkeys', 409, 'You already have 20 passkeys. Remove one first.'),
  tooManyTries: refusal('accounts.too-many-tries', 422, 'Too many attempts with that code. Ask for a new one.', 'otp'),
  unverified: refusal('accounts.unverified', 403, 'Confirm your email address first. We have sent you a new code.'),
  usernameTaken: refusal('accounts.username-taken', 409, 'That username is taken. Try another.', 'username'),
  emailTaken: refusal(
    'accounts.email-taken',
    409,
    'That email address already has an account. Sign in instead.',
    'email',
  ),
  knownPassword: refusal(
    'accounts.known-password',
    422,
    'This password is too similar to your name, your email address or the name of this site. Choose another.',
    'password',
  ),
  commonPassword: refusal('accounts.common-password', 422, 'That password is too common. Choose another.', 'password'),
  wrongOwnPassword: refusal('accounts.wrong-own-password', 422, 'That is not your password.', 'password'),
  wrongCurrentPassword: refusal(
    'accounts.wrong-current-password',
    422,
    'That is not your current password.',
    'currentPassword',
  ),
} as const;
