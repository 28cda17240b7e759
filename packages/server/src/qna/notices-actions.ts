import type { QuestionState } from '@folkmoot/contract/qna/schema.ts';
import type { CommandContext } from '../core/command.ts';
import { notifyAndMail } from '../notifications/actions.ts';
import { listHostIds } from '../participations/store.ts';
import type { QuestionRow } from './questions-store.ts';
import { countPending } from './store.ts';

/**
 * Questions wait: hosts are notified of the first one, and not again until they have dealt with all of them. Nobody is named, and a
 * host who asked anonymously is notified like the others.
 */
export async function notifyHosts(command: CommandContext, eventId: string): Promise<void> {
  const { tx } = command;
  if ((await countPending(tx, eventId)) !== 1) return;
  await notifyAndMail(command, {
    kind: 'question_waiting',
    subjectId: eventId,
    userIds: await listHostIds(tx, eventId),
  });
}

/** A host has answered or refused a question: its asker is notified, if they asked under their name and have an account. */
export async function notifyAsker(
  command: CommandContext,
  eventId: string,
  { askerUserId, byHost }: QuestionRow,
  state: QuestionState,
): Promise<void> {
  if (askerUserId === null || byHost || (state !== 'answered' && state !== 'refused')) return;
  await notifyAndMail(command, { kind: 'question_response', subjectId: eventId, userIds: [askerUserId] });
}
