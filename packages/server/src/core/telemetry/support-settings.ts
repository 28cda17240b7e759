import { z } from 'zod';
import { areSet, ConfigError, isLoopback } from '../config-checks.ts';

/** The settings of help for members. */
export const SUPPORT_SHAPE = {
  SUPPORT_EMAIL: z.email().optional(),
  CHATWOOT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHATWOOT_WEBSITE_TOKEN: z.string().min(1).optional(),
  CHATWOOT_HMAC_TOKEN: z.string().min(1).optional(),
  CRISP_WEBSITE_ID: z.uuid().optional(),
};

/** A page with a chat: Chatwoot's in a frame, Crisp's in a tab of its own. */
export type SupportChat =
  | { kind: 'chatwoot'; url: string; hmacToken: string | undefined }
  | { kind: 'crisp'; url: string };

export type SupportSettings = { chat: SupportChat | undefined; email: string | undefined };

const CRISP = 'https://go.crisp.chat/chat/embed/';

/**
 * Where members get help; undefined where the operator has set nothing.
 *
 * @throws ConfigError for half of a chat, two chats, or one that other people's browsers could not reach.
 */
export function supportOf(
  set: z.infer<z.ZodObject<typeof SUPPORT_SHAPE>>,
  isPublic: boolean,
): { support: SupportSettings | undefined } {
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach setting is described in .env.example.`);
  const { SUPPORT_EMAIL: email, CHATWOOT_URL, CHATWOOT_WEBSITE_TOKEN, CHATWOOT_HMAC_TOKEN, CRISP_WEBSITE_ID } = set;
  const chatwoot = areSet('Chatwoot', { CHATWOOT_URL, CHATWOOT_WEBSITE_TOKEN });
  if (!chatwoot && CHATWOOT_HMAC_TOKEN !== undefined)
    throw wrong('CHATWOOT_HMAC_TOKEN needs CHATWOOT_URL and CHATWOOT_WEBSITE_TOKEN.');
  if (chatwoot && CRISP_WEBSITE_ID !== undefined) throw wrong('Support chats in Chatwoot or in Crisp, not in both.');
  if (isPublic && CHATWOOT_URL !== undefined && isLoopback(new URL(CHATWOOT_URL).hostname))
    throw wrong('CHATWOOT_URL must be an address that other people’s browsers can reach.');
  const chat: SupportChat | undefined = chatwoot
    ? {
        kind: 'chatwoot',
        url: withQuery(`${(CHATWOOT_URL ?? '').replace(/\/$/, '')}/widget`, {
          website_token: CHATWOOT_WEBSITE_TOKEN ?? '',
        }),
        hmacToken: CHATWOOT_HMAC_TOKEN,
      }
    : CRISP_WEBSITE_ID === undefined
      ? undefined
      : { kind: 'crisp', url: withQuery(CRISP, { website_id: CRISP_WEBSITE_ID }) };
  return { support: chat || email ? { chat, email } : undefined };
}

/** An address with parameters behind it. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const whole = new URL(url);
  for (const [name, value] of Object.entries(parameters)) whole.searchParams.set(name, value);
  return whole.href;
}
