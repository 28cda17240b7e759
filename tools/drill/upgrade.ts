import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../web-build.ts';
import { CALM_MS, openFleet } from './compose.ts';
import { checkKept, numbersOf } from './kept.ts';
import type { Check } from './main.ts';

/*
 * An update under load, one process at a time, and back. There is no later release yet: it is made of this one, with another version and
 * a migration more, first one that adds and then one that removes.
 */

const ADDS = `alter table messages add column drill_mark int not null default 0;
create table drill_notes (id uuid primary key, text text not null);
`;
const REMOVES = `-- contract: 8.0.0 stopped using the notes of the drill
drop table drill_notes;
`;

export async function drillUpgrade(folder: string, check: Check): Promise<void> {
  const fleet = await openFleet(folder, check);
  if (fleet === undefined) return;
  const { app1, app2, load, world } = fleet;
  const [next, last] = [
    makeRelease(folder, '8.0.0', { '8000_drill.sql': ADDS }),
    makeRelease(folder, '9.0.0', { '8000_drill.sql': ADDS, '9000_drill.sql': REMOVES }),
  ];
  try {
    await wait(CALM_MS);
    for (const [what, release] of [
      ['updated', next],
      ['taken back', root],
    ] as const) {
      const before = load.figures.retried;
      for (const app of [app1, app2]) {
        const ended = await app.stop();
        check(`${app.name} ends by itself to be ${what}`, ended === 'exit code 0', ended);
        await app.start(release);
        await wait(CALM_MS);
      }
      const again = load.figures.retried - before;
      check(`while both apps are ${what} in turn, no call has to be made again`, again === 0, numbersOf(load));
    }
    await checkKept(load, world, check);

    await app1.stop();
    await app1.start(last);
    await app2.stop();
    const refused = await app2.start().then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    const names = `This is Folkmoot ${version}, and version 9.0.0 has removed something from this database that it uses (9000_drill.sql)`;
    check(
      'after a contraction, the earlier release does not start, and names both versions',
      refused.includes(names),
      refused,
    );
  } finally {
    await fleet.close();
  }
}

/** A copy of this release with another version and more migrations. What it depends on is shared. */
function makeRelease(folder: string, version: string, migrations: Record<string, string>): string {
  const release = join(folder, version);
  const server = join(release, 'packages/server');
  mkdirSync(join(release, 'packages'), { recursive: true });
  const isOurs = (path: string) => !path.includes('node_modules');
  cpSync(join(root, 'packages/server'), server, { recursive: true, filter: isOurs });
  for (const shared of ['node_modules', 'packages/server/node_modules', 'packages/contract', 'packages/web'])
    symlinkSync(join(root, shared), join(release, shared));
  const described = join(server, 'package.json');
  writeFileSync(described, JSON.stringify({ ...JSON.parse(readFileSync(described, 'utf8')), version }));
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(server, 'migrations', name), text);
  return release;
}
