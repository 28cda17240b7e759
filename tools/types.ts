/** Checks the types of every workspace, two at a time: `npm run types`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, runTool } from './command.ts';
import { root } from './web-build.ts';

const projects = ['contract', 'server', 'web', 'sandbox']
  .map((name) => `packages/${name}`)
  .concat('e2e', 'bench', 'tools');
const atOnce = 2;

/** Resolves with code 0, or 1 and what TypeScript said about every workspace that is wrong. */
export async function checkTypes(): Promise<Ran> {
  const waiting = projects.filter((project) => existsSync(join(root, project, 'tsconfig.json')));
  const wrong: string[] = [];
  const work = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const { code, output } = await runTool('node_modules/typescript/bin/tsc', ['--noEmit', '-p', project]);
      // A workspace without a single file yet is no error.
      if (code !== 0 && !output.includes('TS18003')) wrong.push(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { code: wrong.length === 0 ? 0 : 1, output: wrong.join('\n') };
}

if (import.meta.main) {
  const { code, output } = await checkTypes();
  console.log(code === 0 ? 'No type errors.' : output);
  process.exit(code);
}
