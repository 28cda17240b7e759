import * as api from '@folkmoot/contract/accounts/api.ts';
import * as exportApi from '@folkmoot/contract/accounts/export-api.ts';
import * as leavingApi from '@folkmoot/contract/accounts/leaving-api.ts';
import * as providersApi from '@folkmoot/contract/accounts/providers-api.ts';
import { PROVIDER_PATH } from '@folkmoot/contract/accounts/providers-schema.ts';
import { defineHooks } from '../core/hooks.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { sessionHooks } from '../core/security/session.ts';
import { createSigner } from '../core/security/signer.ts';
import { defineSlice } from '../core/slice.ts';
import { createSignIn, sessionIn } from './actions.ts';
import { EXPORT_QUEUE, leavingExports } from './export/export-actions.ts';
import { exportHandlers } from './export/export-handlers.ts';
import { mountExport } from './export/export-routes.ts';
import { exportQueue } from './export/jobs.ts';
import { type AccountHooks, accountHandlers } from './handlers.ts';
import { accountQueues } from './jobs.ts';
import { LEAVING_QUEUE, leavingQueue } from './leaving/jobs.ts';
import { leavingInstallation } from './leaving/leaving-actions.ts';
import { leavingHandlers } from './leaving/leaving-handlers.ts';
import { personalData } from './leaving/personal-data.ts';
import { createAttempts } from './providers/attempts-actions.ts';
import { createProvider } from './providers/oidc-actions.ts';
import { providerHandlers } from './providers/providers-handlers.ts';
import { mountProviders } from './providers/providers-routes.ts';
import { mountSignIn } from './routes.ts';
import { findSession, isFreshSession, liveSessions, signingKeys } from './store.ts';

export const accountHooks = defineHooks<AccountHooks>('accounts', {
  replacePortrait: true,
  signedIn: true,
  renamed: true,
});

/** People, their sessions and how they sign in. */
export const accounts = defineSlice({
  name: 'accounts',
  personalData,
  endpoints: [api, leavingApi, exportApi, providersApi],
  build(app) {
    const { db, clock, config } = app;
    const hooks = app.hooks.of(accountHooks);
    const signIn = createSignIn({ ...app, signedIn: hooks.signedIn });
    const providers = new Map(
      config.providers.map((settings) => [
        settings.id as string,
        createProvider(settings, () => `${app.appUrl()}${PROVIDER_PATH}/${settings.id}/callback`, clock),
      ]),
    );
    const attempts = createAttempts(config, clock);
    const filesSigner = createSigner(config.authSecret, 'files');
    const exportSigner = createSigner(config.authSecret, 'exports');
    return {
      signIn,
      handlers: [
        ...accountHandlers(config, signIn, hooks),
        ...providerHandlers(providers, attempts),
        ...leavingHandlers({ ...app, hooks }),
        ...exportHandlers(exportSigner),
      ],
      queues: [...accountQueues(app), leavingQueue({ ...app, hooks }), exportQueue(app)],
      leaving: [leavingInstallation, leavingExports],
      start() {
        for (const queue of [LEAVING_QUEUE, EXPORT_QUEUE]) app.services.jobs.wake(queue);
      },
      routes(http) {
        mountSignIn(http, { ...app, signIn, filesSigner });
        mountProviders(http, { ...app, signIn, providers, attempts });
        mountExport(http, { ...app, signer: exportSigner, filesSigner });
      },
      offers: [
        sessionHooks.offer({
          keys: () => signingKeys(db),
          findSession: (sessionId, of) => findSession(db, sessionId, clock.now(), of),
          readCookies: (cookies) => sessionIn(signIn, cookies),
          isFresh: (sessionId) => isFreshSession(db, sessionId, clock.now()),
        }),
        liveHooks.offer({ liveSessions: (sessionIds) => liveSessions(db, sessionIds, clock.now()) }),
      ],
    };
  },
});
