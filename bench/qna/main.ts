import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import pg from 'pg';
import { makeEventsWorld } from '../events-world.ts';
import { type Compared, compare, ratioWithSpread, type Work } from '../http.ts';
import { openServer } from '../postgres.ts';
import { run } from '../processes.ts';
import { keepResults, runBench, say, today, writePage } from '../write-up.ts';
import { type Audience, measureAudience } from './audience.ts';
import { fillQna, type QnaWorld, SIZE } from './world.ts';

/* `npm run bench:qna`: the questions of an event, beside floors taken in the same run. `BENCH_ONLY=vote` takes part of it. */

const CONTENT = 'How long does a glaze keep once it is mixed, and does frost harm it?';

/** What is measured over HTTP. Each vote changes something: everybody votes for everything, and then takes it back. */
function worksOf({ listed, voted, asked, people }: QnaWorld): Work[] {
  const somebody = (turn: number) => people[turn % people.length] as QnaWorld['people'][number];
  const votes = (questionIds: readonly string[], isOurs: boolean): Work['ours'] => {
    let turn = 0;
    return {
      method: isOurs ? 'PUT' : 'POST',
      next() {
        const { token, participationOf } = somebody(turn);
        const round = Math.floor(turn / people.length);
        // Those who stand beside each other vote for different questions.
        const questionId = questionIds[(turn + round) % questionIds.length] ?? '';
        const isVote = Math.floor(round / questionIds.length) % 2 === 0;
        turn += 1;
        if (isOurs)
          return {
            path: `/qna/${voted.eventId}/questions/${questionId}/vote`,
            token,
            body: JSON.stringify({ voted: isVote }),
          };
        const person = participationOf.get(voted.eventId);
        return {
          path: `/${isVote ? 'vote' : 'unvote'}?event=${voted.eventId}&person=${person}&question=${questionId}`,
        };
      },
    };
  };
  const vote = (work: string, questionIds: readonly string[]): Work => ({
    ...{ work, goal: 0.6, ours: votes(questionIds, true), floor: votes(questionIds, false) },
  });
  let [reads, asks] = [0, 0];
  return [
    {
      work: `list of 10 among ${SIZE.listed} questions`,
      goal: 0.7,
      ours: {
        method: 'GET',
        next: () => ({ path: `/qna/${listed}/questions`, token: somebody(reads++).token }),
      },
      floor: {
        method: 'GET',
        next: () => ({ path: `/list?event=${listed}&person=${somebody(reads++).participationOf.get(listed)}` }),
      },
    },
    vote(`vote, over ${SIZE.voted} questions`, voted.questionIds),
    vote('vote, all on one question', voted.questionIds.slice(0, 1)),
    {
      work: 'ask a question',
      goal: 0.6,
      ours: {
        method: 'POST',
        next() {
          const eventId = asked[asks % asked.length];
          const body = JSON.stringify({
            content: CONTENT,
            isAnonymous: false,
            key: randomBytes(18).toString('base64url'),
          });
          return { path: `/qna/${eventId}/questions`, token: somebody(asks++).token, body };
        },
      },
      floor: {
        method: 'POST',
        next() {
          const eventId = asked[asks % asked.length] ?? '';
          return { path: `/ask?event=${eventId}&person=${somebody(asks++).participationOf.get(eventId)}` };
        },
      },
    },
  ];
}

function pageOf(at: string, http: readonly Compared[], audience: Audience | undefined): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = http.map(
    (one) =>
      `| ${one.work} | ${Math.round(one.ours.perSecond)}/s | ${Math.round(one.floor.perSecond)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${one.ours.p99} / ${one.floor.p99} ms | ${met(one.ratio >= one.goal)} |`,
  );
  const watching = audience && [
    '',
    `| ${audience.people.toLocaleString('en')} people watch, ${audience.votes.toLocaleString('en')} votes in ten seconds | Figure | Goal | Met |`,
    '|---|---:|---:|---|',
    `| frames about votes that one person gets, most in any second | ${audience.most} | ≤ 4 | ${met(audience.most <= 4)} |`,
    `| frames delivered, beside a bare \`ws\` loop that sends four a second | ${Math.round(audience.perSecond)}/s of ${Math.round(audience.floorPerSecond)}/s, ${(audience.perSecond / audience.floorPerSecond).toFixed(2)} | ≥ 0.8 | ${met(audience.perSecond >= 0.8 * audience.floorPerSecond)} |`,
    `| the last count is everywhere, after the answer to the last vote | ${audience.lastMs.toFixed(0)} ms | ≤ 1,000 ms | ${met(audience.lastMs <= 1000)} |`,
  ];
  return `# Benchmarks: Q&A

Measured by \`npm run bench:qna\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
Data: an event with ${SIZE.listed} questions and a hundred votes on each, and one with ${SIZE.voted} questions; ${SIZE.people.toLocaleString('en')} people are going to each.

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best statement for the same answer and passes on PostgreSQL's JSON. It votes and asks in
tables of its own, without triggers. It asks nobody who they are, limits nothing and tells nobody who watches. Both run in alternation over 16 connections; the ratio is
that of the middle one of five rounds, with the worst and the best in brackets.

| Work | Ours | Floor | Ratio | Goal | p99 ours / floor | Met |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
${watching ? `${watching.join('\n')}\n` : ''}`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  say('Making events …');
  const events = await makeEventsWorld(postgres.url);
  const client = new pg.Client({ connectionString: events.databaseUrl });
  await client.connect();
  const world = await fillQna(client, events);
  await client.end();
  const ours = await run('../packages/server/src/main.ts', events.env);
  const floor = await run('qna/floor.ts', { DATABASE_URL: events.databaseUrl });
  try {
    const wanted = worksOf(world).filter(({ work }) => work.includes(process.env.BENCH_ONLY ?? ''));
    const http = await compare(ours.url, floor.url, wanted, say);
    const audience = 'watch'.includes(process.env.BENCH_ONLY ?? '')
      ? await measureAudience(ours.url, floor.url, world)
      : undefined;
    const at = today();
    const page = pageOf(at, http, audience);
    keepResults({ at, http, audience }, 'qna');
    writePage('qna', page);
    say(page);
  } finally {
    await ours.stop();
    await floor.stop();
    await events.drop();
    await postgres.stop();
  }
}

await runBench(bench);
