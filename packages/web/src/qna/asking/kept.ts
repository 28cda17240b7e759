import { LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { hasShape, recall, remember } from '../../core/storage.ts';

/* What this browser keeps of a Q&A: the keys of questions that were asked anonymously, what is being typed, and a guest's pass. */

const keysOf = (eventId: string) => `qna.${eventId}`;
const draftOf = (eventId: string) => `draft.qna.${eventId}`;
const passOf = (eventId: string) => `pass.qna.${eventId}`;

/** A random key for one question: 24 bytes in base64url. It is all that says whose an anonymous question is. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The keys of the anonymous questions that were asked here, the latest first. */
export function keptKeys(eventId: string): string[] {
  const kept = (recall(keysOf(eventId)) ?? '').split(' ').filter((key) => key !== '');
  return kept.slice(0, LIMITS.keys);
}

/** Keeps a key. Beyond what can be asked about at once, the oldest one is forgotten. */
export function keepKey(eventId: string, key: string): void {
  const rest = keptKeys(eventId).filter((one) => one !== key);
  remember(keysOf(eventId), [key, ...rest].slice(0, LIMITS.keys).join(' '));
}

/** Forgets a key, when its question is gone or was never accepted. */
export function forgetKey(eventId: string, key: string): void {
  const rest = keptKeys(eventId).filter((one) => one !== key);
  remember(keysOf(eventId), rest.length === 0 ? undefined : rest.join(' '));
}

/** A question that is being typed. With its key, sending it again after a failure asks it once. */
export type QuestionDraft = { content: string; isAnonymous: boolean; key: string };

/** What was typed and not sent yet, or an empty draft with a key of its own. */
export function keptDraft(eventId: string): QuestionDraft {
  try {
    const kept: unknown = JSON.parse(recall(draftOf(eventId)) ?? 'null');
    if (hasShape<QuestionDraft>(kept, { content: 'string', isAnonymous: 'boolean', key: 'string' })) return kept;
  } catch {
    // Something else was stored there.
  }
  return { content: '', isAnonymous: false, key: newKey() };
}

/** Keeps what is typed, and that it is without a name; nothing once it is empty and has one. */
export function keepDraft(eventId: string, draft: QuestionDraft): void {
  remember(draftOf(eventId), draft.content === '' && !draft.isAnonymous ? undefined : JSON.stringify(draft));
}

/** The pass of somebody who came by the code, in this browser: scanning it again gives no second vote. */
export function keptGuestPass(eventId: string): string | undefined {
  return recall(passOf(eventId));
}

/** Keeps a guest's pass; undefined forgets it. */
export function keepGuestPass(eventId: string, token: string | undefined): void {
  remember(passOf(eventId), token);
}
