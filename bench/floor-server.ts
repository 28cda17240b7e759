import { createServer, type IncomingHttpHeaders } from 'node:http';

/** What a floor answers: JSON with 200, unless it says otherwise. */
export type FloorAnswer = { body: string; status?: number; headers?: Record<string, string> };

/**
 * Serves a floor, a bare `node:http` server on a free port, and tells the program that started it where it is.
 *
 * @param answer by the name in the path; undefined is 404, and an error 500.
 */
export function serveFloor(
  answer: (
    name: string,
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ) => Promise<FloorAnswer | undefined>,
): void {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://floor');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      answer(url.pathname.slice(1), url.searchParams, request.headers, Buffer.concat(parts)).then(
        (given) => {
          if (!given) return response.writeHead(404).end();
          const { body, status = 200, headers = { 'content-type': 'application/json' } } = given;
          return response.writeHead(status, headers).end(body);
        },
        () => response.writeHead(500).end(),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` });
  });
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
}
