import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canAsk, canSeeQuestion, canVote, firstState } from '@folkmoot/contract/qna/rules.ts';
import { LIMITS, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { holds } from '@folkmoot/contract/qna/words-rules.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import { enter, type Here, hashOf, type Keys, type Limits, seconds, somebody } from './actions.ts';
import { deleteQuestion, insertQuestion, upsertReport, vote } from './changes-store.ts';
import { tellGone, tellQuestions, tellVotes, withSimilar } from './live-actions.ts';
import { knowPerson } from './people-store.ts';
import * as store from './questions-store.ts';

type Parts = { keys: Keys; limits: Limits; told(command: CommandContext, here: Here): Promise<void> };

/** What everybody does with questions: reading, asking, voting, withdrawing, reporting. */
export function questionHandlers({ keys, limits, told }: Parts): Binding[] {
  return [
    handle(api.listQuestions, async ({ tx, me, params, query }) => {
      const { reader, eventId } = await enter(tx, keys, params.eventId, { me, token: query.token });
      const body = await store.listQuestions(tx, eventId, query, reader);
      if (!reader.host || !body.includes('"state" : "pending"')) return new RawJson(body);
      const page = JSON.parse(body) as { items: QuestionView[]; count: number };
      return { ...page, items: await withSimilar(tx, eventId, page.items) };
    }),

    handle(api.countQuestions, async ({ tx, me, params, query }) => {
      const { reader, eventId } = await enter(tx, keys, params.eventId, { me, token: query.token });
      return { data: await store.countQuestions(tx, eventId, reader) };
    }),

    handle(api.getQuestion, async ({ tx, me, params, query }) => {
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const question = await seen(tx, found, params.questionId);
      return { data: await viewOf(tx, found, question) };
    }),

    handle(api.askQuestion, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const { eventId, facts, settings } = found;
      const keyHash = hashOf(body.key);
      const [known] = await store.findByKeys(tx, eventId, [keyHash]);
      if (known) return again(tx, found, known, body.isAnonymous);
      assertAllowed(canAsk(facts, seconds(now), body.isAnonymous));
      const person = somebody(found);
      await limits.spend('ask', person);
      const isHeld = holds(body.content, settings.holdWords);
      // Without a name, nothing may tell that it is a host who asks.
      const byHost = !body.isAnonymous && facts.role === 'host';
      const state = firstState(settings, { isHost: byHost, isHeld });
      if (!body.isAnonymous) await knowPerson(tx, eventId, person, now);
      const asked = {
        eventId,
        id: newId(),
        content: body.content,
        byHost,
        keyHash,
        state,
        isHeld,
        most: LIMITS.questions,
      };
      if (!(await insertQuestion(tx, { ...asked, askerId: body.isAnonymous ? null : person.id }, now)))
        refuse(refusals.tooMany);
      await tellQuestions(call, eventId, new Map([[asked.id, null]]));
      if (state === 'pending') await told(call, found);
      const [view] = await store.viewQuestions(tx, eventId, [asked.id], found.reader, true);
      return { message: TOASTS.created, data: assertFound(view, core.notFound) };
    }),

    handle(
      api.voteForQuestion,
      async (call) => {
        const { tx, me, params, query, body, now } = call;
        const found = await enter(tx, keys, params.eventId, { me, token: query.token });
        const { eventId, facts, reader } = found;
        assertAllowed(canVote(facts, seconds(now)));
        const person = somebody(found);
        await limits.spend('vote', person);
        const given = { person, ids: reader.ids, voted: body.voted };
        const counted = await vote(tx, eventId, params.questionId, given, now);
        if (!counted) {
          const question = await seen(tx, found, params.questionId);
          assertAllowed(canVote(facts, seconds(now), question.state));
          // Published again since.
          return refuse(core.conflict);
        }
        const data = { _id: params.questionId, ...counted };
        tellVotes(call, eventId, data);
        return { message: '', data: { ...data, voted: body.voted } };
      },
      { transaction: false },
    ),

    handle(api.deleteQuestion, async (call) => {
      const { tx, me, params, query, body } = call;
      const { eventId, questionId } = params;
      if (body.key !== undefined) {
        const question = await byKey(tx, eventId, questionId, body.key);
        await deleteQuestion(tx, eventId, question.id);
        tellGone(call, eventId, question);
        return { message: TOASTS.deleted };
      }
      const found = await enter(tx, keys, eventId, { me, token: query.token });
      const question = await seen(tx, found, questionId, true);
      if (!isAskedBy(found, question)) refuse(refusals.notYours);
      await deleteQuestion(tx, eventId, questionId);
      tellGone(call, eventId, question);
      return { message: TOASTS.deleted };
    }),

    handle(
      api.listMine,
      async ({ tx, params, body }) => {
        const keyOf = new Map(body.keys.map((key) => [hashOf(key).toString('hex'), key]));
        const hashes = [...keyOf.keys()].map((hash) => Buffer.from(hash, 'hex'));
        const rows = (await store.findByKeys(tx, params.eventId, hashes)).filter(({ isAnonymous }) => isAnonymous);
        const ids = rows.map(({ id }) => id);
        const views = await store.viewQuestions(tx, params.eventId, ids, null, true);
        const items = views.map((view, at) => ({
          ...view,
          key: keyOf.get(Buffer.from(rows[at]?.keyHash ?? '').toString('hex')) ?? '',
        }));
        return { items };
      },
      { transaction: false },
    ),

    handle(api.reportQuestion, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const person = somebody(found);
      const question = await seen(tx, found, params.questionId);
      if (isAskedBy(found, question)) refuse(refusals.ownQuestion);
      await knowPerson(tx, found.eventId, person, now);
      const what = { eventId: found.eventId, questionId: question.id, reporterId: person.id };
      const isNew = await upsertReport(tx, what, body, now);
      if (isNew) await tellQuestions(call, found.eventId, new Map([[question.id, question]]));
      return { message: TOASTS.reported };
    }),
  ];
}

/** Whether the caller asked a question under their name. */
export function isAskedBy({ reader }: Here, { askerId }: store.QuestionRow): boolean {
  return askerId !== null && reader.ids.includes(askerId);
}

/** A question that the caller may see. */
export async function seen(
  tx: CommandContext['tx'],
  found: Here,
  questionId: string,
  lock = false,
): Promise<store.QuestionRow> {
  const [question] = await store.findQuestions(tx, found.eventId, [questionId], lock);
  const known = assertFound(question, core.notFound);
  assertAllowed(canSeeQuestion({ state: known.state, isMine: isAskedBy(found, known) }, found.facts.role));
  return known;
}

/** An anonymous question by its key, locked. For a wrong key it does not exist. */
export async function byKey(
  tx: CommandContext['tx'],
  eventId: string,
  questionId: string,
  key: string,
): Promise<store.QuestionRow> {
  const [question] = await store.findQuestions(tx, eventId, [questionId], true);
  if (!question?.isAnonymous || !question.keyHash.equals(hashOf(key))) refuse(core.notFound);
  return question;
}

/** A question as the caller sees it. */
export async function viewOf(
  tx: CommandContext['tx'],
  found: Here,
  question: store.QuestionRow,
): Promise<QuestionView> {
  const own = isAskedBy(found, question);
  const views = await store.viewQuestions(tx, found.eventId, [question.id], found.reader, own);
  const [view] = found.reader.host ? await withSimilar(tx, found.eventId, views) : views;
  return assertFound(view, core.notFound);
}

/** It was sent before: the same answer. A key that belongs to somebody else's question tells nothing about it. */
async function again(tx: CommandContext['tx'], found: Here, known: store.QuestionRow, isAnonymous: boolean) {
  if (known.isAnonymous !== isAnonymous || (!isAnonymous && !isAskedBy(found, known))) refuse(core.conflict);
  const [view] = await store.viewQuestions(tx, found.eventId, [known.id], found.reader, true);
  return { message: TOASTS.created, data: assertFound(view, core.notFound) };
}
