import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import { sentenceOf, type Told } from '@folkmoot/contract/notifications/rules.ts';
import type { PushMessage } from '@folkmoot/contract/notifications/schema.ts';
import type { MessageFacts } from './notices-store.ts';

/** The most that a push or an email shows of a message, in characters. */
const SHOWN = 180;

/** Where a message was sent: `#general in Glaze Lab`, the name of a group, or nothing for a direct message. */
export function placeOf({ channelName, communityName, groupName }: MessageFacts): string {
  if (channelName !== null) return communityName === null ? `#${channelName}` : `#${channelName}, ${communityName}`;
  return groupName;
}

/** What it says in one line. */
export function lineOf({ text, files }: Pick<MessageFacts, 'text' | 'files'>): string {
  const letters = [...quoteWords({ text, attachments: files })];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
}

/** The address of a message, from the root of the installation. */
export function pathOf({ channelId, conversationId, parentId, seq }: MessageFacts): string {
  const thread = parentId === null ? '' : `&thread=${conversationId}`;
  const page = channelId === null ? `/chat/${parentId ?? conversationId}` : `/channel/${channelId}`;
  return `${page}?message=${seq}${thread}`;
}

const ABOUT: Record<string, string> = { mention: 'mentioned you', thread_reply: 'replied in a thread' };

/** The push about a message. Without previews it tells of no person, place or word. */
export function messagePush(facts: MessageFacts, count: number, previews: boolean): PushMessage {
  const tag = `message:${facts.conversationId}`;
  const path = pathOf(facts);
  if (!previews) {
    const title = facts.kind === 'mention' ? 'New mention' : 'New message';
    return { title, body: count === 1 ? '' : `${count} messages`, path, tag };
  }
  const place = placeOf(facts);
  const who = facts.kind in ABOUT ? `${facts.author} ${ABOUT[facts.kind]}` : facts.author;
  const more = count > 1 ? ` (${count} new)` : '';
  return { title: `${who}${place === '' ? '' : ` · ${place}`}${more}`, body: lineOf(facts), path, tag };
}

/** The push about an event or a community. Without previews it names neither them nor a person. */
export function newsPush(told: Told, subjectId: string, previews: boolean): PushMessage {
  const { title, body, path } = sentenceOf(told);
  const tag = `${told.kind}:${subjectId}`;
  if (previews) return { title, body, path, tag };
  return { title: told.event === null ? 'News from a community' : 'News about an event', body: '', path, tag };
}
