import * as api from '@folkmoot/contract/accounts/providers-api.ts';
import { PROVIDER_PATH } from '@folkmoot/contract/accounts/providers-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { Attempts } from './attempts-actions.ts';
import type { Provider } from './oidc-actions.ts';
import { serviceOf } from './providers-actions.ts';
import { deleteLink } from './providers-store.ts';

/** Connecting and disconnecting accounts at sign-in services. */
export function providerHandlers(providers: ReadonlyMap<string, Provider>, attempts: Attempts): Binding[] {
  return [
    handle(api.connectProvider, async ({ me, params }) => {
      const { id } = assertFound(providers.get(params.provider), core.notFound);
      const ticket = await attempts.ticketFor(me, id);
      return { url: `${PROVIDER_PATH}/${id}?${new URLSearchParams({ ticket })}` };
    }),

    handle(api.disconnectProvider, async ({ tx, me, params }) => {
      const provider = assertFound(providers.get(params.provider), core.notFound);
      if (!(await deleteLink(tx, me.userId, serviceOf(provider)))) refuse(core.notFound);
      return { message: `${provider.name} is disconnected.` };
    }),
  ];
}
