import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/notifications/api.ts';
import { impossibleChoices, isRequest } from '@folkmoot/contract/notifications/rules.ts';
import { LIMITS, refusals } from '@folkmoot/contract/notifications/schema.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { findPreferences, upsertPreferences } from './choices-store.ts';
import * as devices from './push/devices-store.ts';
import { isPoint, type Push } from './push/push-actions.ts';
import * as store from './store.ts';
import { describe, type NotificationHooks, stillListed } from './subjects-actions.ts';

/** Calls about a person's own notifications. */
export function notificationHandlers(hooks: NotificationHooks): Binding[] {
  return [
    handle(api.listNotifications, async ({ tx, me, query }) => {
      const page = await store.listStored(tx, me.userId, query.cursor);
      const subjects = await describe(
        tx,
        hooks,
        page.data.map((one) => ({ ...one, userId: me.userId })),
      );
      const data = page.data.flatMap(({ id, kind, count, at, read }, n) => {
        const subject = subjects[n];
        if (subject === undefined) return [];
        const { person, event, community, calendar } = subject;
        return [{ id, kind, count, at: at.toISOString(), unread: !read, person, event, community, calendar }];
      });
      return { data, nextCursor: page.nextCursor };
    }),

    handle(api.countNotifications, async ({ tx, me }) => {
      const unread = await store.listUnread(tx, me.userId);
      // The badge has no number for what the list leaves out.
      const listed = await stillListed(
        tx,
        hooks,
        unread.map((one) => ({ ...one, userId: me.userId })),
      );
      return { unread: listed.length, answers: listed.filter(({ kind }) => isRequest(kind)).length };
    }),

    handle(api.readNotifications, async (call) => {
      const { tx, me, body, now } = call;
      if ((await store.markRead(tx, me.userId, body.id, now)) > 0)
        call.publish(api.notificationsChanged, {}, [rooms.user(me.userId)]);
      return { message: 'Marked as read.' };
    }),

    handle(api.getPreferences, async ({ tx, me }) => ({ data: await findPreferences(tx, me.userId) })),

    handle(api.changePreferences, async ({ tx, me, body }) => {
      if (impossibleChoices(body.kinds ?? []).length > 0) refuse(core.malformed);
      await upsertPreferences(tx, me.userId, body);
      return { message: 'Saved.', data: await findPreferences(tx, me.userId) };
    }),
  ];
}

/** Calls about the browsers that show a person's notifications. */
export function deviceHandlers(push: Push): Binding[] {
  return [
    handle(api.listDevices, async ({ tx, me }) => ({
      publicKey: push.publicKey,
      data: await devices.listDevices(tx, me.userId, me.sessionId),
    })),

    handle(api.addDevice, async ({ tx, me, body, now }) => {
      if (!push.isKnown(body.endpoint)) refuse(refusals.unknownPushService);
      if (!isPoint(body.keys.p256dh)) refuse(refusals.badKey);
      const device = { ...body.keys, userId: me.userId, sessionId: me.sessionId, endpoint: body.endpoint };
      if (!(await devices.upsertDevice(tx, device, LIMITS.devices, now))) refuse(refusals.tooManyDevices);
      return { message: 'Notifications are on in this browser.' };
    }),

    handle(api.removeDevice, async ({ tx, me, params }) => {
      await devices.deleteDevice(tx, me.userId, params.deviceId);
      return { message: 'Notifications are off in that browser.' };
    }),

    handle(
      api.testDevice,
      async ({ tx, me, params, now }) => {
        const device = assertFound(await devices.findDevice(tx, me.userId, params.deviceId), core.notFound);
        const message = {
          title: 'Notifications work',
          body: 'This is a test.',
          path: '/settings/notifications',
          tag: 'test',
        };
        const outcomes = await push.send([{ device, message }]);
        await devices.noteOutcomes(tx, outcomes, now);
        if (outcomes.some(({ was }) => was !== 'reached')) refuse(refusals.notReached);
        return { message: 'Sent.' };
      },
      { transaction: false, outside: true },
    ),
  ];
}
