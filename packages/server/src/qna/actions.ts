import { createHash } from 'node:crypto';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { closesAt } from '@folkmoot/contract/qna/rules.ts';
import { DEFAULTS, type QnaRole, RATES, type SettingsFields } from '@folkmoot/contract/qna/schema.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, HttpError, refuse } from '../core/http/errors.ts';
import type { Me } from '../core/security/session.ts';
import { createSigner } from '../core/security/signer.ts';
import type { AppContext } from '../core/slice.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { visibleEvent, visitorOf } from '../events/actions.ts';
import { findGuestName, type Person } from './people-store.ts';
import type { Reader } from './questions-store.ts';
import { type FindQna, findQna, type QnaRow } from './store.ts';

/** What the code gives somebody without an account: who they are at one event. */
export type JoinPass = { eventId: string; guestId: string };

export type JoinPasses = { give(pass: JoinPass): string; read(token: string | undefined): JoinPass | undefined };

/** Signed passes; of them, only the name is stored. */
export function createJoinPasses(secret: string): JoinPasses {
  const signer = createSigner(secret, 'qna');
  return {
    give: ({ eventId, guestId }) => signer.sign(`q~${eventId}~${guestId}`),
    read(token = '') {
      const [kind, eventId = '', guestId = ''] = signer.read(token)?.split('~') ?? [];
      return kind === 'q' ? { eventId, guestId } : undefined;
    },
  };
}

/** An event's Q&A for one caller. */
export type Here = {
  eventId: string;
  event: QnaRow;
  settings: SettingsFields & { code: string | null };
  /** For the rules. */
  facts: SettingsFields & { role: QnaRole; eventStatus: QnaRow['status']; closes_epoc: number | null };
  /** Null for everybody who is not somebody: signed out and without a pass. */
  person: Person | null;
  reader: Reader;
  viewerName: string | null;
};

export type Keys = { tokens: EventTokens; passes: JoinPasses };
export type Caller = { me: Me | undefined; token: string | undefined };

/**
 * The Q&A of an event that the caller may see, and what they are there. A pass that the code gave opens it for as long as people
 * may join by code, also if they could not see the event otherwise.
 *
 * @param find how it is looked up: outside transactions, together with what others ask at the same moment.
 * @throws Refused 404, or 403 for a private event that is locked, as its page is; 410 for a pass that has ended.
 */
export async function enter(
  tx: Db,
  keys: Keys,
  eventId: string,
  { me, token }: Caller,
  find: FindQna = findQna,
): Promise<Here> {
  const pass = keys.passes.read(token);
  if (pass) return enterByCode(tx, eventId, pass);
  const visitor = visitorOf(keys.tokens, me, token);
  const event = assertFound(await find(tx, eventId, visitor.looking), core.notFound);
  if (!canSee(event).ok) await visibleEvent(tx, eventId, visitor);
  const { participationId, ownUserId, manages, viewerName } = event;
  // The link of an email makes its reader the guest it was sent to, even if somebody else is signed in.
  const userId = visitor.looking.participationId === undefined ? me?.userId : (ownUserId ?? undefined);
  const role = roleOf(event);
  const isSomebody = participationId !== null || userId !== undefined;
  const name = viewerName ?? '';
  const person = isSomebody
    ? { id: participationId ?? userId ?? '', participationId, userId: userId ?? null, name }
    : null;
  const ids = [participationId, userId].filter((id) => typeof id === 'string');
  return here(event, role, person, {
    ...{ ids, host: manages, userId: me?.userId, hides: event.hides },
  });
}

async function enterByCode(tx: Db, eventId: string, pass: JoinPass): Promise<Here> {
  const event = assertFound(pass.eventId === eventId ? await findQna(tx, eventId, {}) : undefined, core.notFound);
  if (event.status === 'draft') refuse(core.notFound);
  const name = event.settings?.joinByCode ? await findGuestName(tx, eventId, pass.guestId) : undefined;
  if (name === undefined) refuse(refusals.passOld);
  const person = { id: pass.guestId, participationId: null, userId: null, name };
  return here({ ...event, viewerName: name }, 'attendee', person, { ids: [pass.guestId], host: false });
}

function here(event: QnaRow, role: QnaRole, person: Person | null, reader: Reader): Here {
  const settings = { code: null, ...DEFAULTS, ...event.settings };
  return {
    ...{ eventId: event.id, event, settings, person, reader },
    facts: { ...settings, role, eventStatus: event.status, closes_epoc: closesAt(event) },
    viewerName: role === 'reader' ? null : event.viewerName,
  };
}

function roleOf({ manages, participation, role }: QnaRow): QnaRole {
  if (manages) return 'host';
  if (participation !== 'going') return 'reader';
  return role === 'featured_guest' ? 'featured_guest' : 'attendee';
}

/** The Q&A as a host sees it. Refuses with 404 if they may not even see the event, and 403 if they do not manage it. */
export async function enterAsHost(tx: Db, keys: Keys, eventId: string, me: Me): Promise<Here> {
  const found = await enter(tx, keys, eventId, { me, token: undefined });
  if (found.facts.role !== 'host') refuse(refusals.notHost);
  return found;
}

/** The caller as somebody; refuses signed-out visitors without a pass. */
export function somebody({ person }: Here): Person {
  return person ?? refuse(refusals.register);
}

/** Unix seconds. */
export const seconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/** What the server keeps of a question's key. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

type Act = 'ask' | 'vote' | 'comment' | 'react' | 'reword';
const WINDOWS: Record<Act, { most: number; ms: number }[]> = {
  ask: [
    { most: RATES.questions, ms: 60_000 },
    { most: RATES.questionsAnHour, ms: 3_600_000 },
  ],
  vote: [{ most: RATES.votes, ms: 60_000 }],
  comment: [{ most: RATES.comments, ms: 60_000 }],
  react: [{ most: RATES.reactions, ms: 60_000 }],
  reword: [{ most: RATES.rewordings, ms: 60_000 }],
};

export type Limits = {
  /** Counts one act of a person, and refuses it if there were too many. Anonymous or not makes no difference. */
  spend(act: Exclude<Act, 'reword'>, person: Person): Promise<void>;
  /** Counts how often the asker of a question changes its words: of an anonymous one, nobody knows who that is. */
  spendReword(questionId: string): Promise<void>;
};

/**
 * How often one person may act. It is counted outside the database, under a hash, and forgotten after an hour at most: nothing
 * else knows that somebody has asked anonymously.
 */
export function createLimits({ counts, config }: Pick<AppContext, 'counts' | 'config'>): Limits {
  const nameOf = (act: Act, ms: number, id: string) => {
    const hash = createHash('sha256').update(`${config.authSecret}:qna:${id}`).digest('base64url').slice(0, 22);
    return `qna ${act} ${ms} ${hash}`;
  };
  const count = async (act: Act, id: string) => {
    if (!config.rateLimits) return;
    for (const { most, ms } of WINDOWS[act])
      if ((await counts.add(nameOf(act, ms, id), ms)).current > most) refuse(core.slowDown);
  };
  return {
    spend: (act, person) => count(act, person.userId ?? person.id),
    spendReword: (questionId) => count('reword', questionId),
  };
}

/** Whether somebody may hear the Q&A of an event live; without an account, only with a pass that says who they are. */
export async function mayAttend(
  db: Db,
  keys: Keys,
  userId: string | undefined,
  eventId: string,
  token: string | undefined,
): Promise<{ key: string; host: boolean } | undefined> {
  const me = userId === undefined ? undefined : { userId, sessionId: '' };
  const found = await enter(db, keys, eventId, { me, token }).catch((error) => {
    // They may not see it. Anything else says nothing about that.
    if (error instanceof HttpError) return undefined;
    throw error;
  });
  if (!found?.person) return undefined;
  const { person, facts } = found;
  return { key: person.userId ?? person.id, host: facts.role === 'host' };
}
