/**
 * Searches the world's towns and coasts, in its own process: they take more memory than the whole server, and most of
 * the time nobody asks. Communicates by messages: a `GazetteerQuestion` in, a `GazetteerAnswer` out.
 */
import type { GazetteerAnswer, GazetteerQuestion, Question } from './gazetteer.ts';
import { boxOf, readLand } from './gazetteer-land.ts';
import { readNames } from './gazetteer-names.ts';

const names = readNames();
let land: ReturnType<typeof readLand> | undefined;

function answer(question: Question): unknown {
  if (question.ask === 'search') return names.search(question.query, question.limit);
  if (question.ask === 'find') return names.find(question.id);
  const { lat, lng, miles, limit } = question;
  land ??= readLand();
  return { ...land.around(boxOf(lat, lng, miles)), neighbours: names.within(boxOf(lat, lng, miles), limit) };
}

process.on('message', (question: GazetteerQuestion) => {
  const { number } = question;
  let said: GazetteerAnswer;
  try {
    said = { number, ok: true, found: answer(question) };
  } catch (error) {
    said = { number, ok: false, why: String(error) };
  }
  process.send?.(said);
});
process.on('disconnect', () => process.exit(0));
// A terminal and a service manager tell the whole group to stop; the parent decides when nobody is waiting any more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
