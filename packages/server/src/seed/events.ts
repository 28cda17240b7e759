import { toEpoch, toWall } from '@folkmoot/contract/events/times-rules.ts';
import { coverTintOf } from '@folkmoot/contract/media/picture-rules.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import type { Question, QuestionResponse } from '@folkmoot/contract/questionnaires/schema.ts';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { insertEvent, setStatus } from '../events/editing/write-store.ts';
import { noteHostsTold } from '../events/mails/mails-store.ts';
import { insertParticipation, type Move, moveParticipation } from '../participations/moves-store.ts';
import { findParticipation, type Whose } from '../participations/store.ts';
import { insertQuestion, listQuestions, replaceAnswers } from '../questionnaires/store.ts';
import { FREE, insertTicket } from '../tickets/store.ts';
import { findCommunityId } from './builders.ts';
import { type Ids, idOf } from './ids.ts';
import { inviteByEmail } from './invitations.ts';
import { type DemoEvent, events } from './words/events.ts';
import { people } from './words/people.ts';

const ZONE = 'Europe/London';
const DAY = 86_400_000;

/** The events of the demo world, some days before and after `now`, with their participants. */
export async function makeEvents(db: Db, ids: Ids, now: Date): Promise<void> {
  for (const event of events) await makeOne(db, event, ids, now);
}

/** One of them. @returns its id. */
export async function makeOne(db: Db, event: DemoEvent, ids: Ids, now: Date): Promise<string> {
  const day = toWall(now.getTime() / 1000 + event.inDays * 86_400, ZONE).date;
  const start = toEpoch(day, event.at, ZONE);
  const made = new Date(now.getTime() - 35 * DAY);
  const cover = `/art/covers/${event.cover}.webp`;
  const [lat, lng] = event.where;
  const id = await insertEvent(
    db,
    {
      creatorId: idOf(ids, event.host),
      alias: event.slug,
      name: event.name,
      summary: event.summary,
      description: event.description,
      time_zone: ZONE,
      start_epoc: start,
      end_epoc: start + Math.round(event.hours * 3600),
      serverId: event.community === null ? null : await findCommunityId(db, event.community),
      visibility: event.visibility ?? 'public',
      type: event.external === undefined ? 'internal' : 'external',
      event_url: event.external ?? '',
      attend_type: event.attend ?? 'in_person',
      attend_type_details: { virtual_address: event.link ?? '', in_person_address: event.address },
      location: {
        ...NOWHERE,
        locality: 'Alderwick',
        country: 'United Kingdom',
        description: event.address,
        latLng: { lat, lng },
      },
      cover,
      cover_tint: coverTintOf(cover) ?? 'slate',
      capacity: event.capacity ?? null,
      require_approval: event.approval ?? false,
    },
    made,
  );
  const status = event.status ?? 'published';
  if (status !== 'draft') await setStatus(db, id, status, made);
  await takePart(db, id, event, ids, now);
  return id;
}

/** Somebody is going to an event, or as the move says. @returns the id of their participation. */
export async function come(db: Db, eventId: string, whose: Whose, at: Date, move: Partial<Move> = {}): Promise<string> {
  const id = await insertParticipation(db, eventId, whose, { role: 'guest', status: 'not_going' }, at);
  const before = await findParticipation(db, eventId, id);
  if (!before) throw new Error('A participation is gone that has just been made.');
  const own = { ownAct: true, addressGiven: move.role === undefined };
  await moveParticipation(db, before, { status: 'going', actorId: whose.userId ?? null, ...own, ...move }, at);
  return id;
}

/** Hosts first, then the guests, spread over the last month as people register. */
async function takePart(db: Db, eventId: string, event: DemoEvent, ids: Ids, now: Date): Promise<void> {
  const tickets: string[] = [];
  for (const ticket of event.tickets ?? []) tickets.push(await insertTicket(db, eventId, ticket, FREE, now));
  for (const [position, draft] of (event.questions ?? []).entries()) {
    const choices = draft.choices.map(({ option_text }) => ({ option_id: newId(), option_text }));
    await insertQuestion(db, eventId, { ...draft, question_id: newId(), choices }, position, now);
  }
  const questions = await listQuestions(db, eventId);
  const hosts = [event.host, ...(event.alsoHosts ?? [])];
  const featured = event.featured ?? [];
  const user = (username: string): Whose => ({ userId: idOf(ids, username) });
  const add = async (whose: Whose, at: Date, move: Partial<Move>, turn = 0) => {
    const id = await come(db, eventId, whose, at, move);
    if (move.role === undefined && questions.length > 0) await answer(db, eventId, id, questions, turn, at);
  };
  const first = new Date(now.getTime() - 34 * DAY);
  for (const username of hosts) await add(user(username), first, { role: 'host' });
  for (const username of featured) await add(user(username), first, { role: 'featured_guest' });
  const said = event.going === 'everyone' ? people.map(({ username }) => username) : (event.going ?? []);
  const declined = event.declined ?? [];
  const going = said.filter((username) => ![...hosts, ...featured, ...declined].includes(username));
  const guests: Whose[] = [
    ...going.map(user),
    ...(event.byMail ?? []).map(([firstName, lastName]) => ({
      firstName,
      lastName,
      email: `${firstName}.${lastName}@post.example`.toLowerCase(),
    })),
  ];
  const at = (turn: number, all: number) => new Date(now.getTime() - 32 * DAY * (1 - (turn + 1) / (all + 1)) ** 1.4);
  for (const [turn, whose] of guests.entries())
    await add(whose, at(turn, guests.length), { ticketId: tickets[ticketOf(turn)] ?? null }, turn);
  for (const [turn, username] of (event.waiting ?? []).entries())
    await add(user(username), at(turn + 6, 12), { status: 'waitlisted' });
  for (const [turn, username] of (event.asking ?? []).entries())
    await add(user(username), at(turn + 8, 12), { status: 'requested' });
  await inviteByEmail(db, eventId, idOf(ids, event.host), event.invited ?? [], new Date(now.getTime() - 3 * DAY));
  await noteHostsTold(db, eventId, now);
  for (const username of declined) await add(user(username), at(4, 10), { status: 'not_going' });
}

/** Most take the first ticket, every third a workshop, a few a stall. */
function ticketOf(turn: number): number {
  if (turn % 11 === 10) return 2;
  return turn % 3 === 2 && turn < 60 ? 1 : 0;
}

const NOTES = [
  'I use a wheelchair, so the low bench in the print room would be ideal.',
  'No nuts, please.',
  'I can bring the big urn.',
];

async function answer(
  db: Db,
  eventId: string,
  id: string,
  questions: readonly Question[],
  turn: number,
  at: Date,
): Promise<void> {
  const responses: QuestionResponse[] = [];
  for (const [index, question] of questions.entries()) {
    const choice = question.choices[(turn + index) % Math.max(1, question.choices.length)];
    const base = { event_question_id: question.question_id, event_question_version_id: question.question_version_id };
    const note = NOTES[turn % NOTES.length] ?? '';
    if (choice) responses.push({ ...base, response_text: [choice.option_text], response_id: [choice.option_id] });
    else if (question.type === 'text' && turn % 5 === 0)
      responses.push({ ...base, response_text: [note], response_id: null });
  }
  const text = responses
    .flatMap((response) => response.response_text)
    .join(' ')
    .toLowerCase();
  await replaceAnswers(db, eventId, id, responses, text, at);
}
