import { scrubMessage } from '@folkmoot/contract/core/words/scrub.ts';
import { isPage } from '@folkmoot/contract/telemetry/rules.ts';
import type { makeFetchTransport } from '@sentry/react';
import { patternOf } from './patterns.ts';
import { recordingWithoutWords } from './scrub-recording.ts';

/*
 * What may leave this page in a report. Each kind of item is put together anew from what is known to be harmless: a newer version of the
 * library may collect more, but nothing more is sent.
 */

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0];
type Fields = Record<string, unknown>;
type Frame = { filename?: string; function?: string; lineno?: number; colno?: number; in_app?: boolean };
type Thrown = { type?: string; value?: string; mechanism?: Fields; stacktrace?: { frames?: Frame[] } };
type Span = Fields & { op?: string; description?: string; data?: Fields };

const pick = (from: unknown, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries((from ?? {}) as Fields).filter(([name]) => names.includes(name)));

/**
 * An error says whose it was, by a hash; a replay, a session and a trace say nothing that could be put together with it: somebody
 * may ask anonymously while they are recorded.
 *
 * @param own the origin of this page.
 */
export function onlyKnown(envelope: Envelope, own: string): Envelope {
  const [header, items] = envelope as unknown as [Fields, [Fields, unknown][]];
  const known = items.flatMap(([about, content]) => {
    const clean = itemOf(String(about.type), content, own);
    const length = typeof clean === 'string' ? { length: new TextEncoder().encode(clean).length } : {};
    return clean === undefined ? [] : [[{ type: about.type, ...length }, clean]];
  });
  return [pick(header, 'event_id', 'sent_at', 'sdk', 'dsn'), known] as unknown as Envelope;
}

/** Undefined for kinds that nobody has looked at. */
function itemOf(type: string, content: unknown, own: string): unknown {
  if (type === 'event') return eventOf(content as Fields, own);
  if (type === 'transaction') return transactionOf(content as Fields, own);
  if (type === 'replay_event') return replayOf(content as Fields, own);
  if (type === 'replay_recording') return recordingWithoutWords(content as string | Uint8Array, own);
  if (type === 'client_report') return content;
  if (type !== 'session') return undefined;
  const session = pick(content, 'sid', 'init', 'started', 'timestamp', 'status', 'errors', 'duration');
  return { ...session, attrs: pick((content as Fields).attrs, 'release', 'environment') };
}

const common = (event: Fields) => ({
  ...pick(event, 'type', 'event_id', 'timestamp', 'platform', 'level', 'release', 'environment', 'sdk'),
});

/** The router's ids of routes begin with the frame around them (`core/routes.tsx`), and may end with a slash. Anything else is an address. */
function pageOf(name: unknown, own: string): string {
  const text = String(name ?? '');
  const page = text.replace(/^\/(?:frame|auth)(?=\/)/, '').replace(/(.)\/$/, '$1');
  return isPage(page) ? page : patternOf(text, own);
}

function traceOf(event: Fields): Fields {
  const { trace } = (event.contexts ?? {}) as Fields;
  return { trace: pick(trace, 'trace_id', 'span_id', 'parent_span_id', 'op', 'origin', 'status') };
}

function eventOf(event: Fields, own: string): Fields {
  const { values = [] } = (event.exception ?? {}) as { values?: Thrown[] };
  return {
    ...common(event),
    ...(event.user ? { user: pick(event.user, 'id') } : {}),
    transaction: pageOf(event.transaction, own),
    exception: {
      values: values.map(({ type, value, mechanism, stacktrace }) => ({
        type,
        value: scrubMessage(value ?? ''),
        mechanism: pick(mechanism, 'type', 'handled'),
        stacktrace: { frames: (stacktrace?.frames ?? []).map((frame) => frameOf(frame, own)) },
      })),
    },
  };
}

/** A line of our own build; of extensions and other scripts only that it is elsewhere. */
function frameOf({ filename = '', ...frame }: Frame, own: string): Frame {
  const file = /^\/assets\/[\w.-]+\.js$/.exec(filename.startsWith(own) ? filename.slice(own.length) : '')?.[0];
  // What looks like a place may be a line of the message.
  return file === undefined
    ? { filename: 'elsewhere' }
    : { ...pick(frame, 'function', 'lineno', 'colno', 'in_app'), filename: file };
}

function transactionOf(event: Fields, own: string): Fields {
  const spans = (event.spans ?? []) as Span[];
  return {
    ...common(event),
    ...pick(event, 'start_timestamp', 'measurements'),
    transaction: pageOf(event.transaction, own),
    transaction_info: pick(event.transaction_info, 'source'),
    contexts: traceOf(event),
    spans: spans.filter(isTold).map((span) => ({
      ...pick(span, 'span_id', 'parent_span_id', 'trace_id', 'op', 'origin', 'start_timestamp', 'timestamp', 'status'),
      description: descriptionOf(span, own),
    })),
  };
}

/** Calls about questions are nobody's business: they may be anonymous. */
function isTold({ description = '' }: Span): boolean {
  return !/\/(?:qna|questions)\b/.test(description);
}

/** Of a call its method and pattern, of anything else nothing: it may name an element with its words. */
function descriptionOf({ op = '', description = '' }: Span, own: string): string {
  const [, method, address = ''] = /^([A-Z]+) (\S+)$/.exec(description) ?? [];
  return op === 'http.client' && method !== undefined ? `${method} ${patternOf(address, own)}` : op;
}

function replayOf(event: Fields, own: string): Fields {
  const urls = (event.urls ?? []) as string[];
  return {
    ...common(event),
    ...pick(event, 'replay_id', 'replay_start_timestamp', 'segment_id', 'replay_type'),
    ...{ error_ids: [], trace_ids: [] },
    urls: urls.map((url) => patternOf(url, own)),
  };
}
