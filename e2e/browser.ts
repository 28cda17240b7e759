import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Quiet ones: a browser that looks for updates, accounts or the network slows every start on a closed machine. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
];

/**
 * How to launch a browser on this machine: `CHROMIUM_PATH`, else an installed Chromium, Chrome or Edge, else the one
 * that `@sparticuz/chromium` carries (Linux x64). Throws with advice when there is none.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is "${given}", and there is no such file.`);
    return { executablePath: given, args: flags };
  }
  const found = installed.find((path) => existsSync(path));
  if (found !== undefined) return { executablePath: found, args: flags };
  if (process.platform === 'linux' && process.arch === 'x64') return carriedBrowser();
  throw new Error('The journeys need a browser: install Chrome or Chromium, or set CHROMIUM_PATH to one.');
}

/** The Chromium that `@sparticuz/chromium` carries. Unpacks it once per version: the package itself would reuse whatever an older one left behind. */
export async function carriedBrowser(): Promise<LaunchOptions & { executablePath: string }> {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(root, `node_modules/.cache/folkmoot-chromium-${version}`);
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder);
  const executablePath = join(folder, 'chromium');
  return { executablePath, args: flags, env: libraryEnvironment(executablePath, folder) };
}

/** Settings of our own process that the package, or we for its sake, set for a moment. */
const changedByUnpacking = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'];

async function unpack(folder: string): Promise<void> {
  // Two test runs may come here at once: each unpacks for itself, and the first to finish names the folder.
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const before = new Map(changedByUnpacking.map((name) => [name, process.env[name]]));
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on AWS Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** The bundled libraries and fonts are used only if the machine has none of its own. */
function libraryEnvironment(executablePath: string, folder: string): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const libraries = execFileSync('ldd', [executablePath], { encoding: 'utf8' });
  if (libraries.includes('not found')) environment.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) environment.FONTCONFIG_PATH = join(folder, 'fonts');
  return environment;
}
