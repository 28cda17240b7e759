import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCluster, startCluster } from '../packages/server/src/core/db/embedded/cluster.ts';
import { findPrograms } from '../packages/server/src/core/db/embedded/programs.ts';

export type BenchServer = {
  url: string;
  /** What it is, for the page. */
  name: string;
  /** The memory of all its processes in MB, what they share counted once; undefined where that cannot be told. */
  memoryMb(): number | undefined;
  stop(): Promise<void>;
};

/** The PostgreSQL of `DATABASE_URL`, or the one that comes along, as `npm start` runs it. */
export async function openServer(): Promise<BenchServer> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL)
    return {
      url: DATABASE_URL,
      name: 'a PostgreSQL of its own',
      memoryMb: () => undefined,
      stop: async () => undefined,
    };
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'));
  const programs = await findPrograms(folder);
  if ('reason' in programs) throw new Error(`Set DATABASE_URL to a PostgreSQL: ${programs.reason}.`);
  const cluster = join(folder, 'postgres');
  await makeCluster(cluster, { programs });
  const { url, stop } = await startCluster(cluster, { programs });
  return {
    url,
    name: `the PostgreSQL ${programs.major} that comes along`,
    memoryMb: () => sharedOnceMb(join(cluster, 'data')),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Proportional memory of the PostgreSQL on a folder and its children: Linux only. */
function sharedOnceMb(data: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [parent] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  let kb = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      if (pid !== parent && ppid !== parent) continue;
      kb += Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has just ended.
    }
  }
  return kb / 1024;
}
