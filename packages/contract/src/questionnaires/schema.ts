import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';

export const LIMITS = { questions: 30, question: 250, choices: 50, choice: 120, answer: 2000, link: 2000 } as const;

export const QuestionType = z.enum(['single-select', 'multi-select', 'text', 'link']);
export type QuestionType = z.infer<typeof QuestionType>;

export const Choice = z.object({ option_id: Id, option_text: z.string() });

/** A question as people answer it. Each change of an answered question makes a new version; answers keep theirs. */
export const Question = z.object({
  question_id: Id,
  question_version_id: Id,
  question: z.string(),
  type: QuestionType,
  is_required: z.boolean(),
  /** Adds a choice with free text. */
  is_others: z.boolean(),
  choices: z.array(Choice),
});
export type Question = z.infer<typeof Question>;

/** One answer. `response_text` holds the text, or the texts of what was chosen; `response_id` the choices' ids. */
export const QuestionResponse = z.object({
  event_question_id: Id,
  event_question_version_id: Id,
  response_text: z.array(z.string().max(LIMITS.answer)).max(LIMITS.choices + 1),
  response_id: z.array(Id).max(LIMITS.choices).nullable(),
});
export type QuestionResponse = z.infer<typeof QuestionResponse>;

/** An answer together with the question as it was asked. */
export const AnsweredQuestion = z.object({
  question_id: Id,
  question: z.string(),
  type: QuestionType,
  response_text: z.array(z.string()),
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

/** A question as its editor saves it: without an id it is a new one. */
export const QuestionDraft = z
  .object({
    question_id: Id.optional(),
    question: text({
      required: 'Write the question.',
      max: [LIMITS.question, `Question cannot exceed ${LIMITS.question} characters.`],
    }).transform(oneLine),
    type: QuestionType,
    is_required: z.boolean(),
    is_others: z.boolean(),
    choices: z
      .array(
        z.object({
          option_id: Id.optional(),
          option_text: text({
            required: 'Write the choice, or remove it.',
            max: [LIMITS.choice, `Choice cannot exceed ${LIMITS.choice} characters.`],
          }).transform(oneLine),
        }),
      )
      .max(LIMITS.choices, `A question can have at most ${LIMITS.choices} choices.`),
  })
  .superRefine(({ type, choices }, context) => {
    if (type !== 'single-select' && type !== 'multi-select') return;
    if (choices.length === 0)
      context.addIssue({ code: 'custom', path: ['choices'], message: 'Add at least one choice.' });
    const seen = new Set<string>();
    for (const [index, { option_text }] of choices.entries()) {
      const folded = option_text.toLowerCase();
      if (seen.has(folded))
        context.addIssue({
          code: 'custom',
          path: ['choices', index, 'option_text'],
          message: 'This choice is listed twice.',
        });
      seen.add(folded);
    }
  });
export type QuestionDraft = z.infer<typeof QuestionDraft>;

export const QuestionDrafts = z
  .array(QuestionDraft)
  .max(LIMITS.questions, `An event can ask at most ${LIMITS.questions} questions.`);

/** The specification's sentences. `{host}` is filled with two ways to write a link. */
export const SENTENCES = {
  required: 'This field is required',
  link: 'Please enter a valid link (e.g., {host} or {host})',
  tooLong: `Answer cannot exceed ${LIMITS.answer} characters.`,
  changed: 'This question has changed. Check your answer.',
  unknownChoice: 'Choose from the list.',
  oneChoice: 'Choose one.',
} as const;

export const refusals = {
  requiredMissing: refusal('questionnaires.required-missing', 422, 'Fill all the required questions'),
  wrongAnswers: refusal('questionnaires.wrong-answers', 422, 'Some answers need another look.'),
  unknownQuestion: refusal(
    'questionnaires.unknown-question',
    422,
    'One of the questions has been removed. Reload the page.',
  ),
} as const;
