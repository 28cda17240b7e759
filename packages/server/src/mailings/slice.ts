import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { MAILING_QUEUE, type MailingHooks } from './actions.ts';
import { mailingQueues } from './sending/jobs.ts';
import { mountUnsubscribe } from './stops/routes.ts';
import { createStopTokens } from './stops/stops-actions.ts';

export const mailingHooks = defineHooks<MailingHooks>('mailings', {
  mayGoOn: true,
  writeLetters: true,
  lettersSettled: true,
  lettersWithdrawn: true,
});

/** Milliseconds between two looks at what is due. */
const LOOK = 2000;

/** Letters to many: how they are queued, sent, taken back and unsubscribed from. */
export const mailings = defineSlice({
  name: 'mailings',
  endpoints: [],
  build(app) {
    const tokens = createStopTokens(app.config.authSecret);
    const sending = mailingQueues({ ...app, hooks: app.hooks.of(mailingHooks), tokens });
    let timer: NodeJS.Timeout | undefined;
    return {
      handlers: [],
      queues: sending.queues,
      routes: (http) => mountUnsubscribe(http, app, tokens),
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
