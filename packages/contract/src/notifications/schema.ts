import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Instant } from '../core/time.ts';

/** What you can be notified of, in the order of the page of preferences. */
export const KINDS = [
  'mention',
  'direct_message',
  'thread_reply',
  'registration',
  'approval_request',
  'access_request',
  'join_request',
  'member_joined',
  'report',
  'event_submission',
  'question_waiting',
  'question_response',
  'waitlist_offer',
  'event_changed',
  'event_cancelled',
  'reminder',
] as const;
export const NotificationKind = z.enum(KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** How notifications of one kind are emailed: each at once, together once a day, or not at all. */
export const MailChoice = z.enum(['now', 'daily', 'never']);
export type MailChoice = z.infer<typeof MailChoice>;

/** What you chose for one kind: whether your devices show it, and how it is emailed. */
export const KindChoice = z.object({ kind: NotificationKind, push: z.boolean(), mail: MailChoice });
export type KindChoice = z.infer<typeof KindChoice>;

export const LIMITS = {
  page: 30,
  /** The most unread ones that a badge counts. */
  counted: 100,
  /** Browsers of one person that get pushes. */
  devices: 20,
  endpoint: 1000,
  /** Days for which notifications are kept. */
  days: 90,
} as const;

export const PreferencesView = z.object({
  /** One of each kind, in order. */
  kinds: z.array(KindChoice),
  /** Whether pushes and emails show names and texts. */
  previews: z.boolean(),
  /** The digest comes at eight in the morning here. */
  timeZone: z.string(),
});
export type PreferencesView = z.infer<typeof PreferencesView>;

/** Only what is given changes. */
export const PreferencesChange = z.object({
  kinds: z.array(KindChoice).max(KINDS.length).optional(),
  previews: z.boolean().optional(),
});

/** The event that a notification is about. */
export const EventSubject = z.object({
  id: Id,
  name: z.string(),
  alias: z.string(),
  coverUrl: z.string().nullable(),
  tint: z.string(),
});

/** The community that a notification is about. */
export const CommunitySubject = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  logoUrl: z.string().nullable(),
});

/** The calendar that a notification is about. */
export const CalendarSubject = z.object({ id: Id, name: z.string(), alias: z.string() });

/** One notification. Several of the same kind about the same thing are one until you have read it. */
export const NotificationView = z.object({
  id: Id,
  kind: NotificationKind,
  /** How many it stands for. */
  count: z.int().min(1),
  /** When the newest of them came. */
  at: Instant,
  unread: z.boolean(),
  /** Who caused the newest, if that is a person with an account. */
  person: PersonView.nullable(),
  event: EventSubject.nullable(),
  community: CommunitySubject.nullable(),
  calendar: CalendarSubject.nullable(),
});
export type NotificationView = z.infer<typeof NotificationView>;

const BASE64URL = /^[\w-]+$/;

/** A browser's subscription, as `PushSubscription.toJSON()` gives it (Push API). */
export const NewDevice = z.object({
  endpoint: z.url().max(LIMITS.endpoint),
  keys: z.object({
    /** The browser's public key: an uncompressed point of P-256, 65 bytes. */
    p256dh: z.string().regex(BASE64URL).length(87),
    /** The browser's secret for this subscription: 16 bytes. */
    auth: z.string().regex(BASE64URL).length(22),
  }),
});

/** A browser that gets pushes. */
export const DeviceView = z.object({
  id: Id,
  /** Such as `Firefox on Linux`. */
  device: z.string(),
  createdAt: Instant,
  /** When a push last reached it; null before the first. */
  reachedAt: Instant.nullable(),
  /** Whether it belongs to the session that asks. */
  current: z.boolean(),
});
export type DeviceView = z.infer<typeof DeviceView>;

/** What a push carries to the service worker, encrypted. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a click on it leads: a path of this installation. */
  path: z.string(),
  /** A later push with the same tag replaces it. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

export const refusals = {
  unknownPushService: refusal(
    'notifications.unknown-push-service',
    422,
    'This site does not support the push service of this browser. Try another browser.',
  ),
  badKey: refusal('notifications.bad-key', 422, 'The browser sent a key that cannot be used. Try again.'),
  tooManyDevices: refusal(
    'notifications.too-many-devices',
    409,
    'Notifications are already on in 20 browsers. Turn them off in one of those first.',
  ),
  notReached: refusal('notifications.not-reached', 503, 'The push service did not accept the test. Try again later.'),
} as const;
