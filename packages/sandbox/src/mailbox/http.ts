import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { whyRefused } from '../loopback.ts';
import { LISTED, type MailFilter, type Mails, summary } from './mails.ts';
import { mailPolicy, pagePolicy, withSafeLinks } from './view.ts';

const pageFolder = new URL('../../page/', import.meta.url);
const pageFiles = new Map<string, [name: string, type: string]>([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/page.css', ['page.css', 'text/css; charset=utf-8']],
  ['/page.js', ['page.js', 'text/javascript; charset=utf-8']],
  ['/icon.svg', ['icon.svg', 'image/svg+xml']],
]);

/**
 * The mailbox page and its JSON: `GET /api/mails?to=&search=`, `GET /api/mails/:id`, `DELETE /api/mails`,
 * `GET /api/live` (server-sent events) and `GET /mails/:id/html`.
 */
export function mailboxServer(mails: Mails): Server {
  return createServer((request, response) => {
    answer(mails, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent)
        sendJson(response, 500, { message: 'The mailbox could not answer. See its terminal.' });
    });
  });
}

async function answer(mails: Mails, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  const refusal = whyRefused(request);
  if (refusal !== null) return sendJson(response, 403, { message: refusal });

  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
  if (request.method === 'DELETE' && pathname === '/api/mails') {
    mails.clear();
    return sendJson(response, 200, { mails: [] });
  }
  if (request.method !== 'GET')
    return sendJson(response, 405, { message: 'The mailbox can only be read and emptied.' });
  if (pathname === '/api/mails')
    return sendJson(response, 200, { mails: mails.list(filterOf(searchParams)).slice(0, LISTED).map(summary) });
  if (pathname === '/api/live') return follow(mails, response);

  const file = pageFiles.get(pathname);
  if (file !== undefined) return sendFile(response, file[0], file[1]);

  const [, id, asHtml] = /^\/(?:api\/)?mails\/([\w-]+)(\/html)?$/.exec(pathname) ?? [];
  const mail = id === undefined ? null : mails.find(id);
  if (mail === null) return sendJson(response, 404, { message: 'There is no such email.' });
  if (asHtml === undefined) return sendJson(response, 200, mail);
  response.setHeader('content-security-policy', mailPolicy);
  send(response, 200, 'text/html; charset=utf-8', withSafeLinks(mail.html ?? ''));
}

function filterOf(params: URLSearchParams): MailFilter {
  return { to: params.get('to') ?? '', search: params.get('search') ?? '' };
}

/** Keeps the response open and sends `changed` whenever an email comes or goes. */
function follow(mails: Mails, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  const tell = () => response.write('event: changed\ndata: \n\n');
  mails.on('changed', tell);
  response.once('close', () => mails.off('changed', tell));
}

async function sendFile(response: ServerResponse, name: string, type: string): Promise<void> {
  response.setHeader('content-security-policy', pagePolicy);
  send(response, 200, type, await readFile(new URL(name, pageFolder), 'utf8'));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
