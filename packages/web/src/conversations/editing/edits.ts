import { recall, remember } from '../../core/storage.ts';
import { createSignal } from '../../core/store.ts';
import { onOwnerChange, ownKey } from '../outbox/owner.ts';

/*
 * Your messages whose text you are changing, each in the list where you began: what was typed outlives the screen and a
 * reload, until it is saved or cancelled.
 */

const edits = new Map<string, string | undefined>();
const changed = createSignal();
/** What had the focus when the last one began. */
let before: Element | null = null;

onOwnerChange(() => {
  edits.clear();
  changed.emit();
});

const keyOf = (place: string, messageId: string) => ownKey('draft', `edit.${place}.${messageId}`);

/** The text so far; undefined where the message is not being edited. */
export function editOf(place: string, messageId: string): string | undefined {
  const key = keyOf(place, messageId);
  if (!edits.has(key)) edits.set(key, recall(key));
  return edits.get(key);
}

/** Begins to edit a message, or keeps what was typed; undefined ends it. */
export function writeEdit(place: string, messageId: string, text: string | undefined): void {
  const key = keyOf(place, messageId);
  if (editOf(place, messageId) === undefined) before = document.activeElement;
  edits.set(key, text);
  remember(key, text);
  changed.emit();
}

/** What had the focus when the last edit began, if it is still there. */
export function focusedBefore(): HTMLElement | undefined {
  return before instanceof HTMLElement && before.isConnected ? before : undefined;
}

export const onEdits = changed.subscribe;
