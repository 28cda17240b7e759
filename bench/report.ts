import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SCREENS } from '../packages/web/build/screens.ts';
import type { ScreenFiles } from '../packages/web/build/weight.ts';
import type { ComparedFanOut } from './fanout.ts';
import { type Compared, ratioWithSpread } from './http.ts';

/** Requests a second before and after the channel has grown. */
export type Growth = { work: string; before: number; after: number };

export type Results = {
  at: string;
  machine: string;
  size: { members: number; channels: number; messages: number; before: number };
  http: Compared[];
  fanOut: (ComparedFanOut & { over: number })[];
  growth: Growth[];
  bootMs: number;
  /** The PostgreSQL it ran on. */
  database: string;
  idleMb: number;
  /** The memory of PostgreSQL, where it is ours. */
  databaseMb?: number;
  perSocketKb: number;
  pages: ScreenFiles[];
};

const DOCS = join(import.meta.dirname, '../docs');
const met = (yes: boolean) => (yes ? 'yes' : 'no');

/** What a screen of a member may weigh. */
const MEMBERS_KB = 300;
/** The screens that people open first, what each may weigh, and what it is called here. */
const WEIGHED: readonly [name: keyof typeof SCREENS, goalKb: number, about: string][] = [
  ['signIn', 150, 'sign-in'],
  ['event', 160, 'event page, signed out'],
  ['communityHome', 170, 'community home, signed out'],
  ['channel', MEMBERS_KB, 'channel'],
  ['manageEvent', MEMBERS_KB, 'managing an event'],
  ['createEvent', MEMBERS_KB, 'creating an event'],
];

/** Within 15 percent of what it was. */
const SAME = 0.85;

function tableOf({ http, fanOut, growth, size, bootMs, idleMb, databaseMb, perSocketKb, pages }: Results): string {
  const lines = [
    '| Work | Ours | Floor | Ratio | Goal | p99 ours / floor | Met |',
    '|---|---:|---:|---:|---:|---:|---|',
    ...http.map(
      (one) =>
        `| ${one.work} | ${Math.round(one.ours.perSecond)}/s | ${Math.round(one.floor.perSecond)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${one.ours.p99} / ${one.floor.p99} ms | ${met(one.ratio >= one.goal)} |`,
    ),
    ...fanOut.map(({ over, ours, floor, ...compared }) => {
      const { ratio } = compared;
      const name = `one message to ${ours.readers} readers${over > 1 ? ` on ${over} processes` : ''}, deliveries`;
      return `| ${name} | ${Math.round(ours.perSecond)}/s | ${Math.round(floor.perSecond)}/s | ${ratioWithSpread(compared)} | ≥ 0.8 | last reader ${ours.lastReaderMs.toFixed(0)} / ${floor.lastReaderMs.toFixed(0)} ms | ${met(ratio >= 0.8 && ours.lastReaderMs <= 100)} |`;
    }),
    '',
    `| Growth, in one channel | ${size.before.toLocaleString('en')} messages | ${Math.round(size.messages * 0.9).toLocaleString('en')} messages | Kept | Goal | Met |`,
    '|---|---:|---:|---:|---:|---|',
    ...growth.map(
      ({ work, before, after }) =>
        `| ${work} | ${Math.round(before)}/s | ${Math.round(after)}/s | ${(after / before).toFixed(2)} | ≥ ${SAME} | ${met(after / before >= SAME)} |`,
    ),
    '',
    '| What | Figure | Goal | Met |',
    '|---|---:|---:|---|',
    `| start to ready, on PostgreSQL | ${(bootMs / 1000).toFixed(1)} s | ≤ 5 s | ${met(bootMs <= 5000)} |`,
    `| memory, idle | ${idleMb.toFixed(0)} MB | ≤ 220 MB | ${met(idleMb <= 220)} |`,
    ...(databaseMb === undefined
      ? []
      : [
          `| memory, idle, with PostgreSQL (${databaseMb.toFixed(0)} MB) | ${(idleMb + databaseMb).toFixed(0)} MB | ≤ 300 MB | ${met(idleMb + databaseMb <= 300)} |`,
        ]),
    `| memory, each connected socket | ${perSocketKb.toFixed(1)} KB | ≤ 40 KB | ${met(perSocketKb <= 40)} |`,
    ...WEIGHED.flatMap(([name, goal, about]) =>
      pages
        .filter(({ screen, frame }) => screen === name && (frame !== 'shell' || goal >= MEMBERS_KB))
        .map(
          ({ files, kb }) =>
            `| ${about}: scripts and styles, gzip | ${kb.toFixed(0)} KB in ${files.length} files | ≤ ${goal} KB | ${met(kb <= goal)} |`,
        ),
    ),
  ];
  return lines.join('\n');
}

/** The ratios as bars, each with its goal as a line. */
function pictureOf({ http, fanOut, at }: Results): string {
  const bars = [
    ...http.map(({ work, ratio, goal }) => ({ work, ratio, goal })),
    ...fanOut.map(({ over, ratio }) => ({
      work: over > 1 ? `1,000 readers, ${over} processes` : '1,000 readers',
      ratio,
      goal: 0.8,
    })),
  ];
  const rows = bars.map(({ work, ratio, goal }, index) => {
    const y = 52 + index * 38;
    const x = (part: number) => 220 + Math.min(part, 1.2) * 330;
    return `<text x="210" y="${y + 16}" text-anchor="end">${work}</text><rect x="220" y="${y}" width="${x(ratio) - 220}" height="22" rx="4" fill="${ratio >= goal ? '#2e7b53' : '#ab7b14'}"/><line x1="${x(goal)}" x2="${x(goal)}" y1="${y - 5}" y2="${y + 27}" stroke="#191a14" stroke-width="2"/><text x="${x(ratio) + 8}" y="${y + 16}">${ratio.toFixed(2)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 ${70 + bars.length * 38}" font-family="system-ui, sans-serif" font-size="14" fill="#191a14"><rect width="100%" height="100%" fill="#fafaf8"/><text x="20" y="28" font-size="16" font-weight="600">Share of the floor's throughput, ${at} (line: the goal)</text>${rows.join('')}</svg>\n`;
}

/** Writes the page and the picture under docs, and returns the table for the terminal. */
export function writeReport(results: Results): string {
  const table = tableOf(results);
  const { size } = results;
  const page = `# Benchmarks

Measured by \`npm run bench\` on ${results.at}: ${results.machine}, ${results.database} on the same machine; one server process unless stated otherwise.
Data: 1 community, ${size.members.toLocaleString('en')} members, ${size.channels} channels, ${size.messages.toLocaleString('en')} messages (nine tenths of them in one channel).

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best SQL statement for the same answer, lets
PostgreSQL build the JSON and passes the text on; for live delivery it is a bare \`ws\` loop. It has no sign-in, checks no
permission and validates nothing. Both run in the same minute, in alternation, 16 connections. Machines are noisy, so the ratio
counts: of the middle one of five rounds, with the worst and the best in brackets.

![Share of the floor's throughput](benchmarks.svg)

${table}

## What limits the rest

- **Weights of pages** are checked by the build (\`packages/web/build/screens.ts\`); decision 036 says what they consist of.
- **Slowest calls.** The slowest one per cent of sends wait for the row of the conversation: sixteen connections write into one
  conversation, the load generator and PostgreSQL share the two cores with the server, and the figure varies by a third between
  runs.
- **Joining and leaving** lock the community membership while the channel membership is written, so that nobody who is being removed
  or banned keeps one, and notify the person's other devices; the floor does neither. People who join one channel at the same moment are
  written together (decision 038); the floor writes each alone.
- **Unread counts** leave out messages by people who are hidden from the reader, and include mentions of everyone; the floor
  counts rows. One statement answers for all conversations, and its plan reads the two ends of each index.
- **Deep history** also asks for the first message of the channel, to know whether there are older ones.
- **Fan-out** on one process shares two cores with PostgreSQL and with the program that reads from a thousand sockets.
- **Memory of a socket** is measured from one thousand to five thousand sockets once the code is warm; if the heap has room left
  from earlier work, a socket costs almost nothing. A member of some thirty channels took 21 KB on a fresh process.

Search has its own page: [benchmarks-search.md](benchmarks-search.md).

We checked the plans with EXPLAIN on this data: newest 50 walks \`messages_pkey\` backwards, changes use \`messages_changes\`, a
retry uses \`messages_client\`; browse reads the community's channels once and the reader's memberships by
\`conversation_members_user\`. Without \`random_page_cost=1.1\` the newest 50 of a quiet channel may fall back to a sort.
`;
  const kept = join(DOCS, 'benchmarks.md');
  writeFileSync(kept, page);
  writeFileSync(join(DOCS, 'benchmarks.svg'), pictureOf(results));
  return table;
}
