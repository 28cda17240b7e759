// Ranges, ETags and conditional requests; what @fastify/static serves with.
import send from '@fastify/send';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { nameAs } from '@folkmoot/contract/media/rules.ts';
import { type FileType, refusals, Variant } from '@folkmoot/contract/media/schema.ts';
// Quotes and encodes names as RFC 6266 and RFC 8187 want it, which is easily done wrong.
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { incomingKey, partKey } from '../core/files/file-keys.ts';
import type { Disk, Files } from '../core/files/files.ts';
import { addressKey } from '../core/http/address.ts';
import { cookieName } from '../core/http/cookies.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { bearer } from '../core/http/http.ts';
import { FILES_COOKIE, type Sessions } from '../core/security/session.ts';
import type { Signer } from '../core/security/signer.ts';
import { isOpen, type MediaHooks, readableFile } from './actions.ts';
import { type FileRow, markStored, takeAddress } from './store.ts';

type Parts = {
  db: Db;
  clock: Clock;
  files: Files;
  sessions: Sessions;
  hooks: MediaHooks;
  /** Signs upload addresses. */
  signer: Signer;
  /** Signs the cookie for files. */
  filesSigner: Signer;
  config: Pick<Config, 'rateLimits' | 'appUrl'>;
};

/** Without a byte for this long, an upload is over. */
const SILENT_MS = 60_000;
const DOWNLOAD_SECONDS = 300;
/** The same, of pictures that may be closed at any moment. */
const REVOCABLE_SECONDS = 30;
const DAY = 86_400;

/** `PUT /uploads/:token` takes the bytes, `GET /files/:id/:variant` gives them. */
export function mountFiles(http: FastifyInstance, parts: Parts): void {
  const { files } = parts;
  const limit = (max: number, what: string) =>
    parts.config.rateLimits
      ? {
          config: {
            rateLimit: {
              max,
              timeWindow: 60_000,
              keyGenerator: (request: FastifyRequest) => `${what}:${addressKey(request.ip)}`,
            },
          },
        }
      : {};
  if (files.kind === 'disk')
    http.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // Nothing reads the body but the handler, piece by piece.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.put<{ Params: { token: string } }>('/uploads/:token', limit(300, 'uploads'), (request, reply) =>
        receive(parts, files, request, reply),
      );
    });
  http.route<{ Params: { id: string; variant: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:id/:variant',
    ...limit(3000, 'files'),
    handler: async (request, reply) => {
      const id = looksLikeId(request.params.id) ? request.params.id.toLowerCase() : refuse(core.notFound);
      const variant = assertFound(Variant.safeParse(request.params.variant).data, core.notFound);
      const file = await readableFile(parts.db, parts.hooks, id, await whoAsks(parts, request));
      return serve(files, file, variant, request, reply);
    },
  });
}

async function receive(
  { db, clock, signer }: Parts,
  files: Disk,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A refused body is not read to its end.
  reply.header('connection', 'close');
  const [id, expires] = assertFound(signer.read(request.params.token), core.notFound).split('.');
  if (id === undefined || Number(expires) <= clock.now().getTime()) return refuse(refusals.addressExpired);
  const file = assertFound(await takeAddress(db, id, clock.now()), refusals.addressUsed);
  const { raw } = request;
  raw.setTimeout(SILENT_MS, () => raw.destroy());
  const how = await files.receive(incomingKey(id), raw, file.size);
  if (how !== 'whole') return refuse(how === 'more' ? refusals.moreThanSaid : refusals.lessThanSaid);
  await markStored(db, id);
  return reply.code(204).send();
}

/** By token if one is sent, else by the cookie. Public files need neither. */
async function whoAsks({ sessions, filesSigner, config }: Parts, request: FastifyRequest): Promise<string | undefined> {
  const token = bearer(request);
  if (token !== undefined) return (await sessions.identify(token))?.userId;
  const sessionId = filesSigner.read(request.cookies[cookieName(FILES_COOKIE.name, config)] ?? '');
  return sessionId === undefined ? undefined : (await sessions.ofSession(sessionId))?.userId;
}

async function serve(
  files: Files,
  file: FileRow,
  asked: Variant,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = nameOf(file, asked);
  const variant = assertFound(file.state === 'ready' ? file.variants[name] : undefined, core.notFound);
  const key = partKey(file.key, variant.part ?? name);
  // What a picture of a page was called on its maker's computer is nobody's business.
  const fileName = file.type === 'section' ? 'picture' : file.fileName;
  const disposition = dispositionOf(file.fileType, nameAs(fileName, variant.mimeType));
  reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    // Programs for email show the one that other programs unfold, and some of them are web pages.
    .header('cross-origin-resource-policy', asked === 'og' && isOpen(file) ? 'cross-origin' : 'same-origin')
    .header('x-content-type-options', 'nosniff');
  const reach = isOpen(file) ? 'public' : 'private';
  // A page can become private at any moment: then nobody may have a picture of it who asks again.
  const isRevocable = file.type === 'section';
  if (files.kind === 'bucket') {
    const seconds = isRevocable ? REVOCABLE_SECONDS : DOWNLOAD_SECONDS;
    const url = await files.downloadAddress(key, seconds, { mimeType: variant.mimeType, disposition });
    const kept = isRevocable ? 'private, no-store' : `${reach}, max-age=${DOWNLOAD_SECONDS - 60}`;
    return reply.header('cache-control', kept).redirect(url, 302);
  }
  const sent = await send(request.raw, key, { root: files.folder, cacheControl: false, contentType: false });
  if (sent.type !== 'file' && sent.statusCode !== 416) return refuse(core.notFound);
  reply.code(sent.statusCode).headers(sent.headers);
  if (sent.type !== 'file') return reply.send();
  return reply
    .header(
      'cache-control',
      isRevocable ? 'private, no-cache' : `${reach}, max-age=${reach === 'public' ? 365 * DAY : 7 * DAY}, immutable`,
    )
    .header('content-disposition', disposition)
    .type(variant.mimeType)
    .send(sent.stream);
}

/** An animated picture has no large variant, and only covers have cuts: the next larger one serves. */
function nameOf(file: FileRow, asked: Variant): Variant {
  const stands = file.variants[asked] !== undefined || file.fileType !== 'image' || asked === 'thumb';
  if (stands) return asked;
  return file.variants.large ? 'large' : 'original';
}

/** Only what a browser displays without running it is displayed; everything else is downloaded. */
export function dispositionOf(fileType: FileType, fileName: string): string {
  return create(fileName, { type: fileType === 'file' ? 'attachment' : 'inline' });
}
