import * as api from '@folkmoot/contract/accounts/api.ts';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { LOGOS, PORTRAITS, refusals } from '@folkmoot/contract/accounts/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import { assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { type SignIn, searchTextOf } from './actions.ts';
import { demoSignIns } from './demo-actions.ts';
import { securityHandlers } from './security-handlers.ts';
import * as store from './store.ts';

/** What later slices know of pictures, and of what waits for a person. */
export type AccountHooks = {
  /** Claims a picture that the person uploaded, and releases the previous one. Returns the address to store. */
  replacePortrait(
    command: CommandContext,
    userId: string,
    before: string | null,
    after: string | null,
  ): Promise<string | null>;
  /** A person has signed in, and has thereby proved that they own their address. */
  signedIn(command: CommandContext, userId: string): Promise<void>;
  /** A person's name or username has changed, and with it the text that lists are sorted and searched by. */
  renamed(command: CommandContext, userId: string, searchText: string): Promise<void>;
};

/** Calls about the caller's own account. */
export function accountHandlers(config: Config, signIn: SignIn, hooks: AccountHooks): Binding[] {
  return [
    ...securityHandlers(config, signIn),

    handle(api.getInstallation, async ({ tx }) => ({
      name: config.appName,
      owned: (await store.findInstallationOwner(tx)) !== undefined,
      people: await store.countPeople(tx),
      providers: config.providers.map(({ id, name }) => ({ id, name })),
      demo: demoSignIns(config),
      mailboxUrl: config.mailboxUrl ?? null,
    })),

    handle(api.getMe, async ({ tx, me }) => ({
      user: assertFound(await store.findProfile(tx, me.userId, me.userId), core.signedOut),
      sessionId: me.sessionId,
      isInstallationOwner: (await store.findInstallationOwner(tx)) === me.userId,
    })),

    handle(api.isUsernameFree, async ({ tx, query }) => ({
      available: await store.isUsernameFree(tx, query.username),
    })),

    handle(api.listSessions, async ({ tx, me, now }) => ({
      data: await store.listSessions(tx, me.userId, me.sessionId, now),
    })),

    handle(api.endSession, async ({ tx, me, params, publish, close }) => {
      const [ended] = await store.endSessions(tx, me.userId, params.sessionId);
      if (!ended) refuse(core.notFound);
      publish(api.sessionEnded, { sessionId: ended }, [rooms.user(me.userId)]);
      close(me.userId, ended);
      return { message: 'Signed out on that device.' };
    }),

    handle(api.endAllSessions, async ({ tx, me, publish, close }) => {
      await store.endSessions(tx, me.userId);
      publish(api.sessionEnded, { sessionId: null }, [rooms.user(me.userId)]);
      close(me.userId, null);
      return { message: 'Signed out everywhere.' };
    }),

    handle(api.listAvatars, async ({ query }) => {
      const [folder, names] = query.type === 'user' ? (['avatars', PORTRAITS] as const) : (['logos', LOGOS] as const);
      const from = (query.page - 1) * query.limit;
      return {
        data: names.slice(from, from + query.limit).map((name) => ({ id: name, url: `/art/${folder}/${name}.svg` })),
        count: names.length,
      };
    }),

    handle(api.getProfile, async ({ tx, me, params }) =>
      assertFound(await store.findProfile(tx, params.userId, me.userId), core.notFound),
    ),

    handle(api.updateProfile, async (call) => {
      const { tx, me, body, now, publish, setInvisible } = call;
      await store.lockPerson(tx, me.userId);
      const before = assertFound(await store.findProfile(tx, me.userId, me.userId), core.signedOut);
      const person = {
        firstName: body.firstName ?? before.firstName,
        lastName: body.lastName ?? before.lastName,
        username: body.username ?? before.username,
      };
      const image =
        body.profile_photo === undefined
          ? undefined
          : await hooks.replacePortrait(call, me.userId, before.profile_photo, body.profile_photo);
      const change = {
        first_name: person.firstName,
        last_name: person.lastName,
        username: person.username,
        name: fullName(person),
        search_text: searchTextOf(person),
        ...(body.phoneNumber === undefined ? {} : { phone_number: body.phoneNumber }),
        ...(image === undefined ? {} : { image }),
        ...(body.timeZone === undefined ? {} : { time_zone: body.timeZone }),
        ...(body.messagesFrom === undefined ? {} : { messages_from: body.messagesFrom }),
        ...(body.presenceHidden === undefined ? {} : { presence_hidden: body.presenceHidden }),
      };
      if (person.username !== before.username && store.isReserved(person.username)) refuse(refusals.usernameTaken);
      await store
        .saveProfile(tx, me.userId, change, now)
        .catch(onConflict('users_username_key', refusals.usernameTaken));
      if (person.username !== before.username) await store.keepFormerUsername(tx, me.userId, before.username, now);
      if (change.search_text !== searchTextOf(before)) await hooks.renamed(call, me.userId, change.search_text);
      if (body.presenceHidden !== undefined) setInvisible(me.userId, body.presenceHidden);
      publish(api.personChanged, { userId: me.userId }, [rooms.user(me.userId)]);
      return {
        message: 'Profile saved.',
        data: assertFound(await store.findProfile(tx, me.userId, me.userId), core.signedOut),
      };
    }),
  ];
}
