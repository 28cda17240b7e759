import { pipeline, Readable } from 'node:stream';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { create } from 'content-disposition';
// Quotes every cell, and disarms those that a spreadsheet would run; see `registrations/routes.ts`.
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../core/db/db.ts';
import { SAFE_CELLS } from '../core/export/csv.ts';
import { refuse } from '../core/http/errors.ts';
import { bearer, callerKey } from '../core/http/http.ts';
import type { AppContext } from '../core/slice.ts';
import { managed } from '../events/actions.ts';
import { type ExportRow, listForExport } from './afterwards-store.ts';
import { listAnswers } from './comments/comments-store.ts';

/** Questions read at a time. */
const PIECE = 500;
/** Files per minute for one person: each reads a whole list. */
const EXPORTS = 12;

type Line = ExportRow & { answers: { name: string; content: string }[] };

/** `GET /qna/{eventId}/questions/export.csv` and `export.md`: all questions with what was written under them, for hosts. */
export function mountQnaExport(
  http: FastifyInstance,
  { db, sessions, config }: Pick<AppContext, 'db' | 'sessions' | 'config'>,
): void {
  const limit = {
    max: EXPORTS,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => `qna-export:${await callerKey(sessions, request)}`,
  };
  const enter = async (request: FastifyRequest<{ Params: { eventId: string } }>) => {
    const token = bearer(request);
    const me = token === undefined ? undefined : await sessions.identify(token);
    if (!me) return refuse(core.signedOut);
    const { eventId } = request.params;
    return managed(db, looksLikeId(eventId) ? eventId.toLowerCase() : refuse(core.notFound), me.userId);
  };
  const options = config.rateLimits ? { config: { rateLimit: limit } } : {};

  http.get<{ Params: { eventId: string } }>('/qna/:eventId/questions/export.csv', options, async (request, reply) => {
    const event = await enter(request);
    const cells = stringify({
      ...SAFE_CELLS,
      columns: COLUMNS,
    });
    pipeline(Readable.from(cellsOf(db, event.id), { highWaterMark: 16 }), cells, () => undefined);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', create(`${event.alias}-questions.csv`))
      .header('cache-control', 'no-store')
      .send(cells);
  });

  http.get<{ Params: { eventId: string } }>('/qna/:eventId/questions/export.md', options, async (request, reply) => {
    const event = await enter(request);
    return reply
      .header('content-type', 'text/markdown; charset=utf-8')
      .header('content-disposition', create(`${event.alias}-questions.md`))
      .header('cache-control', 'no-store')
      .send(Readable.from(markdownOf(db, event)));
  });
}

const COLUMNS = [
  { key: 'content', header: 'Question' },
  { key: 'asker', header: 'Asked by' },
  { key: 'state', header: 'State' },
  { key: 'votes', header: 'Votes' },
  { key: 'asked', header: 'Asked' },
  { key: 'answered', header: 'Answered' },
  { key: 'reason', header: 'Reason' },
  { key: 'answers', header: 'Comments' },
];

async function* lines(db: Db, eventId: string): AsyncGenerator<Line> {
  let after: string | undefined;
  for (;;) {
    const rows = await listForExport(db, eventId, { after, size: PIECE });
    const answers = await listAnswers(
      db,
      eventId,
      rows.map(({ id }) => id),
    );
    const of = Map.groupBy(answers, ({ questionId }) => questionId);
    for (const row of rows) yield { ...row, answers: of.get(row.id) ?? [] };
    if (rows.length < PIECE) return;
    after = rows.at(-1)?.id;
  }
}

/** Rows of the file. */
async function* cellsOf(db: Db, eventId: string): AsyncGenerator<Record<string, string>> {
  for await (const { content, asker, state, votes, reason, asked, answered, answers } of lines(db, eventId))
    yield {
      ...{ content, asker, state, reason, votes: String(votes) },
      asked: asked.toISOString(),
      answered: answered?.toISOString() ?? '',
      answers: answers.map((answer) => `${answer.name}: ${answer.content}`).join('\n'),
    };
}

const TITLES = {
  published: 'Open',
  answered: 'Answered',
  pending: 'Waiting',
  archived: 'Archived',
  refused: 'Refused',
};

async function* markdownOf(db: Db, { id, name }: { id: string; name: string }): AsyncGenerator<string> {
  yield `# Questions: ${plain(name)}\n`;
  for await (const { content, asker, state, votes, reason, answers } of lines(db, id)) {
    yield `\n## ${plain(content)}\n\n${plain(asker)} · ${TITLES[state]} · ${votes === 1 ? '1 vote' : `${votes} votes`}\n`;
    if (reason !== '') yield `\nReason: ${plain(reason)}\n`;
    for (const answer of answers) yield `\n> **${plain(answer.name)}:** ${plain(answer.content)}\n`;
  }
}

/** Words as they are: nothing in them is Markdown, HTML or a new line. */
function plain(words: string): string {
  return words.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+\-.!|~@&]/g, '\\$&');
}
