import type { AuthorView, MessageView, QuoteView } from '@folkmoot/contract/conversations/schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { hasShape, recall, remember } from '../../core/storage.ts';
import { createSignal } from '../../core/store.ts';
import { AttachmentDrafts } from '../../media/attachments/attachment-list.ts';
import { areAttachments, isQuote } from './kept-shapes.ts';
import { onOwnerChange, ownKey } from './owner.ts';

/** The draft of a conversation: text, the message it replies to, uploaded files. */
export type Draft = {
  text: string;
  replyTo: QuoteView | null;
  /** The author of the message it replies to, for the quote after a reload. */
  replyAuthor: AuthorView | null;
  attachments: AttachmentView[];
};

const EMPTY: Draft = { text: '', replyTo: null, replyAuthor: null, attachments: [] };

const drafts = new Map<string, Draft>();
const trays = new Map<string, AttachmentDrafts>();
const changed = createSignal();

// Drafts belong to one person: the next person to sign in sees none of them, and their files stop uploading.
onOwnerChange(() => {
  drafts.clear();
  for (const tray of trays.values()) for (const { key, attachment } of tray.items()) if (!attachment) tray.remove(key);
  trays.clear();
});

/** The draft of a conversation or thread; the same object until something changes. */
export function draftOf(conversationId: string): Draft {
  const key = keyOf(conversationId);
  const known = drafts.get(key);
  if (known) return known;
  const kept = parsed(recall(key));
  drafts.set(key, kept);
  return kept;
}

/** Changes a draft, and keeps it through a reload. */
export function writeDraft(conversationId: string, change: Partial<Draft>): void {
  const key = keyOf(conversationId);
  const next = { ...draftOf(conversationId), ...change };
  drafts.set(key, next);
  remember(key, isEmpty(next) ? undefined : JSON.stringify(next));
  changed.emit();
}

/** Makes the draft a reply to a message. */
export function replyTo(conversationId: string, message: MessageView, author: AuthorView | undefined): void {
  writeDraft(conversationId, { replyTo: quoteOf(message), replyAuthor: author ?? null });
}

/** The files of a conversation's draft. They outlive the screen, and those that are complete a reload. */
export function trayOf(conversationId: string): AttachmentDrafts {
  const key = keyOf(conversationId);
  const known = trays.get(key);
  if (known) return known;
  const tray = new AttachmentDrafts(draftOf(conversationId).attachments);
  trays.set(key, tray);
  tray.subscribe((items) => {
    const attachments = items.flatMap(({ attachment }) => attachment ?? []);
    const before = draftOf(conversationId).attachments;
    const same = attachments.length === before.length && attachments.every((one, at) => one === before[at]);
    if (key === keyOf(conversationId) && !same) writeDraft(conversationId, { attachments });
  });
  return tray;
}

/** What a reply shows of the message it answers. */
function quoteOf({ id, seq, authorId, text, attachments }: MessageView): QuoteView {
  return { id, seq, authorId, text, attachments: attachments.length };
}

/** Calls `listener` whenever a draft changes. @returns a function that stops it. */
export const onDrafts = changed.subscribe;

function isEmpty({ text, replyTo: answered, attachments }: Draft): boolean {
  return text === '' && answered === null && attachments.length === 0;
}

/** Earlier versions kept the text alone. */
function parsed(kept: string | undefined): Draft {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    if (typeof value === 'string') return { ...EMPTY, text: value };
    return isDraft(value) ? value : EMPTY;
  } catch {
    return EMPTY;
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    hasShape<Draft>(value, { text: 'string', replyAuthor: 'object' }, ['replyAuthor']) &&
    (value.replyTo === null || isQuote(value.replyTo)) &&
    areAttachments(value.attachments)
  );
}

function keyOf(conversationId: string): string {
  return ownKey('draft', conversationId);
}
