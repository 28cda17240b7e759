import type { Answer, Input } from '@folkmoot/contract/core/endpoint.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import type { AnyEndpoint } from '../src/core/api-client.ts';

type Given = (
  url: URL,
  body: unknown,
) => { status: number; data: unknown } | Promise<{ status: number; data: unknown }>;

const given = new Map<string, Given>();
/** Every call that was made, with the path and the body it had. */
export const calls: { method: string; path: string; body: unknown }[] = [];

/** Answers an endpoint until the test ends. What is returned has to be an answer of that endpoint. */
export function answer<E extends AnyEndpoint>(
  endpoint: E,
  with_: Answer<E> | ((input: Partial<Input<E>>) => Answer<E> | Promise<Answer<E>>),
): void {
  given.set(keyOf(endpoint), async (url, body) => {
    const input = { ...Object.fromEntries(url.searchParams), ...(body as object) } as Partial<Input<E>>;
    const data = typeof with_ === 'function' ? await (with_ as (input: Partial<Input<E>>) => Answer<E>)(input) : with_;
    return { status: 200, data };
  });
}

/** Refuses an endpoint with the server's kind of problem. */
export function refuse(
  endpoint: AnyEndpoint,
  problem: { statusCode: number; message: string; code?: string; fields?: Record<string, string>; current?: unknown },
): void {
  given.set(keyOf(endpoint), () => ({ status: problem.statusCode, data: { code: 'test', ...problem } }));
}

/** Answers an endpoint as a proxy does whose server is away: with nothing that the product can read. */
export function breakDown(endpoint: AnyEndpoint): void {
  given.set(keyOf(endpoint), () => ({ status: 502, data: 'Bad gateway' }));
}

/** Answers a file, which is no endpoint. @param path without the backend; each `:name` is any part. */
export function answerFile(path: string, with_: () => unknown): void {
  given.set(keyOf({ method: 'GET', path }), async () => ({ status: 200, data: await with_() }));
}

/** Breaks down for a file. @param path as with `answerFile`. */
export function breakDownFile(path: string): void {
  given.set(keyOf({ method: 'GET', path }), () => ({ status: 502, data: 'Bad gateway' }));
}

/** Without the backend, which the path of an endpoint begins with. */
const bare = (path: string) => path.replace(/^\/(payments|qna)(?=\/)/, '');

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${bare(path).replace(/:\w+/g, '*')}`;

function find(method: string, path: string): Given | undefined {
  for (const [key, answers] of given) {
    const pattern = new RegExp(`^${key.replaceAll('*', '[^/]+')}$`);
    if (pattern.test(`${method} ${path}`)) return answers;
  }
  return undefined;
}

const real = window.fetch;
let unanswered: string[] = [];

beforeEach(() => {
  given.clear();
  calls.length = 0;
  unanswered = [];
  window.fetch = async (resource, init) => {
    const request = new Request(resource, init);
    const url = new URL(request.url);
    const path = bare(url.pathname);
    const ours = /^\/(api|auth|payments|qna)\//.test(url.pathname);
    if (!ours) return real(resource, init);
    const text = await request.text();
    const body = text === '' ? undefined : JSON.parse(text);
    calls.push({ method: request.method, path, body });
    const found = find(request.method, path);
    if (found === undefined) {
      unanswered.push(`${request.method} ${path}`);
      return Response.json(
        { statusCode: 500, code: 'test', message: 'The test has no answer to this.' },
        { status: 500 },
      );
    }
    const { status, data } = await found(url, body);
    return Response.json(data, { status });
  };
});
afterEach(() => {
  window.fetch = real;
  expect(unanswered.join('\n'), 'calls that the test gives no answer to').toBe('');
});
