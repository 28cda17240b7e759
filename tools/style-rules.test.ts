import { join } from 'node:path';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const configFile = join(import.meta.dirname, '../.stylelintrc.json');

/** The rules that a sheet breaks. */
async function brokenBy(code: string): Promise<string[]> {
  const { results } = await stylelint.lint({ code, configFile });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
}

test('a style sheet made of tokens breaks no rule', async () => {
  const code = `.card {
    width: 312px;
    margin: calc(var(--fm-space-8) * -1) auto 1px 72px;
    border-radius: var(--fm-r-md) 0 50% 0;
    font: 650 var(--fm-text-md) / 1.4 var(--fm-font-ui);
    font-size: 0.9em;
  }
  @media (--phone) { .card { gap: 0; } }
  @media (prefers-reduced-motion: reduce) { .card { transition: none; } }`;
  expect(await brokenBy(code)).toEqual([]);
});

const UNIT = 'declaration-property-unit-disallowed-list';
const VALUE = 'declaration-property-value-disallowed-list';
const MEDIA = 'media-feature-name-disallowed-list';

test.each([
  ['a hard radius', '.card { border-radius: 8px; }', UNIT],
  ['one hard corner', '.card { border-start-end-radius: 0.5rem; }', UNIT],
  ['a hard type size', '.card { font-size: 13px; }', UNIT],
  ['a hard type size in the shorthand', '.card { font: 700 20px / 1.1 serif; }', UNIT],
  ['a hard gap', '.card { gap: 8px; }', VALUE],
  ['a hard padding in a calculation', '.card { padding: 0 calc(12px + 1em); }', VALUE],
  ['a hard negative margin', '.card { margin-inline: -12px; }', VALUE],
  ['a breakpoint without its name', '@media (max-width: 48em) { .card { gap: 0; } }', MEDIA],
  ['a range without its name', '@media (width < 40em) { .card { gap: 0; } }', MEDIA],
])('%s breaks a rule', async (_, code, rule) => {
  expect(await brokenBy(code)).toEqual([rule]);
});
