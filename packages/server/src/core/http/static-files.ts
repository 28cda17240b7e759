import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/* Responses that are the same for everybody as long as the process runs: made once, compressed once, then only sent. */

const shrink = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) as Promise<Buffer>,
  gzip: (body: Buffer) => promisify(gzip)(body) as Promise<Buffer>,
};

type Whole = { identity: Buffer; br: Buffer; gzip: Buffer; tag: string };

/**
 * A handler for a body that never changes. It is made on the first request, off the event loop if that is slow, with
 * a single flight for everyone who asks in the meantime.
 *
 * @param make the body, as text or bytes.
 * @param type its media type.
 */
export function cachedAnswer(make: () => Promise<string | Buffer>, type: string) {
  let whole: Promise<Whole> | undefined;
  const prepare = async (): Promise<Whole> => {
    const identity = Buffer.from(await make());
    const [br, gz] = await Promise.all([shrink.br(identity), shrink.gzip(identity)]);
    const tag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    return { identity, br, gzip: gz, tag };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    whole ??= prepare();
    const body = await whole.catch((error) => {
      whole = undefined;
      throw error;
    });
    reply
      .header('etag', body.tag)
      .header('vary', 'accept-encoding')
      .header('cache-control', 'public, max-age=3600')
      .type(type);
    if (request.headers['if-none-match'] === body.tag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    // Even uncompressed, this header keeps the compression of other answers away from it.
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(body[encoding]);
  };
}
