import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { addressKey } from './address.ts';
import { escapeHtml } from './escape-html.ts';
import { cachedAnswer } from './static-files.ts';

/** Its own policy: styles that the page writes itself, and no script but the one file. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The reference page must not link to its makers' services. */
const PAGE = {
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** `/api/docs`: the reference as a page with its own policy and local assets; `/api/docs/json`: the document, which is made when it is first asked for. */
export function mountDocs(http: FastifyInstance, document: () => object, title: string, rateLimits: boolean): void {
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head><body>
<script id="api-reference" type="application/json" data-url="/api/docs/json" data-configuration="${escapeHtml(JSON.stringify(PAGE))}"></script>
<script src="/api/docs/scalar.js"></script></body></html>`;
  const files: [url: string, perMinute: number, make: () => Promise<string | Buffer>, type: string][] = [
    ['/api/docs', 60, async () => page, 'text/html'],
    ['/api/docs/json', 60, async () => JSON.stringify(document()), 'application/json'],
    // Over a megabyte also when compressed; a browser keeps it for an hour.
    ['/api/docs/scalar.js', 20, scalarScript, 'text/javascript'],
  ];
  http.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', POLICY));
    for (const [url, max, make, type] of files) {
      const keyGenerator = (request: FastifyRequest) => `docs:${addressKey(request.ip)}`;
      const config = rateLimits ? { rateLimit: { max, timeWindow: 60_000, keyGenerator } } : {};
      scope.get(url, { config }, cachedAnswer(make, `${type}; charset=utf-8`));
    }
  });
}

/** The library contains its script: it is requested from a server that listens nowhere. */
async function scalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const own = Fastify();
  await own.register(scalar, { routePrefix: '/', configuration: { content: {} } as never });
  const { rawPayload, statusCode } = await own.inject('/js/scalar.js');
  await own.close();
  if (statusCode !== 200) throw new Error(`The library of the API page answers ${statusCode} for its own script.`);
  return rawPayload;
}
