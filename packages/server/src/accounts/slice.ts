import * as api from '@folkmoot/contract/accounts/api.ts';
import { defineHooks } from '../core/hooks.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { sessionHooks } from '../core/security/session.ts';
import { createSigner } from '../core/security/signer.ts';
import { defineSlice } from '../core/slice.ts';
import { createSignIn, sessionIn } from './actions.ts';
import { type AccountHooks, accountHandlers } from './handlers.ts';
import { accountQueues } from './jobs.ts';
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
  endpoints: [api],
  build(app) {
    const { db, clock, config } = app;
    const hooks = app.hooks.of(accountHooks);
    const signIn = createSignIn({ ...app, signedIn: hooks.signedIn });
    const filesSigner = createSigner(config.authSecret, 'files');
    return {
      signIn,
      handlers: accountHandlers(config, signIn, hooks),
      queues: accountQueues(app),
      routes: (http) => mountSignIn(http, { ...app, signIn, filesSigner }),
      offers: [
        sessionHooks.offer({
          keys: () => signingKeys(db),
          findSession: (sessionId) => findSession(db, sessionId, clock.now()),
          readCookies: (cookies) => sessionIn(signIn, cookies),
          isFresh: (sessionId) => isFreshSession(db, sessionId, clock.now()),
        }),
        liveHooks.offer({ liveSessions: (sessionIds) => liveSessions(db, sessionIds, clock.now()) }),
      ],
    };
  },
});
