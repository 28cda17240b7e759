import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLink, linkSentence, tidyResponse, wrongAnswers, wrongWith } from './rules.ts';
import { LIMITS, type Question, type QuestionResponse, QuestionType, SENTENCES } from './schema.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const QUESTION = id(1);
const VERSION = id(2);

const question: fc.Arbitrary<Question> = fc
  .record({
    type: fc.constantFrom(...QuestionType.options),
    is_required: fc.boolean(),
    is_others: fc.boolean(),
    choices: fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() === text && text !== ''),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  })
  .map(({ choices, ...rest }) => ({
    ...rest,
    question_id: QUESTION,
    question_version_id: VERSION,
    question: 'What?',
    choices:
      rest.type === 'text' || rest.type === 'link'
        ? []
        : choices.map((option_text, n) => ({ option_id: id(10 + n), option_text })),
  }));

const response: fc.Arbitrary<QuestionResponse> = fc.record({
  event_question_id: fc.constant(QUESTION),
  event_question_version_id: fc.oneof({ weight: 8, arbitrary: fc.constant(VERSION) }, fc.constant(id(3))),
  response_text: fc.array(
    fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('folkmoot.org', '  ', 'https://a.example')),
    {
      maxLength: 3,
    },
  ),
  response_id: fc.oneof(fc.constant(null), fc.array(fc.integer({ min: 10, max: 16 }).map(id), { maxLength: 4 })),
});

const ofText = (fields: Partial<Question>): Question => ({
  question_id: QUESTION,
  question_version_id: VERSION,
  question: 'What?',
  type: 'text',
  is_required: false,
  is_others: false,
  choices: [],
  ...fields,
});
const says = (response_text: string[], response_id: string[] | null = null): QuestionResponse => ({
  event_question_id: QUESTION,
  event_question_version_id: VERSION,
  response_text,
  response_id,
});

describe('answers', () => {
  test('answers stay right once they are tidied, and tidying them again changes nothing', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const kept = tidyResponse(asked, given);
        if (wrongWith(asked, given) === undefined) expect(wrongWith(asked, kept)).toBeUndefined();
        expect(tidyResponse(asked, kept)).toEqual(kept);
      }),
      { numRuns: 2000 },
    );
  });

  test('answers keep only known choices, each once and in the question’s order', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const kept = tidyResponse(asked, given)?.response_id ?? [];
        const known = asked.choices.map(({ option_id }) => option_id);
        expect(kept).toEqual(known.filter((option) => kept.includes(option)));
      }),
      { numRuns: 1000 },
    );
  });

  test('an answer to a required question must be given', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const required = { ...asked, is_required: true };
        if (wrongWith(required, given) === undefined) expect(tidyResponse(required, given)).toBeDefined();
        expect(wrongWith(required, undefined)).toBe(SENTENCES.required);
        expect(wrongWith({ ...asked, is_required: false }, undefined)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  test('answers keep at most one text of the guest’s own, and only if the question allows one', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const kept = tidyResponse(asked, given);
        if (kept === undefined || asked.choices.length === 0) return;
        const own = kept.response_text.length - (kept.response_id?.length ?? 0);
        expect(own).toBeLessThanOrEqual(asked.is_others ? 1 : 0);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [
      'an answer of nothing but spaces is refused if the question is required',
      ofText({ is_required: true }),
      says(['  ']),
      SENTENCES.required,
    ],
    ['that are too long are refused', ofText({}), says(['x'.repeat(LIMITS.answer + 1)]), SENTENCES.tooLong],
    ['with a choice for a text question are refused', ofText({}), says(['x'], [id(10)]), SENTENCES.unknownChoice],
    [
      'that are not a link are refused for a link question',
      ofText({ type: 'link' }),
      says(['folkmoot,org']),
      linkSentence('folkmoot.org'),
    ],
    ['with a link without a scheme are accepted', ofText({ type: 'link' }), says(['folkmoot.org/a?b=c#d']), undefined],
    [
      'to an older version of the question are refused',
      ofText({}),
      { ...says(['x']), event_question_version_id: id(9) },
      SENTENCES.changed,
    ],
  ])('%s', (_, asked, given, sentence) => expect(wrongWith(asked, given)).toBe(sentence));

  test('two answers to a single-choice question are refused, even if one is the guest’s own', () => {
    const asked = ofText({
      type: 'single-select',
      is_others: true,
      choices: [
        { option_id: id(10), option_text: 'Tea' },
        { option_id: id(11), option_text: 'Coffee' },
      ],
    });
    expect(wrongWith(asked, says(['Tea', 'Coffee'], [id(10), id(11)]))).toBe(SENTENCES.oneChoice);
    expect(wrongWith(asked, says(['Tea', 'Water'], [id(10)]))).toBe(SENTENCES.oneChoice);
    expect(wrongWith(asked, says(['Water'], []))).toBeUndefined();
    expect(wrongWith({ ...asked, is_others: false }, says(['Water'], []))).toBe(SENTENCES.unknownChoice);
    expect(wrongWith({ ...asked, type: 'multi-select' }, says(['Water', 'Milk'], []))).toBe(SENTENCES.unknownChoice);
  });

  test('wrong answers are reported at their questions', () => {
    const one = ofText({ is_required: true });
    const other = { ...ofText({ type: 'link' }), question_id: id(4) };
    const wrong = wrongAnswers([one, other], [{ ...says(['no link']), event_question_id: id(4) }]);
    expect([...wrong]).toEqual([
      [QUESTION, SENTENCES.required],
      [id(4), linkSentence('folkmoot.org')],
    ]);
  });

  test.each([
    ['folkmoot.org', true],
    ['https://folkmoot.org', true],
    ['http://sub.folkmoot.org:8080/x', true],
    ['müller.example', true],
    ['javascript:alert(1)', false],
    ['folkmoot', false],
    ['folkmoot .org', false],
    ['https://', false],
    [`folkmoot.org/${'x'.repeat(LIMITS.link)}`, false],
  ])('%s is accepted as a link or not: %s', (raw, is) => expect(isLink(raw)).toBe(is));
});
