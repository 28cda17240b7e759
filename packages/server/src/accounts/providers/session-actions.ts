import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { Db } from '../../core/db/db.ts';
import { markProved } from '../security-store.ts';
import { GONE_DOMAIN } from '../store.ts';

/** The path that hooks of the sign-in library know it by. */
export const PROVIDER_SIGN_IN = '/sign-in/provider';

/**
 * A session for a person whom a service has vouched for, made by the sign-in library as it makes all others, so that the second
 * step follows here too. It is not fresh: what needs a proof asks for one. Only the server can call it: its router leaves it out.
 */
export const providerSessions = (db: Db) => ({
  id: 'provider-sessions',
  endpoints: {
    signInByProvider: createAuthEndpoint(
      PROVIDER_SIGN_IN,
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
        if (!user?.emailVerified || user.email.endsWith(`@${GONE_DOMAIN}`))
          throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_FOUND', message: 'Nobody.' });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        // The service may have asked for nothing: somebody at an unlocked browser is not proved to be the person.
        await markProved(db, session.id, new Date(0));
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ user: { id: user.id, email: user.email } });
      },
    ),
  },
});
