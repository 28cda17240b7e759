import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Drawn, FromWorker, ToWorker } from './drawing.ts';

/*
 * Draws pages with the web client that was built for the server. In a thread of its own: drawing takes 5 to 20 ms of
 * processor, and the program holds 60 MB.
 */

type Program = { draw: (path: string, sent: Readonly<Record<string, unknown>>) => Promise<Drawn> };

const { program, origin } = workerData as { program: string; origin: string };
const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker.');
const tell = (message: FromWorker) => port.postMessage(message);

const asked = new Map<number, (answer: Response) => void>();
let questions = 0;

// The only calls that a page makes while it is drawn: reads of our own API, as a visitor.
globalThis.fetch = (input, init) => {
  questions += 1;
  const question = questions;
  tell({ kind: 'ask', question, path: String(input), headers: { ...(init?.headers as Record<string, string>) } });
  return new Promise((resolve) => asked.set(question, resolve));
};

// Dates and numbers are written as the browser would, not as this machine does.
let locale = 'en-US';
for (const name of ['DateTimeFormat', 'NumberFormat', 'PluralRules'] as const) {
  // It is called with and without `new`.
  const given = Intl[name] as unknown as new (locales: unknown, options?: object) => object;
  const ours = new Proxy(given, {
    apply: (make, _, [locales, options]) => new make(locales ?? locale, options),
    construct: (make, [locales, options]) => new make(locales ?? locale, options),
  });
  Object.assign(Intl, { [name]: ours });
}
Number.prototype.toLocaleString = function (locales?: unknown, options?: Intl.NumberFormatOptions) {
  return new Intl.NumberFormat(locales as string | undefined, options).format(Number(this));
};

const { draw } = (await import(pathToFileURL(program).href)) as Program;
let last: Promise<unknown> = Promise.resolve();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'answer') {
    const { question, status, body } = message;
    asked.get(question)?.(new Response(body, { status, headers: { 'content-type': 'application/json' } }));
    asked.delete(question);
    return;
  }
  const { id, path, sent } = message;
  last = last.then(async () => {
    locale = message.locale;
    Object.assign(globalThis, { location: new URL(path, origin) });
    try {
      tell({ kind: 'drawn', id, drawn: await draw(path, sent) });
    } catch (error) {
      tell({ kind: 'failed', id, why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
});
