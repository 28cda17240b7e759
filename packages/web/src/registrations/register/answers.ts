import { tidyResponse, wrongWith } from '@folkmoot/contract/questionnaires/rules.ts';
import { type Question, type QuestionResponse, SENTENCES } from '@folkmoot/contract/questionnaires/schema.ts';

/** The value of a question's field: the choices, the text under "Something else" if chosen, the free text. */
export type AnswerDraft = { ids: readonly string[]; other: string | undefined; text: string };

export const BLANK: AnswerDraft = { ids: [], other: undefined, text: '' };

const isChoice = ({ type }: Question) => type === 'single-select' || type === 'multi-select';

/** An answer as it is sent. */
export function responseOf(question: Question, written: AnswerDraft): QuestionResponse {
  const base = {
    event_question_id: question.question_id,
    event_question_version_id: question.question_version_id,
  };
  if (!isChoice(question)) return { ...base, response_text: [written.text], response_id: null };
  const chosen = question.choices.filter(({ option_id }) => written.ids.includes(option_id));
  const other = written.other?.trim() ? [written.other] : [];
  return {
    ...base,
    response_text: [...chosen.map(({ option_text }) => option_text), ...other],
    response_id: chosen.map(({ option_id }) => option_id),
  };
}

/** An answer that was given, back in its field. */
export function writtenOf(question: Question, response: QuestionResponse | undefined): AnswerDraft {
  if (!response) return BLANK;
  if (!isChoice(question)) return { ...BLANK, text: response.response_text[0] ?? '' };
  const ids = response.response_id ?? [];
  const ours = question.choices
    .filter(({ option_id }) => ids.includes(option_id))
    .map(({ option_text }) => option_text);
  const other = question.is_others ? response.response_text.find((text) => !ours.includes(text)) : undefined;
  return { ids, other, text: '' };
}

/** The problem with a field, by the contract's rules; an empty "Something else" is not an answer yet. */
export function wrongIn(question: Question, written: AnswerDraft): string | undefined {
  if (isChoice(question) && written.other !== undefined && written.other.trim() === '') return SENTENCES.required;
  return wrongWith(question, responseOf(question, written));
}

/** All non-empty answers, ready to be sent. */
export function responsesOf(
  questions: readonly Question[],
  writtenIn: (id: string) => AnswerDraft,
): QuestionResponse[] {
  return questions.flatMap((question) => {
    const tidy = tidyResponse(question, responseOf(question, writtenIn(question.question_id)));
    return tidy === undefined ? [] : [tidy];
  });
}
