import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canSeeQuestion, canVote } from '@folkmoot/contract/qna/rules.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { createFreshFlight } from '../core/single-flight.ts';
import type { AppContext } from '../core/slice.ts';
import { enter, type Here, hashOf, type Keys, type Limits, seconds, somebody } from './actions.ts';
import { deleteQuestion, upsertReport } from './changes-store.ts';
import { tellGone, tellQuestions, tellVotes, withSimilar } from './live-actions.ts';
import { knowPerson } from './people-store.ts';
import * as store from './questions-store.ts';
import type { FindQna } from './store.ts';
import { createVotes } from './votes/votes-actions.ts';

type Parts = Pick<AppContext, 'db' | 'services'> & { keys: Keys; limits: Limits; find: FindQna };

/** What everybody does with questions: reading, asking, voting, withdrawing, reporting. */
export function questionHandlers({ db, services, keys, limits, find }: Parts): Binding[] {
  const cast = createVotes({ db, services });
  const pages = createFreshFlight<store.SharedPage>();
  return [
    handle(api.listQuestions, async ({ tx, me, params, query }) => {
      const { reader, eventId } = await enter(tx, keys, params.eventId, { me, token: query.token }, find);
      if (!reader.host && !reader.hides && !query.isMine) {
        // A hall asks for the same page at the same moment: only what each votes for is read for each.
        const { token: _, ...asked } = query;
        const page = await pages(`${eventId} ${JSON.stringify(asked)}`, () => store.readShared(db, eventId, query));
        const ids = page.items.map(({ id }) => id);
        return new RawJson(store.personalPage(page, await store.listVoted(tx, eventId, ids, reader), reader));
      }
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

    handle(
      api.voteForQuestion,
      async (call) => {
        const { tx, me, params, query, body, now } = call;
        const found = await enter(tx, keys, params.eventId, { me, token: query.token }, find);
        const { eventId, facts, reader } = found;
        assertAllowed(canVote(facts, seconds(now)));
        const person = somebody(found);
        await limits.spend('vote', person);
        const counted = await cast({
          ...{ eventId, questionId: params.questionId, person },
          ...{ ids: reader.ids, voted: body.voted },
        });
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
        const keysOf = new Map(rows.map(({ id, keyHash }) => [id, keyOf.get(keyHash.toString('hex')) ?? '']));
        const views = await store.viewQuestions(tx, params.eventId, [...keysOf.keys()], null, true);
        const items = views.map((view) => ({ ...view, key: keysOf.get(view._id) ?? '' }));
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
