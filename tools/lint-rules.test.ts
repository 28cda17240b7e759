import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* Our settings of Biome, on a small repository: one file for each rule that it breaks, and files that break none. */

const broken: [name: string, path: string, text: string, rule: string][] = [
  ['the environment in a slice', 'packages/server/src/channels/jobs.ts', 'process.env.A;', 'noProcessEnv'],
  ['the environment in the web', 'packages/web/src/core/api-client.ts', 'process.env.A;', 'noProcessEnv'],
  ['the console in the server', 'packages/server/src/channels/handlers.ts', 'console.log(1);', 'noConsole'],
  ['the console in the web', 'packages/web/src/core/session.ts', 'console.info(1);', 'noConsole'],
  ['the console in the contract', 'packages/contract/src/channels/rules.ts', 'console.table(1);', 'noConsole'],
  ['an enum', 'tools/x.ts', 'export enum Colour { Red }', 'noEnum'],
  ['a constant enum', 'tools/y.ts', 'export const enum Colour { Red }', 'noConstEnum'],
  ['a component’s case in the server', 'packages/server/src/core/OpenApi.ts', '', 'useFilenamingConvention'],
  ['an underscore', 'bench/load_test.ts', '', 'useFilenamingConvention'],
  ['camel case in the web', 'packages/web/src/core/apiClient.ts', '', 'useFilenamingConvention'],
];

const whole: Record<string, string> = {
  'packages/server/src/core/config.ts': 'process.env.A;',
  'packages/server/src/channels/channels.test.ts': 'process.env.A; console.log(1);',
  'packages/server/src/core/log.ts': "console.error('x');",
  'packages/web/vite.config.ts': 'process.env.A;',
  'packages/web/src/ui/useMedia.ts': '',
  'packages/web/src/ui/Avatar.tsx': '',
  'packages/web/src/ui/format-date.test.ts': '',
  'tools/start.ts': 'process.env.A; console.log(1);',
};

type Diagnostic = { category: string; location: { path: string } };
const found = new Map<string, string[]>();
const root = mkdtempSync(join(tmpdir(), 'folkmoot-biome-'));

beforeAll(() => {
  copyFileSync(join(import.meta.dirname, '../biome.json'), join(root, 'biome.json'));
  for (const [path, text] of [...Object.entries(whole), ...broken.map(([, file, code]) => [file, code] as const)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  const biome = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  for (const { category, location } of (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics) {
    const rule = category.split('/').at(-1) ?? '';
    found.set(location.path, [...(found.get(location.path) ?? []), rule]);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test.each(broken)('%s is found', (_, path, __, rule) => {
  expect(found.get(path)).toEqual([rule]);
});

test.each(Object.keys(whole))('%s breaks no rule', (path) => {
  expect(found.get(path)).toBeUndefined();
});
