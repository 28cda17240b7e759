import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { newId } from '../id.ts';
import { createSigner } from '../security/signer.ts';
import { cookieFor, cookieName } from './cookies.ts';

const COOKIE = { name: 'folkmoot.browser', seconds: 30 * 86_400 } as const;

/**
 * The browser that calls, by a random name in a signed cookie; undefined for one that has none yet, which gets one with the answer.
 * Limits count by it, so that one person's mistakes cost nobody else behind the same address.
 *
 * @param path where the cookie is sent to, and nowhere else.
 */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  config: Pick<Config, 'appUrl' | 'authSecret'>,
): string | undefined {
  const signer = createSigner(config.authSecret, 'browser');
  const name = cookieName(COOKIE.name, config);
  const known = signer.read(request.cookies[name] ?? '');
  if (known !== undefined && looksLikeId(known)) return known;
  reply.setCookie(name, signer.sign(newId()), cookieFor({ path, seconds: COOKIE.seconds }, config));
  return undefined;
}
