import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import * as api from '@folkmoot/contract/questionnaires/api.ts';
import { type Question, type QuestionDraft, refusals } from '@folkmoot/contract/questionnaires/schema.ts';
import type { CommandContext } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { lockedEvent, visibleEvent, visitorOf } from '../events/actions.ts';
import { touchEvent } from '../events/editing/write-store.ts';
import { tellEvent } from '../participations/actions.ts';
import * as store from './store.ts';

/** Calls about an event's questions. */
export function questionnaireHandlers(tokens: EventTokens): Binding[] {
  return [
    handle(api.getQuestions, async ({ tx, me, params, query }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      const responses =
        event.participationId === null ? [] : await store.listResponses(tx, event.id, event.participationId);
      return { data: await store.listQuestions(tx, event.id), response_given: responses.length > 0, responses };
    }),

    handle(api.saveQuestions, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      if (event.status === 'cancelled') refuse(events.cancelled);
      await saveQuestions(call, event.id, body.questions);
      await touchEvent(tx, event.id, now);
      await tellEvent(call, event);
      return { message: 'Saved!', data: await store.listQuestions(tx, event.id) };
    }),
  ];
}

/** Replaces the questionnaire with this one. Existing answers stay unchanged. */
async function saveQuestions(
  { tx, now }: CommandContext,
  eventId: string,
  drafts: readonly QuestionDraft[],
): Promise<void> {
  const present = new Map((await store.listQuestions(tx, eventId)).map((question) => [question.question_id, question]));
  const answered = await store.listAnsweredVersions(tx, eventId);
  const ids: string[] = [];
  for (const [position, draft] of drafts.entries()) {
    const was = draft.question_id === undefined ? undefined : present.get(draft.question_id);
    if (draft.question_id !== undefined && was === undefined) refuse(refusals.unknownQuestion);
    const write = written(draft, was);
    ids.push(write.question_id);
    if (was === undefined) await store.insertQuestion(tx, eventId, write, position, now);
    else if (isDifferent(was, write))
      await store.changeQuestion(tx, eventId, was, write, answered.has(was.question_version_id), now);
  }
  if (new Set(ids).size !== ids.length) refuse(refusals.unknownQuestion);
  await store.orderQuestions(tx, eventId, ids, now);
}

/** The draft with every id it needs. Choices keep theirs if the question had them; texts and links have none. */
function written(draft: QuestionDraft, was: Question | undefined): store.QuestionWrite {
  const isChoice = draft.type === 'single-select' || draft.type === 'multi-select';
  const known = new Set(was?.choices.map(({ option_id }) => option_id));
  const choices = isChoice
    ? draft.choices.map(({ option_id, option_text }) => ({
        option_id: option_id !== undefined && known.has(option_id) ? option_id : newId(),
        option_text,
      }))
    : [];
  return { ...draft, question_id: draft.question_id ?? newId(), is_others: isChoice && draft.is_others, choices };
}

function isDifferent(was: Question, now: store.QuestionWrite): boolean {
  const plain = (question: Omit<Question, 'question_id' | 'question_version_id'>) =>
    JSON.stringify([
      question.question,
      question.type,
      question.is_required,
      question.is_others,
      question.choices.map(({ option_id, option_text }) => [option_id, option_text]),
    ]);
  return plain(was) !== plain(now);
}
