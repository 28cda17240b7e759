import type { QuoteView } from '@folkmoot/contract/conversations/schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { hasShape } from '../../core/storage.ts';
import { areAttachments, isQuote } from './kept-shapes.ts';
import { ownKey } from './owner.ts';

/** An outbox entry. `failed` carries the sentence that says why it stays. */
export type Pending = {
  clientId: string;
  text: string;
  at: string;
  failed: string | null;
  /** The message it replies to, to be shown while it waits. */
  replyTo: QuoteView | null;
  attachments: AttachmentView[];
  /** Names of files that it waits for. They are with the page that uploads them. */
  waitsFor: string[];
  alsoToChannel: boolean;
};

const NONE: readonly Pending[] = [];

type Known = { raw: string | null; queue: readonly Pending[] };
const known = new Map<string, Known>();

/** The storage key of a conversation's outbox: all tabs of the browser share it. */
export function queueKey(conversationId: string): string {
  return `folkmoot.${ownKey('outbox', conversationId)}`;
}

/** What waits under a key; the same array until something changes, here or in another tab. */
export function readQueue(key: string): readonly Pending[] {
  const raw = item(key);
  const before = known.get(key);
  if (before && before.raw === raw) return before.queue;
  const queue = parsed(raw);
  known.set(key, { raw, queue });
  return queue;
}

/** Stores what waits under a key. */
export function writeQueue(key: string, queue: readonly Pending[]): void {
  try {
    if (queue.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(queue));
  } catch {
    // A full or forbidden storage loses only what a reload would have kept.
  }
  known.set(key, { raw: item(key), queue });
}

/** Conversations with unsent messages of yours. */
export function waitingConversations(): string[] {
  const start = queueKey('');
  return [...new Set([...storedKeys(), ...known.keys()])]
    .filter((key) => key.startsWith(start) && readQueue(key).length > 0)
    .map((key) => key.slice(start.length));
}

/** Clears this page's memory; storage is kept. */
export function forgetQueues(): void {
  known.clear();
}

function storedKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

function item(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(raw: string | null): readonly Pending[] {
  if (raw === null) return NONE;
  try {
    const kept: unknown = JSON.parse(raw);
    return Array.isArray(kept) && kept.every(isPending) ? kept.map(complete) : NONE;
  } catch {
    return NONE;
  }
}

const KINDS = { clientId: 'string', text: 'string', at: 'string', failed: 'string', alsoToChannel: 'boolean' } as const;

function isPending(value: unknown): value is Pending {
  return (
    hasShape<Pending>(value, KINDS, ['failed']) &&
    (value.replyTo === null || isQuote(value.replyTo)) &&
    areAttachments(value.attachments) &&
    (value.waitsFor === undefined || Array.isArray(value.waitsFor))
  );
}

/** Earlier versions did not name the files it waits for. */
function complete(pending: Pending): Pending {
  return { ...pending, waitsFor: pending.waitsFor ?? [] };
}
