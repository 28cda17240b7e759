import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import { MESSAGE_LENGTH } from '@folkmoot/contract/conversations/text-rules.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { readable } from '../conversations/actions.ts';
import { sendLocked } from '../conversations/send-actions.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { AppContext } from '../core/slice.ts';
import { managed } from '../events/actions.ts';
import { beginShare, type ExportRow, endShare, listAnswered } from './afterwards-store.ts';
import { listAnswers } from './comments/comments-store.ts';

/** Questions that one message can hold. */
const SHARED = 50;

/** What stays of a Q&A: its questions with their answers, in a conversation. */
export function afterwardsHandlers({ appUrl }: Pick<AppContext, 'appUrl'>): Binding[] {
  return [
    handle(
      hostingApi.shareQna,
      async (call) => {
        const { tx, me, params, body, now } = call;
        const event = await managed(tx, params.eventId, me.userId);
        const { conversationId } = body;
        const facts = await readable(tx, conversationId, me.userId);
        if (facts.type !== 'channel' && facts.type !== 'event-group') refuse(refusals.mayNotShare);
        assertAllowed(canSend(facts, call.now));
        const questions = await listAnswered(tx, event.id, SHARED);
        if (questions.length === 0) refuse(refusals.nothingToShare);
        const text = await textOf(tx, { ...event, address: `${appUrl()}/${event.alias}/questions` }, questions);
        if (!(await beginShare(tx, event.id, conversationId, now))) refuse(refusals.alreadyShared);
        const message = { clientId: newId(), text, attachments: [], replyTo: null, alsoToChannel: false };
        const sent = await sendLocked(call, { conversationId, userId: me.userId, body: message }).catch(
          async (error) => {
            await endShare(tx, event.id, conversationId, undefined);
            throw error;
          },
        );
        await endShare(tx, event.id, conversationId, sent.id);
        return { message: TOASTS.shared, data: { conversationId, messageId: sent.id } };
      },
      { transaction: false },
    ),
  ];
}

/** As many questions as a message can hold, most votes first, and where the others are. */
async function textOf(
  tx: Db,
  event: { id: string; name: string; address: string },
  questions: readonly ExportRow[],
): Promise<string> {
  const ids = questions.map(({ id }) => id);
  const answers = await listAnswers(tx, event.id, ids);
  const head = `Questions and answers from ${quiet(event.name)}`;
  const foot = `All questions: ${event.address}`;
  let text = head;
  for (const { id, content, votes } of questions) {
    const written = answers.filter(({ questionId, byHost }) => questionId === id && byHost);
    const lines = written.map((answer) => `${quiet(answer.name)}: ${quiet(answer.content)}`);
    const piece = `\n\n**${quiet(content)}** (${votes === 1 ? '1 vote' : `${votes} votes`})\n${
      lines.length > 0 ? lines.join('\n') : 'Answered live.'
    }`;
    if (lengthOf(text) + lengthOf(piece) + lengthOf(foot) + 2 > MESSAGE_LENGTH) break;
    text += piece;
  }
  return `${text}\n\n${foot}`;
}

/** Words of other people mention nobody, and format nothing. */
function quiet(words: string): string {
  return words
    .replace(/@/g, '@\u200b')
    .replace(/[*_`~]/g, ' ')
    .trim();
}
