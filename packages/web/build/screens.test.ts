import { PAGES } from '@folkmoot/contract/telemetry/rules.ts';
import { expect, test } from 'vitest';
import { SCREENS } from './screens.ts';

/** It leads on to one of its tabs. */
const REDIRECTS = ['/settings'];

test('every page has a budget, and the files that the server names with it', () => {
  const paths = new Set<string>(Object.values(SCREENS).map(({ path }) => path));
  expect(PAGES.filter((page) => !paths.has(page))).toEqual(REDIRECTS);
});
