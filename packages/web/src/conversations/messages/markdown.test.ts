import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownErrorBoundary } from './MarkdownErrorBoundary.tsx';
import { MessageText } from './MessageText.tsx';
import { isTooMuch, remarkNamed } from './markdown.ts';

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(MessageText, {
      text,
      nameOf: (name) => (name === 'ines' ? 'id-1' : undefined),
      labelOf: () => undefined,
      onPerson: () => undefined,
    }),
  )
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replace(/ class="[^"]*"/g, '');

test.each([
  ['**bold** *it* ~~gone~~ `code`', '<p><strong>bold</strong> <em>it</em> <del>gone</del> <code>code</code></p>'],
  ['one\ntwo', '<p>one<br/>\ntwo</p>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
  ['# not a heading', '<p># not a heading</p>'],
  ['~one tilde~', '<p>~one tilde~</p>'],
  ['a &amp; b', '<p>a &amp;amp; b</p>'],
  [
    '<https://moot.example/kiln>',
    '<p><a href="https://moot.example/kiln" target="_blank" rel="noopener noreferrer nofollow ugc">https://moot.example/kiln</a></p>',
  ],
])('%j is rendered as expected', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test('mentions are shown as chips, and unknown names and code as typed', () => {
  expect(html('@ines could you, @nobody? `@ines` me@ines.example')).toBe(
    '<p><button type="button">@ines</button> could you, @nobody? <code>@ines</code> <a href="mailto:me@ines.example" target="_blank" rel="noopener noreferrer nofollow ugc">me@ines.example</a></p>',
  );
});

test('@channel is shown as a chip if it names everyone', () => {
  const shown = (all: boolean) =>
    renderToStaticMarkup(
      createElement(MessageText, {
        text: '@channel come',
        nameOf: () => undefined,
        labelOf: () => undefined,
        onPerson: () => undefined,
        all,
      }),
    );
  expect(shown(true)).toMatch(/<p><span[^>]*>@channel<\/span> come<\/p>/);
  expect(shown(false)).toContain('<p>@channel come</p>');
});

test('a channel the reader can see is recognised by its name, and the rest of the text is kept', async () => {
  const { unified } = await import('unified');
  const tree = {
    type: 'root' as const,
    children: [
      { type: 'paragraph' as const, children: [{ type: 'text' as const, value: 'in #looms-, #nobody a#looms' }] },
    ],
  };
  const named = remarkNamed({
    person: () => undefined,
    channel: (name) => (name === 'looms' ? 'id-9' : undefined),
    all: false,
  });
  const after = await unified().use(named).run(tree);
  expect(JSON.stringify(after)).toContain('"data-channel":"id-9"');
  expect(JSON.stringify(after).match(/data-channel/g)).toHaveLength(1);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/a.png)',
  '<a href="javascript:alert(1)">x</a>',
  '[x](data:text/html,<script>)',
  '[a]: javascript:alert(1)\n\n[a]',
])('%s never becomes something that runs or loads', (text) => {
  const made = html(text);
  expect(made).not.toMatch(/<(?:script|img|iframe|svg)/i);
  expect(made).not.toMatch(/(?:href|src)="(?:javascript|data|vbscript):/i);
});

test.each([
  ['quotes', '>'.repeat(4000)],
  ['bullets', '- '.repeat(2000)],
  ['numbers', '1. '.repeat(1333)],
  ['both', '>- '.repeat(1333)],
  ['quotes on a later line', `hello\n  ${'> '.repeat(1900)}`],
  ['stars', `${'*'.repeat(2000)}a${'*'.repeat(2000)}`],
  ['underscores', `${'_'.repeat(2000)}a${'_'.repeat(2000)}`],
  ['brackets', '['.repeat(4000)],
])('a message of nothing but %s is shown as typed, and at once', (_, text) => {
  const began = performance.now();
  expect(isTooMuch(text)).toBe(true);
  expect(html(text)).toBe(`<p dir="auto">${text.replaceAll('>', '&gt;')}</p>`);
  expect(performance.now() - began).toBeLessThan(500);
});

test.each([
  '> > - a\n> > - b',
  '- a\n- b\n'.repeat(500),
  '***a*** ~~b~~ [c](https://d.example)',
  '---------------------',
])('%j is not nested too deeply', (text) => {
  expect(isTooMuch(text)).toBe(false);
});

test('a message that cannot be rendered is shown as typed', () => {
  const boundary = new MarkdownErrorBoundary({ text: 'a\nb', children: null });
  boundary.state = MarkdownErrorBoundary.getDerivedStateFromError();
  expect(renderToStaticMarkup(boundary.render())).toMatch(/^<p [^>]*>a\nb<\/p>$/);
});

/** Work of this process, which other programs on the machine change little; the client's types know no Node. */
const { process } = globalThis as unknown as {
  process: { cpuUsage(since?: object): { user: number; system: number } };
};

const ORDINARY = '- **Kiln** with @ines at 8, see [the list](https://alderwick.example) and bring *clay*\n'.repeat(19);

/** How many times the work of an ordinary message of that length a text takes: the least of five rounds. */
function timesOrdinary(text: string): number {
  const work = (drawn: string) => {
    const before = process.cpuUsage();
    for (let n = 0; n < 4; n += 1) html(drawn);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  html(text);
  html(ORDINARY);
  return Math.min(...Array.from({ length: 5 }, () => work(text) / Math.max(1, work(ORDINARY))));
}

const PIECES = [
  'www._',
  '_www.',
  'www.a_b.',
  'http://_',
  'a@b.',
  'a.@',
  'a*',
  '*a ',
  '**a*',
  '~~a',
  '[a](',
  '](',
  'a_',
  '`a',
  '> ',
  '@ines ',
];

test.each(PIECES)('a message full of %j takes little more work to render than an ordinary one', (piece) => {
  const times = timesOrdinary(piece.repeat(Math.floor(4000 / piece.length)));
  expect(times).toBeLessThan(4);
});

test.each(PIECES)('a message with as many %j as are rendered takes little more work than an ordinary one', (piece) => {
  let count = Math.floor(4000 / piece.length);
  while (isTooMuch(piece.repeat(count))) count -= 1;
  const times = timesOrdinary(piece.repeat(count));
  expect(times).toBeLessThan(4);
});

test('an ordinary message is rendered in full: a long list with links, names and bold words', () => {
  const line = '- **Kiln** with @ines at https://alderwick.example/kiln, see [the list](https://alderwick.example)\n';
  expect(isTooMuch(line.repeat(19))).toBe(false);
});
