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
  test('what is kept is right wherever what was given was, and says the same when it is given again', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const kept = tidyResponse(asked, given);
        if (wrongWith(asked, given) === undefined) expect(wrongWith(asked, kept)).toBeUndefined();
        expect(tidyResponse(asked, kept)).toEqual(kept);
      }),
      { numRuns: 2000 },
    );
  });

  test('a choice that is not there is never kept, nor one twice, and their order is the question’s', () => {
    fc.assert(
      fc.property(question, response, (asked, given) => {
        const kept = tidyResponse(asked, given)?.response_id ?? [];
        const known = asked.choices.map(({ option_id }) => option_id);
        expect(kept).toEqual(known.filter((option) => kept.includes(option)));
      }),
      { numRuns: 1000 },
    );
  });

  test('a required question is answered, or said to be', () => {
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

  test('at most one text of one’s own is kept beside the choices, and only where the question takes one', () => {
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
    ['nothing but spaces', ofText({ is_required: true }), says(['  ']), SENTENCES.required],
    ['one too long', ofText({}), says(['x'.repeat(LIMITS.answer + 1)]), SENTENCES.tooLong],
    ['a choice in a text', ofText({}), says(['x'], [id(10)]), SENTENCES.unknownChoice],
    ['a link that is none', ofText({ type: 'link' }), says(['folkmoot,org']), linkSentence('folkmoot.org')],
    ['a link without a scheme', ofText({ type: 'link' }), says(['folkmoot.org/a?b=c#d']), undefined],
    ['an older version', ofText({}), { ...says(['x']), event_question_version_id: id(9) }, SENTENCES.changed],
  ])('%s', (_, asked, given, sentence) => expect(wrongWith(asked, given)).toBe(sentence));

  test('two of a single choice are one too many, also where the second is one’s own', () => {
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

  test('each wrong answer is named at its question', () => {
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
  ])('%s is a link: %s', (raw, is) => expect(isLink(raw)).toBe(is));
});
