import * as api from '@folkmoot/contract/notifications/api.ts';
import { communityHooks } from '../communities/slice.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { notifyAndMail, untold } from './actions.ts';
import { deviceHandlers, notificationHandlers } from './handlers.ts';
import { notificationQueues } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { deleteDevices } from './push/devices-store.ts';
import { createPush } from './push/push-actions.ts';
import type { NotificationHooks } from './subjects-actions.ts';

export const notificationHooks = defineHooks<NotificationHooks>('notifications', {
  eventSubjects: true,
  calendarSubjects: true,
});

/** What people are notified of, and how it reaches them: in the product, by push, by email. */
export const notifications = defineSlice({
  name: 'notifications',
  personalData,
  endpoints: [api],
  build(app) {
    const hooks = app.hooks.of(notificationHooks);
    const push = createPush(app.config);
    return {
      handlers: [...notificationHandlers(hooks), ...deviceHandlers(push)],
      queues: notificationQueues({ ...app, hooks, push }),
      leaving: { end: ({ tx }, userId) => deleteDevices(tx, userId) },
      offers: [
        communityHooks.offer({
          asked: (command, { serverId, personId, managers }) =>
            notifyAndMail(command, { kind: 'join_request', subjectId: serverId, userIds: managers, personId }),
          told: (command, { serverId, personId, managers }) =>
            notifyAndMail(command, { kind: 'member_joined', subjectId: serverId, userIds: managers, personId }),
          untold,
        }),
      ],
    };
  },
});
