import { addDevice, listDevices } from '@folkmoot/contract/notifications/api.ts';
import type { PushMessage } from '@folkmoot/contract/notifications/schema.ts';
import { type PushService, type Subscription, startPushService } from '@folkmoot/sandbox/src/push/start.ts';
import { listCalendarSubjects } from '../src/calendars/admins-store.ts';
import { NOTICE_QUEUE } from '../src/conversations/notices-store.ts';
import type { Mail } from '../src/core/mail/mail.ts';
import { listSubjects } from '../src/events/page/subjects-store.ts';
import { NOTIFICATION_MAIL_QUEUE, PUSH_QUEUE } from '../src/notifications/actions.ts';
import { notificationQueues } from '../src/notifications/jobs.ts';
import { createPush } from '../src/notifications/push/push-actions.ts';
import { openWorld, type Signed, type World } from './world.ts';

export type Notifying = {
  world: World;
  service: PushService;
  /** Turns pushes on in a browser of this session. */
  subscribe(as: Signed): Promise<Subscription>;
  /** The pushes that came to a browser since the last time. */
  pushed(to: Subscription): PushMessage[];
  /** The emails since the last time. */
  mailed(): Mail[];
  /** Does the work that is due: after some seconds, pushes; after minutes, emails; the next day, digests. */
  after(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** A world whose pushes go to the sandbox's push service, and whose jobs run when a test says so. */
export async function openNotifying(): Promise<Notifying> {
  const service = await startPushService();
  const world = await openWorld({ PUSH_SERVICES: service.url });
  const mails: Mail[] = [];
  const seen = new Map<string, number>();
  const services = {
    ...world.app.services,
    mailer: {
      ...world.app.services.mailer,
      job: async (mail: Mail) => {
        mails.push(mail);
        return { sealed: '' };
      },
    },
    jobs: { ...world.app.jobs, enqueue: async () => undefined },
  };
  const parts = { db: world.db, services, config: world.config, appUrl: () => 'https://moot.example' };
  const push = createPush(world.config);
  const queues = notificationQueues({
    ...parts,
    hooks: { eventSubjects: listSubjects, calendarSubjects: listCalendarSubjects },
    push,
  });
  const run = (wanted: string) => queues.find(({ name }) => name === wanted)?.work({} as never, () => false);
  return {
    world,
    service,
    async subscribe(as) {
      const { publicKey } = (await world.call(listDevices, {}, as)).data;
      const subscription = service.subscribe(publicKey);
      const { status } = await world.call(addDevice, subscription, as);
      if (status !== 200) throw new Error(`The browser was not added: ${status}.`);
      return subscription;
    },
    pushed({ endpoint }) {
      const all = service.messages(endpoint) as PushMessage[];
      const news = all.slice(seen.get(endpoint) ?? 0);
      seen.set(endpoint, all.length);
      return news;
    },
    mailed: () => mails.splice(0),
    async after(seconds) {
      await run(NOTICE_QUEUE);
      world.clock.moveBy(seconds * 1000);
      await run(PUSH_QUEUE);
      await run(NOTIFICATION_MAIL_QUEUE);
    },
    async close() {
      await world.close();
      await service.stop();
    },
  };
}
