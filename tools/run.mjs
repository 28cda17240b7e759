/**
 * Runs a TypeScript program of this repository under the pinned Node 24: `node tools/run.mjs <file.ts> [arguments]`.
 * The pinned Node is an optional dependency for the common platforms; elsewhere the host's own Node serves if it is
 * 24 or later. Plain JavaScript, because the Node that runs this file may be older.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The path of the Node to use, or null when there is none that can run TypeScript. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name);
  if (existsSync(pinned)) return pinned;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null;
}

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Say which program to run: node tools/run.mjs <file.ts> [arguments]');
  process.exit(2);
}
if (!existsSync(file)) {
  console.error(`There is no file ${file}.`);
  process.exit(2);
}
const node = findNode();
if (node === null) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error(
    `Folkmoot ${version} runs on Node 24, which the lockfile brings for most systems but not for ${process.platform} ` +
      `${process.arch}. This is ${process.version}. Install Node 24 or later from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

// Programs that the child starts by the name `node` get the same one, and all of them keep what was compiled: the server
// is up in half the time.
const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
const child = spawn(node, [file, ...args], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env, PATH: path },
});

// Ctrl-C reaches the whole foreground group without our help; a signal sent to this process alone has to be passed
// on.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) child.kill('SIGINT');
});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));

child.once('error', (error) => {
  console.error(`Node could not be started: ${error.message}`);
  process.exit(1);
});
child.once('close', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
