import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { unstyled } from './component-styles.ts';

const core = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '../esm/components');
const codeInput = join(import.meta.dirname, '../src/accounts/sign-in/CodeInput.tsx');
const [pin, group, radio] = ['PinInput', 'Group', 'RadioCard'].map(
  (name) => (part: string) => join(core, name.replace('RadioCard', 'Radio/RadioCard'), `${name}${part}.mjs`),
) as [(part: string) => string, (part: string) => string, (part: string) => string];

/** The code boxes: they import PinInput, which draws them in a Group, and knows a card of radios that it does not draw. */
const imported: Record<string, string[]> = {
  '/src/Verify.tsx': [codeInput],
  [codeInput]: [pin('')],
  [pin('')]: [pin('.module'), group(''), radio('')],
  [group('')]: [group('.module')],
  [radio('')]: [radio('.module')],
};
const later: Record<string, string[]> = { '/src/Settings.tsx': ['/src/Verify.tsx'] };

function unstyledWith(sheet: string, root = '/src/Verify.tsx'): string[] {
  const ids = [...Object.keys(imported), ...Object.values(imported).flat(), ...Object.keys(later)];
  const chunk = (moduleIds: string[]) => ({ moduleIds }) as Parameters<typeof unstyled>[1]['chunks'][number];
  return unstyled([{ screen: 'verify (auth)', modules: [root], styles: ['first.css'] }], {
    chunks: [chunk(ids)],
    modules: (id) => ({ importedIds: imported[id] ?? [], dynamicallyImportedIds: later[id] ?? [] }),
    read: (name) => (name === 'first.css' ? sheet : ''),
    stylesWith: () => [],
    screens: new Set([root]),
  });
}

test('a component that another one draws needs its style sheet, too', () => {
  expect(unstyledWith('.m_f1cb205a{}')).toEqual(['verify (auth): Group, in Verify.tsx']);
  expect(unstyledWith('.m_f1cb205a{} .m_4081bf90{}')).toEqual([]);
});

test('so does what a part needs that is loaded later', () => {
  expect(unstyledWith('.m_f1cb205a{}', '/src/Settings.tsx')).toEqual(['verify (auth): Group, in Verify.tsx']);
});
