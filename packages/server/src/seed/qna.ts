import { randomBytes } from 'node:crypto';
import { holds } from '@folkmoot/contract/qna/words-rules.ts';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { findParticipationOf } from '../participations/store.ts';
import { hashOf } from '../qna/actions.ts';
import { insertQuestions, updateQuestion } from '../qna/changes-store.ts';
import { insertComment, putReaction } from '../qna/comments/comments-store.ts';
import { knowPerson, type Person } from '../qna/people-store.ts';
import { lockSettings, updateSettings } from '../qna/store.ts';
import { castVotes } from '../qna/votes/votes-store.ts';
import { type Ids, idOf } from './ids.ts';
import { type DemoQuestion, moot } from './qna-words.ts';
import { people } from './words/people.ts';

const HOUR = 3_600_000;
/** Hosts of the moot: what they write counts as an answer. */
const HOSTS = new Set(['maren', 'ines']);

/** Questions in every state, with votes, comments and reactions, at the first of the demo world's events. */
export async function makeQna(db: Db, ids: Ids, now: Date): Promise<void> {
  const event = await db.selectFrom('events').select('id').where('alias', '=', moot.slug).executeTakeFirstOrThrow();
  const settings = await lockSettings(db, event.id, now);
  const open = { status: 'enabled', allowAnonymousQuestions: true, whoCanComment: 'featured_guest' } as const;
  const own = { joinByCode: true, holdWords: moot.holdWords, code: moot.code };
  await updateSettings(db, event.id, { ...settings, ...open, ...own }, now);
  const guests = await listGuests(db, event.id, ids, now);
  const known = new Map<string, string>();
  for (const [nth, question] of moot.questions.entries()) {
    const at = new Date(now.getTime() - (moot.questions.length - nth) * 3 * HOUR);
    known.set(question.content, await makeQuestion(db, event.id, question, { guests, known, at, nth, now }));
  }
}

/** Everybody who is going and has an account, by username. */
async function listGuests(db: Db, eventId: string, ids: Ids, now: Date): Promise<Map<string, Person>> {
  const guests = new Map<string, Person>();
  for (const { username } of people) {
    const userId = idOf(ids, username);
    const place = await findParticipationOf(db, eventId, { userId });
    if (place?.status !== 'going') continue;
    const person = { id: place.id, participationId: place.id, userId, name: '' };
    await knowPerson(db, eventId, person, now);
    guests.set(username, person);
  }
  return guests;
}

type Around = { guests: Map<string, Person>; known: Map<string, string>; at: Date; nth: number; now: Date };

async function makeQuestion(
  db: Db,
  eventId: string,
  question: DemoQuestion,
  { guests, known, at, nth, now }: Around,
): Promise<string> {
  const { content, by, state = 'pending', votes = 0, reason = '' } = question;
  const id = newId();
  const asker = by === null ? null : (guests.get(by) ?? null);
  const isHeld = holds(content, moot.holdWords);
  const first = state === 'pending' ? 'pending' : 'published';
  // Nobody in the demo world keeps the key of an anonymous question.
  const keyHash = hashOf(randomBytes(18).toString('base64url'));
  const asked = { eventId, id, content, asker, byHost: false, keyHash, isHeld, most: 100 };
  await insertQuestions(db, [{ ...asked, state: first }], at);
  const all = [...guests.values()];
  const voters = Array.from(
    { length: Math.min(votes, all.length) },
    (_, turn) => all[(turn * 7 + nth * 3) % all.length],
  );
  const cast = [...new Set(voters)].filter((person) => person !== undefined);
  await castVotes(
    db,
    cast.map((person) => ({ eventId, questionId: id, person, ids: [person.id], voted: true })),
    at,
  );
  for (const comment of question.comments ?? []) await makeComment(db, eventId, id, comment, guests, at);
  const mergedInto = question.mergedInto === undefined ? undefined : known.get(question.mergedInto);
  await updateQuestion(db, eventId, id, {
    ...(state !== first && { state }),
    ...(reason !== '' && { reason }),
    ...(question.isBookmarked && { isBookmarked: true }),
    ...(question.wordedByHost && { wordedByHost: true }),
    ...(state === 'answered' && { answeredAt: new Date(at.getTime() + HOUR) }),
    ...(question.isNow && { nowAt: new Date(now.getTime() - 100_000) }),
    ...(mergedInto !== undefined && { mergedInto }),
  });
  return id;
}

async function makeComment(
  db: Db,
  eventId: string,
  questionId: string,
  { by, content, reactions = {} }: NonNullable<DemoQuestion['comments']>[number],
  guests: Map<string, Person>,
  at: Date,
): Promise<void> {
  const author = guests.get(by);
  if (!author) throw new Error(`${by} comments and is not going.`);
  const comment = { eventId, id: newId(), questionId, authorId: author.id, byHost: HOSTS.has(by), content };
  await insertComment(db, comment, new Date(at.getTime() + HOUR / 2));
  for (const [emoji, usernames] of Object.entries(reactions))
    for (const username of usernames) {
      const person = guests.get(username);
      if (!person) continue;
      const reaction = { eventId, id: newId(), commentId: comment.id, personId: person.id, emoji };
      await putReaction(db, reaction, new Date(at.getTime() + HOUR));
    }
}
