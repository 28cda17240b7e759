import { listChanges, listMessages, messageEdited, messageSent } from '@folkmoot/contract/conversations/api.ts';
import type { MessagePage, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { conversationFacts, messageView } from '../../../test/conversations.ts';
import { draw } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { useTimeline } from './useTimeline.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const facts = conversationFacts({ version: 2, readSeq: 2 });
const message = (seq: number, text: string, version = seq) =>
  messageView({ id: `0190a3b4-0000-7000-8000-00000000010${seq}`, conversationId: facts.id, seq, version, text });
const pageOf = (data: MessageView[], version: number, hasBefore = false): MessagePage => ({
  data,
  people: [],
  hasBefore,
  hasAfter: false,
  version,
  readSeq: 0,
});

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

function Shown() {
  const { timeline, readBefore } = useTimeline(facts, undefined);
  return (
    <>
      <button type="button" onClick={readBefore}>
        Earlier
      </button>
      <ul>
        {timeline?.messages.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </>
  );
}

async function drawShown(): Promise<TestSocket> {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  await draw(<Shown />, { as: BEA });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  return socket as TestSocket;
}

const asked = (path: string) => calls.filter((call) => call.path.endsWith(path)).length;

test('timeline: a message that overtakes the first page on its way is fetched', async () => {
  const arrive = Promise.withResolvers<MessagePage>();
  const second = message(2, 'And the van?');
  answer(listMessages, () => arrive.promise);
  answer(listChanges, ({ since }) => ({
    data: Number(since) === 1 ? [second] : [],
    people: [],
    version: 2,
    hasMore: false,
  }));
  const socket = await drawShown();
  await expect.poll(() => asked('/messages')).toBeGreaterThan(0);
  socket.hear({ type: 'event', name: messageSent.name, data: { message: second, author: null } });
  // Read before the second was sent.
  arrive.resolve(pageOf([message(1, 'Who has the shed key?')], 1));
  await expect.element(page.getByText('And the van?')).toBeVisible();
});

/** The second message is on the screen, and the page before it is on its way. */
async function askForEarlier() {
  const arrive = Promise.withResolvers<MessagePage>();
  answer(listMessages, ({ before }) =>
    before === undefined ? pageOf([message(2, 'And the van?')], 2, true) : arrive.promise,
  );
  const socket = await drawShown();
  await expect.element(page.getByText('And the van?')).toBeVisible();
  const before = asked('/messages');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(() => asked('/messages')).toBeGreaterThan(before);
  return { socket, arrive };
}

test('timeline: an edit that overtakes an earlier page on its way is fetched', async () => {
  const edited = message(1, 'Who has the barn key?', 3);
  answer(listChanges, () => ({ data: [edited], people: [], version: 3, hasMore: false }));
  const { socket, arrive } = await askForEarlier();
  socket.hear({ type: 'event', name: messageEdited.name, data: { message: edited, author: null } });
  arrive.resolve(pageOf([message(1, 'Who has the shed key?')], 2));
  await expect.element(page.getByText('Who has the barn key?')).toBeVisible();
});

test('timeline: an earlier page that is overtaken hides no change that was missed before', async () => {
  const missed = message(2, 'And the lorry?', 3);
  const told = message(3, 'Tea at four.', 4);
  const newest = message(1, 'Who has the barn key?', 5);
  let version = 2;
  answer(listChanges, ({ since }) => {
    const data = [missed, told, newest].filter((one) => one.version > Number(since) && one.version <= version);
    return { data, people: [], version, hasMore: false };
  });
  const { socket, arrive } = await askForEarlier();
  version = 5;
  // Version 3 was lost on its way.
  socket.hear({ type: 'event', name: messageSent.name, data: { message: told, author: null } });
  socket.hear({ type: 'event', name: messageEdited.name, data: { message: newest, author: null } });
  arrive.resolve(pageOf([message(1, 'Who has the shed key?')], 4));
  await expect.element(page.getByText('Who has the barn key?')).toBeVisible();
  await expect.element(page.getByText('And the lorry?')).toBeVisible();
});
