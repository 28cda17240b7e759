import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { refusals as core, type Refusal } from '@folkmoot/contract/core/problem.ts';
import type { Config } from '../core/config.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { SignIn } from './actions.ts';
import { createCodes } from './codes-actions.ts';
import { serviceOf } from './providers/providers-actions.ts';
import { listLinks } from './providers/providers-store.ts';
import { isAppCode } from './second-step-actions.ts';
import {
  findPasswordHash,
  hasTwoStep,
  insertFailedProof,
  listPasskeys,
  markProved,
  mayProve,
} from './security-store.ts';
import { findProfile } from './store.ts';

const CODE_REFUSED = {
  wrong: refusals.wrongCode,
  expired: refusals.expiredCode,
  spent: refusals.tooManyTries,
} as const;

/** How a person signs in, and confirming that it is still them. */
export function securityHandlers(
  config: Pick<Config, 'authSecret' | 'rateLimits' | 'providers'>,
  signIn: SignIn,
): Binding[] {
  const codes = createCodes(config);
  return [
    handle(api.getSecurity, async ({ tx, me }) => {
      const links = await listLinks(tx, me.userId);
      return {
        hasPassword: (await findPasswordHash(tx, me.userId)) !== undefined,
        twoStep: await hasTwoStep(tx, me.userId),
        passkeys: await listPasskeys(tx, me.userId),
        providers: config.providers.map((provider) => ({
          ...{ id: provider.id, name: provider.name },
          connectedAt: links.get(serviceOf(provider))?.toISOString() ?? null,
        })),
      };
    }),

    handle(api.sendProofCode, async (call) => {
      const { email } = assertFound(await findProfile(call.tx, call.me.userId, call.me.userId), core.signedOut);
      // A session asked for it, so its owner signed in here before.
      const asker = { asker: `session ${call.me.sessionId}`, caller: call.me.sessionId, known: true };
      await codes.ask(call, email ?? '', 'confirm', asker);
      return { message: 'A code is on its way.' };
    }),

    // No transaction: a wrong try counts even though it is refused.
    handle(
      api.confirmItIsMe,
      async ({ tx, me, body, now }) => {
        if (!(await mayProve(tx, me.userId, now))) refuse(core.slowDown);
        const wrong = async (refusal: Refusal, fields?: Record<string, string>): Promise<never> => {
          await insertFailedProof(tx, me.userId, now);
          return refuse(refusal, fields);
        };
        if (body.by === 'password') {
          const hash = await findPasswordHash(tx, me.userId);
          const { password } = await signIn.$context;
          if (hash === undefined || !(await password.verify({ hash, password: body.password })))
            await wrong(refusals.wrongOwnPassword);
        } else if (body.by === 'app') {
          if (!(await isAppCode({ signIn: signIn, codes }, tx, me.userId, body.code, now)))
            await wrong(refusals.wrongAppCode);
        } else {
          const { email = '' } = assertFound(await findProfile(tx, me.userId, me.userId), core.signedOut);
          const asker = `session ${me.sessionId}`;
          const result = await codes.check(tx, { email, purpose: 'confirm', asker, code: body.code }, now);
          if (result !== 'right') await wrong(CODE_REFUSED[result], { code: CODE_REFUSED[result].message });
        }
        await markProved(tx, me.sessionId, now);
        return { message: 'Thank you. You can continue.' };
      },
      { transaction: false },
    ),
  ];
}
