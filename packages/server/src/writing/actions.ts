import { instructionsFor, plainAnswer, type Subject, tokensFor } from '@folkmoot/contract/writing/rules.ts';
import { LIMITS, refusals, type Wish } from '@folkmoot/contract/writing/schema.ts';
import type OpenAI from 'openai';
import type { WritingSettings } from '../core/config-writing.ts';
import { HttpError, refuse } from '../core/http/errors.ts';
import type { Log } from '../core/log.ts';

/** The service has not begun to write, so it costs nothing: it could not be reached, or refused the request. */
export class NotAsked extends Error {}

/**
 * Writes a text of at most `most` characters. Refuses if the service takes too long or sends no text: both may cost the operator something.
 *
 * @throws NotAsked if the service has written nothing.
 */
export type Write = (subject: Subject, wish: Wish, most: number) => Promise<string>;

/** How the limit of an answer is called: newer models of OpenAI refuse the old name, older servers do not know the new one. */
const LIMIT_NAMES = ['max_completion_tokens', 'max_tokens', undefined] as const;
type LimitName = (typeof LIMIT_NAMES)[number];

/** How many times the room a model that thinks gets, after it has used up the usual one. */
const ROOM_TO_THINK = 4;

/** More than any description; what comes behind it is not read. */
const ANSWER_BYTES = 400_000;

/**
 * A service that speaks OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), as Ollama and vLLM do. It gets
 * the prompt and our instructions, no tools and nothing of anybody's data. Neither is logged.
 */
export function createWriting(settings: WritingSettings, log: Pick<Log, 'warn'>): Write {
  let client: Promise<OpenAI> | undefined;
  let [limitName]: readonly LimitName[] = LIMIT_NAMES;

  /** Loaded when somebody first writes: few processes need it. */
  const open = () => {
    client ??= import('openai').then(
      ({ OpenAI: Client }) =>
        new Client({
          baseURL: settings.url,
          apiKey: settings.key ?? 'none',
          // From the environment it would take what the operator has set for other programs.
          ...{ organization: null, project: null },
          ...{ timeout: LIMITS.patienceMs, maxRetries: 0, logLevel: 'off', fetch: limitedFetch },
        }),
    );
    return client;
  };

  const ask = async (subject: Subject, wish: Wish, name: LimitName, signal: AbortSignal, times = 1) => {
    const { chat } = await open();
    return chat.completions.create(
      {
        model: settings.model,
        messages: [
          { role: 'system', content: instructionsFor(subject, wish) },
          { role: 'user', content: wish.prompt },
        ],
        ...(name && { [name]: times * tokensFor(wish) }),
      },
      { signal },
    );
  };

  /** Asks again under another name where the service does not take the one we know. */
  const answerTo = async (subject: Subject, wish: Wish, signal: AbortSignal) => {
    for (const name of LIMIT_NAMES.slice(LIMIT_NAMES.indexOf(limitName))) {
      try {
        const answer = await ask(subject, wish, name, signal);
        limitName = name;
        return answer;
      } catch (error) {
        const { status, message = '' } = error as { status?: number; message?: string };
        if (!(name && (status === 400 || status === 422) && message.includes(name))) throw error;
      }
    }
    throw new Error('unreachable');
  };

  return async (subject, wish, most) => {
    const signal = AbortSignal.timeout(LIMITS.patienceMs);
    let hasWritten = false;
    try {
      const first = await answerTo(subject, wish, signal);
      hasWritten = true;
      const written = plainAnswer(textOf(first), most);
      if (written !== '') return written;
      // A model that thinks may have used up its room before it wrote a word: it gets more, once.
      const wasCut = limitName !== undefined && choiceOf(first)?.finish_reason === 'length';
      const again = wasCut ? plainAnswer(textOf(await ask(subject, wish, limitName, signal, ROOM_TO_THINK)), most) : '';
      return again === '' ? refuse(refusals.empty) : again;
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const { status, name } = error as { status?: number; name?: string };
      // Its message may repeat the prompt.
      log.warn({ status, name }, 'the writing service did not answer');
      if (!hasWritten && isFree(error)) throw new NotAsked();
      return refuse(refusals.down);
    }
  };
}

/** Whether nothing was written: the request was refused, or never arrived. After a timeout nobody knows. */
function isFree(error: unknown): boolean {
  const { status, cause } = error as { status?: number; cause?: unknown };
  if (status !== undefined) return (status >= 400 && status < 500) || status === 503;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(cause));
}

/** The system's word for what went wrong, which may be some causes deep. */
function codeOf(cause: unknown): string {
  const { code, cause: deeper } = (cause ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return deeper === undefined ? '' : codeOf(deeper);
}

/** What we read of an answer is the service's word, not the library's. */
function choiceOf(answer: unknown): { finish_reason?: unknown; message?: { content?: unknown } | null } | undefined {
  const { choices } = (answer ?? {}) as { choices?: unknown };
  return Array.isArray(choices) ? choices[0] : undefined;
}

/** The text; what a model thought is in a field of its own, and stays there. */
function textOf(answer: unknown): string {
  const content = choiceOf(answer)?.message?.content;
  return typeof content === 'string' ? content : '';
}

/** Stops reading an answer that is too long for a description, and follows no redirect with the operator's key. */
async function limitedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' });
  const { body, status, headers } = answer;
  if (body === null) return answer;
  let bytes = 0;
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > ANSWER_BYTES) controller.error(new Error('The answer is too long.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, { status, headers });
}
