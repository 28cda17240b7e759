import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../../core/http/address.ts';
import { cookieName } from '../../core/http/cookies.ts';
import { bearer } from '../../core/http/http.ts';
import { FILES_COOKIE } from '../../core/security/session.ts';
import type { Signer } from '../../core/security/signer.ts';
import type { AppContext } from '../../core/slice.ts';
import { exportKey } from './export-actions.ts';
import { findReady } from './export-store.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'files' | 'sessions' | 'config'> & {
  /** Signs addresses of copies. */
  signer: Signer;
  /** Signs the cookie for files. */
  filesSigner: Signer;
};

/** Downloads a minute from one address. */
const DOWNLOADS = 30;

/**
 * `GET /files/export/:token`: a copy of somebody's data, for a session of theirs. The bytes go through the server, also from a bucket:
 * an address of the bucket's own would open the copy for anybody who has it.
 */
export function mountExport(http: FastifyInstance, parts: Parts): void {
  const limit = {
    max: DOWNLOADS,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `data-export:${addressKey(request.ip)}`,
  };
  http.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/files/export/:token',
    exposeHeadRoute: false,
    ...(parts.config.rateLimits ? { config: { rateLimit: limit } } : {}),
    handler: (request, reply) => download(parts, request, reply),
  });
}

async function download(
  { db, clock, files, sessions, config, signer, filesSigner }: Parts,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
  const token = bearer(request);
  const sessionId = filesSigner.read(request.cookies[cookieName(FILES_COOKIE.name, config)] ?? '');
  const me =
    token !== undefined
      ? await sessions.identify(token)
      : sessionId === undefined
        ? undefined
        : await sessions.ofSession(sessionId);
  if (!me) return reply.code(401).send();
  const [id = '', until] = signer.read(request.params.token)?.split('.') ?? [];
  const now = clock.now();
  const found = Number(until) > now.getTime() ? await findReady(db, id, me.userId, now) : undefined;
  const content = found && (await files.open(exportKey(id)));
  if (!content) return reply.code(404).send();
  return reply
    .header('content-disposition', create(`folkmoot-${found.username}-${found.askedAt.toISOString().slice(0, 10)}.zip`))
    .header('content-length', content.size)
    .type('application/zip')
    .send(content.stream);
}
