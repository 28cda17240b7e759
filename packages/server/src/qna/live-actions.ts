import * as api from '@folkmoot/contract/qna/api.ts';
import { isPublic } from '@folkmoot/contract/qna/rules.ts';
import type { QuestionState, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { similarAmong, type Themes, themesOf } from '@folkmoot/contract/qna/words-rules.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { encode, rooms } from '../core/live/live.ts';
import { listCompared, type QuestionRow, viewQuestions } from './questions-store.ts';
import { listFaces, showsGuests } from './store.ts';

/** What one question was before a command; null if it is new. */
type Before = Pick<QuestionRow, 'state' | 'isNow'> | null;

/** Published questions that a pending one is compared with, those with most votes. */
const COMPARED = 500;

const remembered = new Map<string, Themes>();
const REMEMBERED_AT_MOST = 5000;

/** The words of a question do not change while hundreds of others are compared with it. */
function remember(content: string): Themes {
  const themes = remembered.get(content) ?? themesOf(content);
  remembered.delete(content);
  remembered.set(content, themes);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_AT_MOST && oldest !== undefined) remembered.delete(oldest);
  return themes;
}

/** Pending questions with the published one that each is most like; for hosts. */
export async function withSimilar(tx: Db, eventId: string, views: QuestionView[]): Promise<QuestionView[]> {
  if (!views.some(({ state }) => state === 'pending')) return views;
  const find = similarAmong(await listCompared(tx, eventId, COMPARED), remember);
  return views.map((view) => (view.state === 'pending' ? { ...view, similar: find(view.content) ?? null } : view));
}

/**
 * Tells everybody who watches what questions are now, each as far as they may know it. Of an anonymous question no frame goes to its
 * asker alone: everybody gets the same bare hint.
 *
 * @param before what each was; a question that is gone is told with `tellGone`.
 * @returns them as hosts see them.
 */
export async function tellQuestions(
  command: CommandContext,
  eventId: string,
  before: ReadonlyMap<string, Before>,
): Promise<QuestionView[]> {
  const { tx } = command;
  const read = await viewQuestions(tx, eventId, [...before.keys()], { ids: [], host: true });
  const forHosts = await withSimilar(tx, eventId, read);
  const shown = forHosts.map(forEverybody);
  for (const view of shown) {
    const was = before.get(view._id) ?? null;
    if (isPublic(view.state)) tellPublic(command, eventId, view);
    else if (was && isPublic(was.state)) tellHidden(command, eventId, view._id, null);
    if (was?.isNow && !view.isNow) command.publish(api.questionNow, { eventId, question: null }, [rooms.qna(eventId)]);
  }
  // After what ended, so that this is what stays on the screen.
  for (const view of shown)
    if (view.isNow && !before.get(view._id)?.isNow)
      command.publish(api.questionNow, { eventId, question: view }, [rooms.qna(eventId)], askerOf(view));
  for (const { voted, isMine, ...view } of forHosts)
    command.publish(api.questionQueued, { eventId, question: view }, [rooms.qnaHosts(eventId)]);
  if (shown.some(({ _id, state }) => concerns(before.get(_id)?.state, state))) tellHint(command, eventId);
  return forHosts;
}

/** Without what only hosts, its asker or its voters know. */
function forEverybody(question: QuestionView): QuestionView {
  const { isBookmarked, isHeld, reports, reported, similar, voted, isMine, reason, mergedInto, ...shown } = question;
  return shown;
}

/** Tells everybody who watches of a new question, each as far as they may know it. @param view as everybody sees it. */
export async function tellAsked(
  command: CommandContext,
  eventId: string,
  view: QuestionView,
  isHeld: boolean,
): Promise<void> {
  tellPublic(command, eventId, view);
  const known = { ...view, reason: '', mergedInto: null, isBookmarked: false, isHeld, reports: 0, reported: [] };
  const [question = known] = await withSimilar(command.tx, eventId, [known]);
  command.publish(api.questionQueued, { eventId, question }, [rooms.qnaHosts(eventId)]);
}

function tellPublic(command: CommandContext, eventId: string, view: QuestionView): void {
  if (!isPublic(view.state)) return;
  command.publish(api.questionChanged, { eventId, question: view }, [rooms.qna(eventId)], askerOf(view));
}

/** From whom a frame comes: people from whom they are hidden do not get it. */
function askerOf({ asker }: QuestionView): string[] | undefined {
  return asker?.userId ? [asker.userId] : undefined;
}

/** Whether its asker should hear of it: something other than asking has changed the state. */
function concerns(was: QuestionState | undefined, state: QuestionState): boolean {
  return was !== undefined && was !== state;
}

/** A question is no longer to be seen; `into` if it was merged. */
export function tellHidden(command: CommandContext, eventId: string, questionId: string, into: string | null): void {
  command.publish(api.questionGone, { eventId, questionId, into }, [rooms.qna(eventId)]);
}

export function tellHint(command: CommandContext, eventId: string): void {
  command.publish(api.questionHint, { eventId }, [rooms.qna(eventId)]);
}

/** A question was withdrawn. */
export function tellGone(command: CommandContext, eventId: string, question: QuestionRow): void {
  const { id, state, isNow } = question;
  if (isNow) command.publish(api.questionNow, { eventId, question: null }, [rooms.qna(eventId)]);
  if (isPublic(state)) tellHidden(command, eventId, id, null);
  command.publish(api.questionWithdrawn, { eventId, questionId: id }, [rooms.qnaHosts(eventId)]);
}

/** A count of votes is a different one: many of these become one frame. */
export function tellVotes(
  command: CommandContext,
  eventId: string,
  votes: { _id: string; votes: number; rev: number },
): void {
  const { name } = api.questionVotes;
  command.gather({ room: rooms.qna(eventId), name, about: { eventId }, list: 'votes', items: [votes] });
}

/** What a room is told of who is watching. The faces are left out for people from whom one of them is hidden. */
export async function watchingFrames(
  db: Db,
  eventId: string,
  people: readonly string[],
  most: number,
): Promise<{ text: string; by?: string[] }[]> {
  const count = { text: encode(api.questionWatching, { eventId, watching: people.length }) };
  if (!(await showsGuests(db, eventId))) return [count];
  const faces = await listFaces(db, people.slice(0, 10 * most), most);
  return [count, { text: encode(api.questionFaces, { eventId, faces }), by: faces.map(({ id }) => id) }];
}
