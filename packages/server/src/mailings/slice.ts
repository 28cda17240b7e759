import * as api from '@folkmoot/contract/mailings/api.ts';
import type { MailingKind } from '@folkmoot/contract/mailings/schema.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { MAILING_QUEUE, type MailingHooks, type ScheduleHooks } from './actions.ts';
import { healthHandlers } from './health/health-handlers.ts';
import { personalData } from './personal-data.ts';
import { createReturnAddresses } from './returns/return-address-actions.ts';
import { mountInbound } from './returns/routes.ts';
import { mailingQueues } from './sending/jobs.ts';
import { mountUnsubscribe } from './stops/routes.ts';
import { createStopTokens } from './stops/stops-actions.ts';
import type { Mailing } from './store.ts';

const hooksFor = (kind: MailingKind) =>
  defineHooks<MailingHooks>(`mailings.${kind}`, {
    mayGoOn: true,
    writeLetters: true,
    lettersSettled: true,
    lettersWithdrawn: true,
    letterReturned: true,
  });

/** What each kind of mailing needs: the slice that knows what its letters tell of offers it. */
export const mailingHooks = {
  event_invitation: hooksFor('event_invitation'),
  event_reminder: hooksFor('event_reminder'),
  guest_message: hooksFor('guest_message'),
  community_invitation: hooksFor('community_invitation'),
} as const satisfies Record<MailingKind, unknown>;

/** What a mailing needs whose readers are chosen when it leaves. */
export const scheduleHooks = defineHooks<ScheduleHooks>('mailings.scheduled', { selectLetters: true });

/** Milliseconds between two looks at what is due. */
const LOOK = 2000;

/** Letters to many: how they are queued, sent, taken back and unsubscribed from. */
export const mailings = defineSlice({
  name: 'mailings',
  personalData,
  endpoints: [api],
  build(app) {
    const tokens = createStopTokens(app.config.authSecret);
    const hooks = {
      event_invitation: app.hooks.of(mailingHooks.event_invitation),
      event_reminder: app.hooks.of(mailingHooks.event_reminder),
      guest_message: app.hooks.of(mailingHooks.guest_message),
      community_invitation: app.hooks.of(mailingHooks.community_invitation),
    };
    const scheduled = app.hooks.of(scheduleHooks);
    const hooksOf = ({ kind }: Pick<Mailing, 'kind'>) => hooks[kind];
    const { bounces } = app.config;
    const addresses = bounces && createReturnAddresses(app.config.authSecret, bounces.address);
    const sending = mailingQueues({ ...app, hooksOf, scheduled, tokens, addresses });
    let timer: NodeJS.Timeout | undefined;
    return {
      handlers: healthHandlers,
      queues: sending.queues,
      routes(http) {
        mountUnsubscribe(http, app, tokens);
        if (addresses) mountInbound(http, { ...app, hooksOf, addresses, secret: bounces.secret });
      },
      start() {
        timer = setInterval(() => app.services.jobs.wake(MAILING_QUEUE), LOOK).unref();
      },
      async stop() {
        clearInterval(timer);
        sending.stop();
      },
    };
  },
});
