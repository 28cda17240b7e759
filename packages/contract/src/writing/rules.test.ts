import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../core/text.ts';
import { cutAtSentence, instructionsFor, plainAnswer } from './rules.ts';
import { Wish } from './schema.ts';

describe('what is kept of a model’s answer', () => {
  test.each([
    { name: 'plain paragraphs', raw: 'A walk at dusk.\n\nBring a lamp.', kept: 'A walk at dusk.\n\nBring a lamp.' },
    { name: 'thoughts before it', raw: '<think>They want a walk.</think>\nA walk at dusk.', kept: 'A walk at dusk.' },
    { name: 'thoughts that never end', raw: '<think>They want a walk. Maybe', kept: '' },
    {
      name: 'thoughts whose beginning is cut off',
      raw: 'They want a walk.</think>A walk at dusk.',
      kept: 'A walk at dusk.',
    },
    { name: 'other names for thoughts', raw: '<reasoning a="b">Hm.</reasoning>A walk.', kept: 'A walk.' },
    { name: 'tags', raw: '<p>A <b>walk</b>.</p><p>Come.</p>', kept: 'A walk.\nCome.' },
    { name: 'scripts with what is in them', raw: 'A walk.<script>alert(1)</script>', kept: 'A walk.' },
    { name: 'tags inside tags', raw: 'A walk.<scr<b></b>ipt>x', kept: 'A walk.iptx' },
    {
      name: 'addresses',
      raw: 'Sign up at https://evil.example/x?y now, or www.evil.example.',
      kept: 'Sign up at now, or',
    },
    { name: 'links of Markdown', raw: 'See [our page](https://evil.example) today.', kept: 'See our page today.' },
    { name: 'email addresses', raw: 'Write to anna@evil.example today.', kept: 'Write to today.' },
    { name: 'schemes that run', raw: 'Click javascript:alert(1) here.', kept: 'Click here.' },
    { name: 'Markdown', raw: '## A walk\n\n- **Bring** a _lamp_.\n1. `Come`.', kept: 'A walk\n\nBring a lamp.\nCome.' },
    {
      name: 'names with underscores and stars',
      raw: 'Use snake_case, and 2 * 3 is 6.',
      kept: 'Use snake_case, and 2 * 3 is 6.',
    },
    { name: 'code fences', raw: '```text\nA walk.\n```', kept: 'A walk.' },
    { name: 'quotes around everything', raw: '“A walk at dusk.”', kept: 'A walk at dusk.' },
    { name: 'quotes that belong to it', raw: '“Walk” and “talk”', kept: '“Walk” and “talk”' },
    { name: 'characters that turn or hide text', raw: 'A \u202Ewalk\u200B.\u0000', kept: 'A walk.' },
  ])('$name', ({ raw, kept }) => {
    expect(plainAnswer(raw, 1000)).toBe(kept);
  });

  test('is never too long, and holds no tag and no address, whatever was sent', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        'script',
        '</think>',
        '<think>',
        'https://',
        'x@y.z',
        ' ',
        '\n',
        'Walk.',
        '😀',
        '**',
        '[a](b)',
        '</',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }),
        fc.integer({ min: 1, max: 80 }),
        (pieces, most) => {
          const kept = plainAnswer(pieces.join(''), most);
          expect(lengthOf(kept)).toBeLessThanOrEqual(most);
          expect(kept).not.toMatch(/[<>]/);
          expect(kept).not.toMatch(/https:\/\/\S/);
        },
      ),
    );
  });
});

test.each(['[', 'a.', '<a ', '<think>', '</think', '![', '.', 'a@', '_', 'a:'])(
  'an answer that repeats %s is cleaned in no time',
  (piece) => {
    const began = Date.now();
    plainAnswer(piece.repeat(50_000), 3000);
    // Quadratic patterns took seconds.
    expect(Date.now() - began).toBeLessThan(2000);
  },
);

describe('cutting', () => {
  test.each([
    { name: 'short enough', text: 'One. Two.', most: 9, kept: 'One. Two.' },
    { name: 'after a whole sentence', text: 'One. Two and more.', most: 10, kept: 'One.' },
    { name: 'not inside a number', text: 'It costs 3.50 euros for all of you.', most: 12, kept: 'It costs' },
    { name: 'with the quote that closes', text: '“Come!” And then some.', most: 12, kept: '“Come!”' },
    { name: 'in scripts without spaces', text: '散歩です。ランプを持って。', most: 8, kept: '散歩です。' },
    { name: 'one long word', text: 'abcdefghij', most: 4, kept: 'abcd' },
    { name: 'emoji stay whole', text: '😀😀😀', most: 2, kept: '😀😀' },
    { name: 'a sentence that ends at the limit', text: 'One two. Three.', most: 8, kept: 'One two.' },
  ])('$name', ({ text, most, kept }) => {
    expect(cutAtSentence(text, most)).toBe(kept);
  });
});

test('the instructions say the subject, the tone and the length, and nothing of what was typed', () => {
  const wish = Wish.parse({ prompt: 'SECRET', content_style: 'Formal', content_length: 'Short' });
  const said = instructionsFor('event', wish);
  expect(said).toContain('an event');
  expect(said).toContain('formal');
  expect(said).toContain('50 words');
  expect(said).not.toContain('SECRET');
});

test.each([
  { prompt: '', sentence: 'Prompt is required.' },
  { prompt: '   ', sentence: 'Prompt is required.' },
  { prompt: 'x'.repeat(1001), sentence: 'Max 1000 characters allowed.' },
])('a prompt of $prompt.length characters: $sentence', ({ prompt, sentence }) => {
  expect(Wish.safeParse({ prompt }).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
