import { canEdit, canPin } from '@folkmoot/contract/conversations/rules.ts';
import type { MenuSubject } from '../messages/useMessageMenu.tsx';

type Subject = Pick<MenuSubject, 'facts' | 'message' | 'me' | 'acts'> & { onEdit: () => void; onPin: () => void };

/** What a single key does to the message that has the focus; undefined if you may not, or if the key does nothing. */
export function actionOfKey(
  key: string,
  { facts, message, me, acts, onEdit, onPin }: Subject,
): (() => void) | undefined {
  const { onReply, onThread } = acts;
  if (message.deletedAt !== null || message.hidden) return undefined;
  if (key === 'r') return onReply && (() => onReply(message));
  if (key === 't') return onThread && !message.copyOf ? () => onThread(message.id) : undefined;
  if (key === 'e') return canEdit(facts, message, me, new Date()).ok ? onEdit : undefined;
  if (key === 'p') return canPin(facts, message).ok ? onPin : undefined;
  return undefined;
}
