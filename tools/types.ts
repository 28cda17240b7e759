/**
 * Checks the types of everything, two programs at a time: `npm run types`. What runs in Node is one program: apart, each
 * would check the server again.
 */
import { type Ran, runTool } from './command.ts';

const projects = ['tsconfig.node.json', 'packages/web', 'packages/contract', 'e2e'];
/** Each in one thread: more would check what they share once more. */
const atOnce = 2;

/** Resolves with code 0, or 1 and what TypeScript said about each program that is wrong. */
export async function checkTypes(): Promise<Ran> {
  const waiting = [...projects];
  const wrong: string[] = [];
  const work = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const { code, output } = await runTool('node_modules/typescript/bin/tsc', [
        '--noEmit',
        '--checkers',
        '1',
        '-p',
        project,
      ]);
      if (code !== 0) wrong.push(output.trimEnd());
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
