import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done, doneWith } from '../core/page.ts';
import { DeviceView, NewDevice, NotificationView, PreferencesChange, PreferencesView, refusals } from './schema.ts';

export const listNotifications = endpoint('GET /api/v1/notifications', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'What you were notified of about events and communities, newest first. Messages are in the inbox.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(NotificationView),
});

export const countNotifications = endpoint('GET /api/v1/notifications/unread', {
  who: 'signedIn',
  perMinute: 300,
  summary:
    'How many notifications you have not read, 100 at most, and how many of them are requests that an event waits to have answered.',
  returns: z.object({ unread: z.int(), answers: z.int() }),
});

export const readNotifications = endpoint('PUT /api/v1/notifications/read', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Mark one notification as read, or all of them. Idempotent.',
  body: z.object({ id: Id.optional() }),
  returns: Done,
});

export const getPreferences = endpoint('GET /api/v1/notifications/preferences', {
  who: 'signedIn',
  summary: 'How you are notified of each kind.',
  returns: z.object({ data: PreferencesView }),
});

export const changePreferences = endpoint('PATCH /api/v1/notifications/preferences', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Choose how you are notified. Kinds that are left out stay as they are.',
  body: PreferencesChange,
  returns: doneWith(PreferencesView),
});

export const listDevices = endpoint('GET /api/v1/notifications/devices', {
  who: 'signedIn',
  summary: 'The browsers that show your notifications, and the public key with which a browser subscribes.',
  returns: z.object({ publicKey: z.string(), data: z.array(DeviceView) }),
});

export const addDevice = endpoint('PUT /api/v1/notifications/devices', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Show your notifications in this browser until its session ends. Idempotent.',
  body: NewDevice,
  returns: Done,
  refuses: [refusals.unknownPushService, refusals.badKey, refusals.tooManyDevices],
});

export const removeDevice = endpoint('DELETE /api/v1/notifications/devices/:deviceId', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Stop showing your notifications in a browser. Idempotent.',
  returns: Done,
});

export const testDevice = endpoint('POST /api/v1/notifications/devices/:deviceId/test', {
  who: 'signedIn',
  perMinute: 6,
  summary: 'Send a test notification to a browser.',
  returns: Done,
  refuses: [refusals.notReached],
});

/** To a person: their notifications changed. */
export const notificationsChanged = liveEvent('notifications.changed', z.object({}));
