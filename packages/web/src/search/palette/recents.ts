import { recall, remember } from '../../core/storage.ts';

/* The channels and conversations that you opened last, on this device. */

export type Recent = { kind: 'channel' | 'chat'; id: string };

const KEY = 'recents';
const KEPT = 8;

/** The last one first. */
export function recents(): Recent[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Records that a channel or a conversation is open. */
export function noteRecent(opened: Recent): void {
  const others = recents().filter(({ kind, id }) => kind !== opened.kind || id !== opened.id);
  remember(KEY, JSON.stringify([opened, ...others].slice(0, KEPT)));
}

function isRecent(value: unknown): value is Recent {
  const { kind, id } = (value ?? {}) as Partial<Recent>;
  return (kind === 'channel' || kind === 'chat') && typeof id === 'string';
}
