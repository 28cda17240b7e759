import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { whyRefused } from '../loopback.ts';

/** What a request said, for tests: the service must get nothing else. */
export type Asked = { body: Record<string, unknown>; authorization: string | undefined };

export type Writing = {
  /** With `/v1` behind it, as `AI_URL` is set. */
  url: string;
  model: string;
  asked: Asked[];
  stop: () => Promise<void>;
};

const MODEL = 'sandbox';
/** How many tokens a model thinks that thinks too long. */
const THOUGHTS = 5000;

/**
 * How real models behave that are not like this one; the name of the model chooses. Each is something that a service has been seen to do:
 * newer models of OpenAI refuse `max_tokens`, older servers refuse the new name, models that think answer with nothing or with their thoughts.
 */
const MANNERS = [
  'refuses-max-tokens',
  'refuses-new-name',
  'thinks',
  'thinks-too-long',
  'empty',
  'down',
  'silent',
  'endless',
] as const;
type Manner = (typeof MANNERS)[number];

/**
 * A model on loopback that speaks as much of OpenAI's protocol as the product needs: `POST /v1/chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat/create). It writes the same sentences about every prompt, and says so.
 */
export async function startWriting({ port = 0 }: { port?: number } = {}): Promise<Writing> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) fail(response, 500, 'The stand-in could not answer. See the terminal.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return fail(response, 403, refusal);
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions') return fail(response, 404, 'Not found');
    const body = (await readJson(request)) as Record<string, unknown> | undefined;
    if (!body) return fail(response, 400, 'We could not parse the JSON body of your request.');
    asked.push({ body, authorization: request.headers.authorization });
    const model = typeof body.model === 'string' ? body.model : '';
    if (model !== MODEL && !MANNERS.includes(model as Manner))
      return fail(response, 404, `The model \`${model}\` does not exist`);
    const manner = MANNERS.find((one) => one === model);
    if (manner === 'down') return fail(response, 503, 'The server is overloaded');
    // It takes the request, and answers when somebody gives up.
    if (manner === 'silent') return;
    if (manner === 'endless') return endless(response);
    if (manner === 'refuses-max-tokens' && 'max_tokens' in body)
      return unsupported(response, 'max_tokens', 'max_completion_tokens');
    if (manner === 'refuses-new-name' && 'max_completion_tokens' in body)
      return unsupported(response, 'max_completion_tokens', 'max_tokens');
    const limit = Number(body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY);
    const limited = limit < THOUGHTS;
    if (manner === 'empty' || (manner === 'thinks-too-long' && limited))
      return send(response, model, {
        content: '',
        reasoning: 'First I think about it.',
        finish: limited ? 'length' : 'stop',
      });
    const text = textAbout(promptOf(body));
    send(response, model, {
      content: manner === 'thinks' ? `<think>What do they want?</think>\n\n${text}` : text,
      finish: 'stop',
    });
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}/v1`,
    model: MODEL,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The words of the person: the last message that is theirs. */
function promptOf({ messages }: Record<string, unknown>): string {
  const list = Array.isArray(messages) ? (messages as { role?: unknown; content?: unknown }[]) : [];
  const last = list.findLast(({ role }) => role === 'user')?.content;
  return typeof last === 'string' ? last : '';
}

function textAbout(prompt: string): string {
  const about = prompt
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .replace(/[.!?]+$/, '');
  return [
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    'These sentences come from a stand-in on this machine, which writes the same about everything. Set AI_URL to have a model write.',
    '',
    'Everybody is welcome. Bring a friend, and stay as long as you like.',
  ].join('\n');
}

function send(
  response: ServerResponse,
  model: string,
  { content, reasoning, finish }: { content: string; reasoning?: string; finish: 'stop' | 'length' },
): void {
  const message = { role: 'assistant', content, refusal: null, ...(reasoning && { reasoning }) };
  sendJson(response, 200, {
    ...{ id: 'chatcmpl-sandbox', object: 'chat.completion', created: 0, model },
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

function unsupported(response: ServerResponse, name: string, instead: string): void {
  sendJson(response, 400, {
    error: {
      message: `Unsupported parameter: '${name}' is not supported with this model. Use '${instead}' instead.`,
      ...{ type: 'invalid_request_error', param: name, code: 'unsupported_parameter' },
    },
  });
}

/** Sends without end, until the other side has had enough. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = ' '.repeat(65_536);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

function fail(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'error', param: null, code: null } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
