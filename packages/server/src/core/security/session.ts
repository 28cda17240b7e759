import type { Permission, RoleType } from '@folkmoot/contract/core/permissions.ts';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Clock } from '../clock.ts';
import { isAway } from '../db/away.ts';
import { defineHooks } from '../hooks.ts';
import type { Effect } from '../live/live.ts';

/** The signed-in person behind a request. */
export type Me = { userId: string; sessionId: string };

/** The signed-in person's membership of the community that the path names. */
export type Member = {
  memberId: string;
  serverId: string;
  userId: string;
  roleType: RoleType;
  permissions: Permission[];
};

/** The claims of an access token. */
export const TOKEN = { issuer: 'folkmoot', audience: 'folkmoot', minutes: 15 } as const;

/** The sign-in library's cookie: the session's token, a dot, a signature. */
export const SESSION_COOKIE = 'folkmoot.session_token';

/**
 * The cookie that says that somebody is signed in, and nothing else: a page is then sent with what is around a member's
 * screens. The session's own cookie is sent to the calls of signing in alone.
 */
export const MEMBER_COOKIE = { name: 'folkmoot.member', path: '/', days: 30 } as const;

/** The cookie for requesting pictures and videos, since an `<img>` sends no token; docs/decisions/013. */
export const FILES_COOKIE = { name: 'folkmoot.files', path: '/files', days: 30 } as const;

/** How long a process may trust its cache, if the event that clears it is lost. */
const BELIEVE_MS = 30_000;
const KEPT_AT_MOST = 50_000;

/** Where sessions and memberships are read from. */
export type SessionHooks = {
  keys(): Promise<JSONWebKeySet>;
  /** The live session's person, or undefined when it has ended or is not theirs who is given. */
  findSession(sessionId: string, of?: string): Promise<{ userId: string } | undefined>;
  /** Whose session these cookies of a browser belong to, and which it is. */
  readCookies(cookies: string): Promise<Me | undefined>;
  findMember(serverId: string, userId: string): Promise<Member | undefined>;
  /** Whether the session proved a factor within the last minutes. */
  isFresh(sessionId: string): Promise<boolean>;
};

export const sessionHooks = defineHooks<SessionHooks>('sessions', {
  keys: true,
  findSession: true,
  readCookies: true,
  findMember: true,
  isFresh: true,
});

type Kept<Value> = { value: Value; until: number; userId: string };

/** Reads access tokens and memberships, with a short-lived cache that effects clear at once. */
export class Sessions {
  readonly #sources: SessionHooks;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, Kept<Me>>();
  readonly #members = new Map<string, Kept<Member>>();
  #keys: ReturnType<typeof createLocalJWKSet> | undefined;
  /** Incremented by every `forget`, so that a lookup which began before it is not cached. */
  #generation = 0;

  constructor(sources: SessionHooks, clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /** The person a token belongs to: signature, expiry and the session in the database are all checked. */
  async identify(token: string): Promise<Me | undefined> {
    const now = this.#clock.now().getTime();
    const kept = this.#tokens.get(token);
    if (kept && kept.until > now) return kept.value;
    const generation = this.#generation;
    const claims = await this.#verify(token);
    if (!claims) return undefined;
    const session = await this.#sources.findSession(claims.sessionId, claims.userId);
    if (session?.userId !== claims.userId) return undefined;
    const me = { userId: claims.userId, sessionId: claims.sessionId };
    if (generation === this.#generation)
      keep(this.#tokens, token, { value: me, until: Math.min(now + BELIEVE_MS, claims.expires), userId: me.userId });
    return me;
  }

  /** The person a session belongs to, for requests with the cookie of files. Nobody once it has ended. */
  async ofSession(sessionId: string): Promise<Me | undefined> {
    const now = this.#clock.now().getTime();
    const key = `session:${sessionId}`;
    const kept = this.#tokens.get(key);
    if (kept && kept.until > now) return kept.value;
    const generation = this.#generation;
    const session = await this.#sources.findSession(sessionId);
    if (!session) return undefined;
    const me = { userId: session.userId, sessionId };
    if (generation === this.#generation)
      keep(this.#tokens, key, { value: me, until: now + BELIEVE_MS, userId: me.userId });
    return me;
  }

  /** The person whose browser sends these cookies, for pages below `/auth`, where the session's is sent. Never cached. */
  async ofBrowser(cookies: string | undefined): Promise<Me | undefined> {
    const me = cookies === undefined ? undefined : await this.#sources.readCookies(cookies);
    const live = me && (await this.#sources.findSession(me.sessionId, me.userId));
    return live?.userId === me?.userId ? me : undefined;
  }

  /** Whether the session proved a factor within the last minutes. Never cached: it guards what cannot be undone. */
  isFresh(me: Me): Promise<boolean> {
    return this.#sources.isFresh(me.sessionId);
  }

  /** The person's membership, or undefined for people outside. The latter is never cached. */
  async member(serverId: string, userId: string): Promise<Member | undefined> {
    const now = this.#clock.now().getTime();
    const key = `${serverId}:${userId}`;
    const kept = this.#members.get(key);
    if (kept && kept.until > now) return kept.value;
    const generation = this.#generation;
    const member = await this.#sources.findMember(serverId, userId);
    if (member && generation === this.#generation)
      keep(this.#members, key, { value: member, until: now + BELIEVE_MS, userId });
    return member;
  }

  perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.do === 'invalidateSessions' || effect.do === 'close') this.#invalidate(effect.userId);
      if (effect.do === 'invalidateServer') this.#forgetServer(effect.serverId);
    }
  }

  /** Clears the whole cache: invalidations from other processes may not have arrived here. */
  clear(): void {
    this.#generation += 1;
    this.#tokens.clear();
    this.#members.clear();
  }

  #forgetServer(serverId: string): void {
    this.#generation += 1;
    for (const key of this.#members.keys()) if (key.startsWith(`${serverId}:`)) this.#members.delete(key);
  }

  #invalidate(userId: string): void {
    this.#generation += 1;
    for (const [key, kept] of this.#tokens) if (kept.userId === userId) this.#tokens.delete(key);
    for (const [key, kept] of this.#members) if (kept.userId === userId) this.#members.delete(key);
  }

  async #verify(token: string): Promise<{ userId: string; sessionId: string; expires: number } | undefined> {
    try {
      return await this.#check(token);
    } catch (error) {
      // A key made since this process started: read the keys again, once.
      if (!(error instanceof errors.JWKSNoMatchingKey)) return nobodyUnlessAway(error);
      this.#keys = undefined;
      return this.#check(token).catch(nobodyUnlessAway);
    }
  }

  async #check(token: string) {
    this.#keys ??= createLocalJWKSet(await this.#sources.keys());
    const { payload } = await jwtVerify(token, this.#keys, { issuer: TOKEN.issuer, audience: TOKEN.audience });
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || payload.exp === undefined)
      return undefined;
    return { userId: payload.sub, sessionId: payload.sid, expires: payload.exp * 1000 };
  }
}

/** A token that cannot be read is nobody's. One whose keys could not be read says nothing: its holder stays signed in. */
function nobodyUnlessAway(error: unknown): undefined {
  if (isAway(error)) throw error;
  return undefined;
}

function keep<Value>(map: Map<string, Kept<Value>>, key: string, entry: Kept<Value>): void {
  if (map.size >= KEPT_AT_MOST) map.clear();
  map.set(key, entry);
}
