import { lengthOf } from '../core/text.ts';
import { LIMITS, type Question, type QuestionResponse, SENTENCES } from './schema.ts';

/** The required form of a link answer: a host with a dot, with or without http or https before it. */
const LINK =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** The sentence for an invalid link, with two ways to write one. */
export function linkSentence(host: string): string {
  return SENTENCES.link.replace('{host}', host).replace('{host}', `https://${host}`);
}

/** True for `folkmoot.org`, `https://folkmoot.org/a?b`; false for `folkmoot,org`. */
export function isLink(raw: string): boolean {
  return raw.length <= LIMITS.link && LINK.test(raw);
}

/** The host that the sentence about links shows. */
const EXAMPLE_HOST = 'folkmoot.org';

/**
 * What is wrong with one answer, as a sentence; undefined if nothing is. The form and the server use this same
 * function.
 *
 * @param response undefined if the question was left out.
 */
export function wrongWith(question: Question, response: QuestionResponse | undefined): string | undefined {
  const texts = (response?.response_text ?? []).map((text) => text.trim()).filter((text) => text !== '');
  const ids = [...new Set(response?.response_id ?? [])];
  if (texts.length === 0 && ids.length === 0) return question.is_required ? SENTENCES.required : undefined;
  if (response?.event_question_version_id !== question.question_version_id) return SENTENCES.changed;
  if (texts.some((text) => lengthOf(text) > LIMITS.answer)) return SENTENCES.tooLong;
  if (question.type === 'text') return texts.length > 1 || ids.length > 0 ? SENTENCES.unknownChoice : undefined;
  if (question.type === 'link')
    return texts.length === 1 && ids.length === 0 && isLink(texts[0] ?? '') ? undefined : linkSentence(EXAMPLE_HOST);
  return wrongChoice(question, texts, ids);
}

function wrongChoice(question: Question, texts: string[], ids: string[]): string | undefined {
  const chosen = question.choices.filter(({ option_id }) => ids.includes(option_id));
  if (chosen.length !== ids.length) return SENTENCES.unknownChoice;
  const others = othersIn(question, texts, ids);
  if (others.length > (question.is_others ? 1 : 0)) return SENTENCES.unknownChoice;
  const count = ids.length + others.length;
  if (count === 0 && question.is_required) return SENTENCES.required;
  return question.type === 'single-select' && count > 1 ? SENTENCES.oneChoice : undefined;
}

/** The texts that are not a chosen choice's: what was written under "Others". */
function othersIn(question: Question, texts: string[], ids: readonly string[]): string[] {
  const ours = new Set(
    question.choices.filter(({ option_id }) => ids.includes(option_id)).map(({ option_text }) => option_text),
  );
  return [...new Set(texts)].filter((text) => !ours.has(text));
}

/** Everything wrong with a set of answers, by question id. Answers to questions that are not asked are left out. */
export function wrongAnswers(
  questions: readonly Question[],
  responses: readonly QuestionResponse[],
): Map<string, string> {
  const wrong = new Map<string, string>();
  for (const question of questions) {
    const sentence = wrongWith(
      question,
      responses.find((response) => response.event_question_id === question.question_id),
    );
    if (sentence !== undefined) wrong.set(question.question_id, sentence);
  }
  return wrong;
}

/**
 * An answer as it is kept: trimmed, each choice once and in the question's order, its text the choice's own; undefined
 * where it says nothing.
 */
export function tidyResponse(question: Question, response: QuestionResponse | undefined): QuestionResponse | undefined {
  if (response === undefined) return undefined;
  const texts = response.response_text.map((text) => text.trim()).filter((text) => text !== '');
  const base = { event_question_id: question.question_id, event_question_version_id: question.question_version_id };
  if (question.type === 'text' || question.type === 'link')
    return texts.length === 0 ? undefined : { ...base, response_text: texts.slice(0, 1), response_id: null };
  const ids = response.response_id ?? [];
  const chosen = question.choices.filter(({ option_id }) => ids.includes(option_id));
  const others = question.is_others ? othersIn(question, texts, ids).slice(0, 1) : [];
  if (chosen.length + others.length === 0) return undefined;
  return {
    ...base,
    response_text: [...chosen.map(({ option_text }) => option_text), ...others],
    response_id: chosen.map(({ option_id }) => option_id),
  };
}
