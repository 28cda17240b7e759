import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import {
  canBeNow,
  canMerge,
  canModerate,
  canMove,
  canReword,
  closesAt,
  firstState,
  isPublic,
} from '@folkmoot/contract/qna/rules.ts';
import type { QuestionChange, QuestionState, SettingsFields } from '@folkmoot/contract/qna/schema.ts';
import { DEFAULTS, LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { holds } from '@folkmoot/contract/qna/words-rules.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { auditEvent } from '../events/actions.ts';
import { enter, enterAsHost, type Here, type Keys, type Limits, seconds } from './actions.ts';
import {
  approvePending,
  type Change,
  clearNow,
  countUnited,
  listPending,
  moveTo,
  updateQuestion,
} from './changes-store.ts';
import { tellHidden, tellHint, tellQuestions } from './live-actions.ts';
import { notifyAsker, notifyHosts } from './notices-actions.ts';
import { byKey, isAskedBy, seen, viewOf } from './questions-handlers.ts';
import { findQuestions, hasOwnVote, type QuestionRow, viewQuestions } from './questions-store.ts';
import { findQna, findStats, lockSettings } from './store.ts';

type Parts = { keys: Keys; limits: Limits };

/** Changes of one question, by its asker and by hosts. */
export function moderationHandlers({ keys, limits }: Parts): Binding[] {
  return [
    handle(api.changeQuestion, async (call) => {
      const { tx, me, params, query, body } = call;
      if (body.key !== undefined) return rewordByKey(call, limits, params, { ...body, key: body.key });
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      // Settings before questions: hosts who choose at the same time do so one after the other.
      if (body.isNow && found.facts.role === 'host') await lockSettings(tx, found.eventId, call.now);
      const question = await seen(tx, found, params.questionId, true);
      if (body.content !== undefined) await reword(call, limits, found, question, body.content);
      else {
        assertAllowed(canModerate(found.facts));
        if (body.status !== undefined && body.from !== undefined)
          await moveQuestion(call, found, question, { from: body.from, status: body.status, reason: body.reason });
        else if (body.isNow !== undefined) await setNow(call, found, question, body.isNow);
        else await change(call, found, question, { isBookmarked: body.isBookmarked ?? false });
      }
      const [after] = await findQuestions(tx, found.eventId, [question.id]);
      return { message: TOASTS.updated, data: await viewOf(tx, found, assertFound(after, core.notFound)) };
    }),

    handle(api.approveQuestions, async (call) => {
      const { tx, me, params, body, now } = call;
      const found = await enterAsHost(tx, keys, params.eventId, me);
      const { eventId } = found;
      const ids = body.ids ? [...new Set(body.ids)] : await listPending(tx, eventId, LIMITS.approvedAll);
      let done = 0;
      for (let at = 0; at < ids.length; at += LIMITS.approved) {
        const approved = await approvePending(tx, eventId, ids.slice(at, at + LIMITS.approved), now);
        await tellQuestions(call, eventId, new Map(approved.map((id) => [id, { state: 'pending', isNow: false }])));
        done += approved.length;
      }
      const left = body.ids ? ids.length - done : (await findStats(tx, eventId)).pending;
      const said = done === 1 ? '1 question approved.' : `${done} questions approved.`;
      const more = left === 1 ? '1 more is waiting.' : `${left} more are waiting.`;
      return { message: body.ids || left === 0 ? said : `${said} ${more}`, data: { done, left } };
    }),

    handle(api.previewMerge, async ({ tx, me, params, query }) => {
      const { eventId } = await enterAsHost(tx, keys, params.eventId, me);
      if (params.questionId === query.into) refuse(refusals.mergeSame);
      const found = await findQuestions(tx, eventId, [params.questionId, query.into]);
      if (found.length < 2) refuse(core.notFound);
      return { data: await countUnited(tx, eventId, params.questionId, query.into) };
    }),

    handle(api.mergeQuestion, async (call) => {
      const { tx, me, params, body } = call;
      const found = await enterAsHost(tx, keys, params.eventId, me);
      const both = await findQuestions(tx, found.eventId, [params.questionId, body.into], true);
      const question = assertFound(
        both.find(({ id }) => id === params.questionId),
        core.notFound,
      );
      const into = assertFound(
        both.find(({ id }) => id === body.into),
        core.notFound,
      );
      if (question.id === into.id || question.mergedInto !== into.id) {
        assertAllowed(canMerge({ ...question, merged: question.mergedInto !== null }, into));
        await merge(call, found, question, into);
        await auditEvent(call, found.event, me.userId, 'event.question-merged');
      }
      return { message: TOASTS.merged, data: await viewOf(tx, found, into) };
    }),
  ];
}

type Reworded = { eventId: string; questionId: string };

/** Somebody who asked anonymously changes the words, with nothing but the key. */
async function rewordByKey(
  command: CommandContext,
  limits: Limits,
  { eventId, questionId }: Reworded,
  body: QuestionChange & { key: string },
) {
  const { tx, now } = command;
  if (body.content === undefined) refuse(refusals.notHost);
  const question = await byKey(tx, eventId, questionId, body.key);
  const event = assertFound(await findQna(tx, eventId, {}), core.notFound);
  const settings: SettingsFields = { ...DEFAULTS, ...event.settings };
  const facts = { ...settings, role: 'attendee', eventStatus: event.status, closes_epoc: closesAt(event) } as const;
  assertAllowed(canReword(facts, { ...question, ownVote: false }, seconds(now)));
  await limits.spendReword(questionId);
  await rewordAsAsker(command, eventId, settings, question, { content: body.content, isHost: false });
  const [view] = await viewQuestions(tx, eventId, [questionId], null, true);
  return { message: TOASTS.updated, data: assertFound(view, core.notFound) };
}

/** Under their name askers change their own words, and hosts those of everybody. */
async function reword(
  command: CommandContext,
  limits: Limits,
  found: Here,
  question: QuestionRow,
  content: string,
): Promise<void> {
  const { eventId, facts, settings, reader } = found;
  if (isAskedBy(found, question)) {
    const ownVote = await hasOwnVote(command.tx, eventId, question.id, reader.ids);
    assertAllowed(canReword(facts, { ...question, ownVote }, seconds(command.now)));
    await limits.spendReword(question.id);
    return rewordAsAsker(command, eventId, settings, question, { content, isHost: facts.role === 'host' });
  }
  if (facts.role !== 'host') refuse(refusals.notYours);
  if (content === question.content) refuse(refusals.sameContent);
  await change(command, found, question, { content, wordedByHost: true });
}

/** The words are looked at again where questions are. */
async function rewordAsAsker(
  command: CommandContext,
  eventId: string,
  settings: SettingsFields,
  question: QuestionRow,
  { content, isHost }: { content: string; isHost: boolean },
): Promise<void> {
  if (content === question.content) refuse(refusals.sameContent);
  const isHeld = holds(content, settings.holdWords);
  const state = firstState(settings, { isHost, isHeld });
  const published = state === 'published' ? { publishedAt: command.now } : {};
  await updateQuestion(command.tx, eventId, question.id, { content, isHeld, state, wordedByHost: false, ...published });
  await tellQuestions(command, eventId, new Map([[question.id, question]]));
  if (state === 'pending' && question.state !== 'pending') await notifyHosts(command, eventId);
}

async function change(command: CommandContext, found: Here, question: QuestionRow, fields: Change): Promise<void> {
  await updateQuestion(command.tx, found.eventId, question.id, { ...fields, looked: true });
  await tellQuestions(command, found.eventId, new Map([[question.id, question]]));
}

type Move = { from: QuestionState; status: QuestionState; reason: string };

async function moveQuestion(
  command: CommandContext,
  found: Here,
  question: QuestionRow,
  { from, status, reason }: Move,
): Promise<void> {
  const merged = question.mergedInto !== null;
  assertAllowed(canMove({ state: question.state, merged }, { from, status, reason }));
  // Another host has done the same.
  if (question.state === status) return;
  await change(command, found, question, {
    state: status,
    reason: status === 'refused' ? reason : '',
    ...(isPublic(status) && { publishedAt: command.now }),
    ...(status === 'answered' && { answeredAt: command.now }),
    ...(status === 'published' && { answeredAt: null }),
  });
  await notifyAsker(command, found.eventId, question, status);
  const userId = found.reader.userId ?? '';
  if (status === 'refused') await auditEvent(command, found.event, userId, 'event.question-refused');
}

/** One question at most is being answered. The settings are locked. */
async function setNow(command: CommandContext, found: Here, question: QuestionRow, isNow: boolean): Promise<void> {
  const { tx, now } = command;
  const { eventId } = found;
  if (question.isNow === isNow) return;
  if (!isNow) return change(command, found, question, { nowAt: null });
  assertAllowed(canBeNow(question));
  if (found.facts.eventStatus === 'cancelled') refuse(refusals.cancelled);
  const before = await clearNow(tx, eventId);
  await updateQuestion(tx, eventId, question.id, { nowAt: now, looked: true });
  const changed = new Map<string, Pick<QuestionRow, 'state' | 'isNow'>>([[question.id, question]]);
  if (before !== undefined) changed.set(before, { state: 'published', isNow: true });
  await tellQuestions(command, eventId, changed);
}

/** Unites voters, never adds numbers. */
async function merge(command: CommandContext, found: Here, question: QuestionRow, into: QuestionRow): Promise<void> {
  const { tx, now } = command;
  const { eventId } = found;
  await moveTo(tx, eventId, question.id, into.id);
  await updateQuestion(tx, eventId, question.id, { state: 'archived', mergedInto: into.id, looked: true });
  // What is being answered stays on the screen, under the other's words.
  const moves = question.isNow && into.state === 'published';
  await updateQuestion(tx, eventId, into.id, moves ? { nowAt: now } : {});
  await tellQuestions(command, eventId, new Map([[into.id, into]]));
  await tellQuestions(
    command,
    eventId,
    new Map([[question.id, { state: 'archived', isNow: question.isNow && !moves }]]),
  );
  if (isPublic(question.state)) tellHidden(command, eventId, question.id, into.id);
  tellHint(command, eventId);
}
