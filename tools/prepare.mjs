/**
 * Installs the dependencies when they are missing or older than the lockfile. Runs before `npm start`, `npm test` and
 * the others, on whatever Node the host has (20 or later), so it is plain JavaScript and needs no package.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.folkmoot-lock');

/** The platform is part of it: a folder shared between two systems holds the wrong binaries for one of them. */
function lockStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
}

/** @param {string} stamp */
function isCurrent(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === stamp;
}

/**
 * True when npm's own record of what is installed matches the lockfile, as after `npm install some-package`: then a
 * full reinstall would only cost a minute. Optional packages of other platforms are rightly absent.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity && existsSync(join(root, path));
  });
}

/** One line that counts the seconds on a terminal, and one line in all where output is kept in a file. */
function showProgress() {
  const text = 'Installing dependencies, about a minute the first time';
  if (!process.stdout.isTTY) {
    process.stdout.write(`${text} …\n`);
    return () => {};
  }
  const since = Date.now();
  const draw = () => process.stdout.write(`\r${text} … ${Math.round((Date.now() - since) / 1000)} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\x1b[K');
  };
}

/**
 * Resolves with npm's exit code and what it said. npm is run by this same Node when npm started us.
 * @returns {Promise<{ code: number, output: string }>}
 */
function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const viaNode = npm !== undefined && /\.c?js$/.test(npm);
  const child = spawn(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm is a batch file, which only a shell can run.
    shell: !viaNode && process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function main() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    console.error(
      `Folkmoot needs Node 20 or later to start; this is ${process.version}. Install it from https://nodejs.org`,
    );
    process.exit(1);
  }
  const stamp = lockStamp();
  if (isCurrent(stamp)) return;
  if (isInstalled()) {
    writeFileSync(stampFile, `${stamp}\n`);
    return;
  }
  const since = Date.now();
  const stop = showProgress();
  const { code, output } = await npmCi();
  stop();
  if (code !== 0) {
    console.error(output.trim());
    console.error(
      '\nThe dependencies could not be installed. Check the connection and the messages above, then try again.',
    );
    process.exit(code);
  }
  writeFileSync(stampFile, `${stamp}\n`);
  console.log(`Dependencies are installed (${Math.round((Date.now() - since) / 1000)} s).`);
}

await main();
