import { createHmac, timingSafeEqual } from 'node:crypto';

/** The keys of closed conversations: derived, never stored, and replaced each time somebody leaves. */
export type ConversationKeys = {
  of(conversationId: string, version: number): string;
  fits(key: string | undefined, conversationId: string, version: number): boolean;
};

/** @param secret the installation's own secret. */
export function createConversationKeys(secret: string): ConversationKeys {
  const of = (conversationId: string, version: number) =>
    createHmac('sha256', secret).update(`conversation-key:${conversationId}:${version}`).digest('base64url');
  return {
    of,
    fits(key, conversationId, version) {
      const right = Buffer.from(of(conversationId, version));
      const given = Buffer.from(key ?? '');
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
