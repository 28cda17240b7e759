import { scrubMessage } from '@folkmoot/contract/core/words/scrub.ts';
import type { ErrorEvent, NodeClient, StackFrame } from '@sentry/node';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';

/** By what a report and the log can be put together: the reference that the person sees, or the job and its queue. */
export type ErrorPlace = { reference: string; route?: string | undefined; queue?: string };

/** Tells the operator's Sentry about errors of the server; without `SENTRY_DSN` nothing is loaded and nothing is sent. */
export type ErrorReports = {
  report(error: unknown, place: ErrorPlace): void;
  close(): Promise<void>;
};

/** A database that is away fails every request: the rest would say the same. A minute begins with the first error after the last one. */
const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;
const CLOSE_MS = 2000;

export async function createErrorReports(
  { errors: settings }: Pick<Config, 'errors'>,
  log: Log,
): Promise<ErrorReports> {
  if (!settings) return { report: () => undefined, close: async () => undefined };
  const sentry = await import('@sentry/node');
  // A client of its own: the library's `init` would watch every module that the program loads.
  const client: NodeClient = new sentry.NodeClient({
    ...settings,
    release: `folkmoot@${VERSION}`,
    transport: sentry.makeNodeTransport,
    stackParser: sentry.defaultStackParser,
    integrations: [],
    sendClientReports: false,
    beforeSend: (event) => onlyKnown(event),
  });
  const scope = new sentry.Scope();
  scope.setClient(client);
  client.init();
  let [minuteSince, sent] = [Number.NEGATIVE_INFINITY, 0];
  return {
    report(error, { reference, route, queue }) {
      const now = performance.now();
      if (now - minuteSince >= MINUTE_MS) [minuteSince, sent] = [now, 0];
      sent += 1;
      if (sent > MOST_A_MINUTE) return;
      const about = scope.clone();
      about.setTags({ reference, ...(route !== undefined && { route }), ...(queue !== undefined && { queue }) });
      about.captureException(error instanceof Error ? error : new Error(typeof error));
    },
    async close() {
      if (!(await client.close(CLOSE_MS))) log.warn('reports of errors were not all sent');
    },
  };
}

/** The event with what may leave: what an error is called, where in the program it happened, and by what the log knows it. */
export function onlyKnown({ exception, ...event }: ErrorEvent): ErrorEvent {
  return {
    type: undefined,
    event_id: event.event_id,
    timestamp: event.timestamp,
    platform: event.platform,
    level: event.level,
    release: event.release,
    environment: event.environment,
    sdk: event.sdk,
    tags: event.tags,
    exception: {
      values: (exception?.values ?? []).map(({ type, value, mechanism, stacktrace }) => ({
        ...{ type, mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled ?? true } },
        value: scrubMessage(value ?? ''),
        stacktrace: { frames: (stacktrace?.frames ?? []).map(onlyPlace) },
      })),
    },
  } as ErrorEvent;
}

/** Files by their path in the program: where it is installed is the operator's business. */
function onlyPlace({ filename = '', function: name, lineno, colno, in_app }: StackFrame): StackFrame {
  const path = /(?:^|\/)((?:packages|node_modules)\/.*)$/.exec(filename.replaceAll('\\', '/'))?.[1];
  const known = path ?? (filename.startsWith('node:') ? filename : undefined);
  // What looks like a place may be a line of the message.
  if (known === undefined) return { filename: 'elsewhere' };
  return {
    filename: known,
    function: name,
    lineno,
    colno,
    in_app,
  } as StackFrame;
}
