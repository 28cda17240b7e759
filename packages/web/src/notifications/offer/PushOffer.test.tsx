import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { addDevice, listDevices } from '@folkmoot/contract/notifications/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { conversationFacts, messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { outbox } from '../../conversations/outbox/outbox.ts';
import { MessageOffer } from './MessageOffer.tsx';
import { mayOffer } from './may-offer.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const ask = vi.fn(async () => 'granted' as NotificationPermission);

beforeEach(() => {
  localStorage.clear();
  ask.mockClear();
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  vi.spyOn(Notification, 'requestPermission').mockImplementation(ask);
});
afterEach(() => vi.restoreAllMocks());

const offer = page.getByRole('region', { name: 'Notifications' });
const drawIn = (facts: ConversationFacts, messages: readonly MessageView[] = []) =>
  draw(
    <>
      <p>A conversation</p>
      <MessageOffer facts={facts} messages={messages} />
    </>,
    { as: BEA },
  );
const direct = () => conversationFacts({ type: 'one-to-one', serverId: null, openTo: 'members' });

/** Sends a message as the composer does, and waits until the server has it. */
async function send(facts: ConversationFacts): Promise<void> {
  answer(sendMessage, ({ text = '' }) => messageView({ authorId: BEA, text }));
  outbox.send(facts.id, { text: 'Are you coming?' });
  await expect.poll(() => calls.filter(({ method }) => method === 'POST').length).toBe(1);
  await expect.poll(() => outbox.of(facts.id)).toEqual([]);
}

test('push offer: it comes after the first direct message that is sent, once, and nobody is asked for a permission', async () => {
  const facts = direct();
  await drawIn(facts);
  await expect.element(page.getByText('A conversation')).toBeVisible();
  expect(offer.elements()).toEqual([]);
  await send(facts);
  await expect.element(offer.getByText('Hear of the answer even while this page is closed?')).toBeVisible();
  await expectAccessible();
  expect(ask).not.toHaveBeenCalled();
  expect(mayOffer()).toBe(false);
});

test('push offer: after a message to a channel there is none', async () => {
  const facts = conversationFacts();
  await drawIn(facts);
  await send(facts);
  expect(offer.elements()).toEqual([]);
  expect(mayOffer()).toBe(true);
});

test.each([
  ['mentions the reader', messageView({ mentions: [BEA] }), true],
  [
    'answers the reader',
    messageView({ replyTo: { id: crypto.randomUUID(), seq: 1, authorId: BEA, text: 'Hi', attachments: 0 } }),
    true,
  ],
  ['mentions somebody else', messageView({ mentions: [crypto.randomUUID()] }), false],
  ['is the reader’s own', messageView({ authorId: BEA, mentions: [BEA] }), false],
])('push offer: a message that %s', async (_, message, expected) => {
  await drawIn(conversationFacts(), [message]);
  await expect.element(page.getByText('A conversation')).toBeVisible();
  expect(offer.elements().length).toBe(expected ? 1 : 0);
});

test('push offer: a person who refuses is never asked again, in the inbox neither', async () => {
  await drawIn(conversationFacts(), [messageView({ mentions: [BEA] })]);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expect.poll(() => offer.elements()).toEqual([]);
  expect(localStorage.getItem('folkmoot.push-declined')).toBe('yes');
  expect(ask).not.toHaveBeenCalled();
});

test('push offer: the browser asks for its permission when it is pressed, and what it says is told', async () => {
  ask.mockResolvedValueOnce('denied');
  await drawIn(conversationFacts(), [messageView({ mentions: [BEA] })]);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(page.getByText(/does not allow notifications from this site/)).toBeVisible();
  expect(ask).toHaveBeenCalledOnce();
  await expect.poll(() => offer.elements()).toEqual([]);
});

test('push offer: notifications are on only once the server knows the browser', async () => {
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'k', auth: 'a' } }),
  };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as never);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({ pushManager } as never);
  answer(listDevices, { publicKey: 'key', data: [] });
  const known = Promise.withResolvers<{ message: string }>();
  answer(addDevice, () => known.promise);
  await drawIn(conversationFacts(), [messageView({ mentions: [BEA] })]);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(() => calls.some(({ method }) => method === 'PUT')).toBe(true);
  expect(page.getByText('Notifications are on in this browser.').elements()).toEqual([]);
  known.resolve({ message: 'Added.' });
  await expect.element(page.getByText('Notifications are on in this browser.')).toBeVisible();
});

test.each([
  ['was offered before', () => localStorage.setItem('folkmoot.push-offered', 'yes')],
  ['was refused before', () => localStorage.setItem('folkmoot.push-declined', 'yes')],
  ['is on already', () => vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted')],
  ['is blocked in the browser', () => vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied')],
])('push offer: nothing is offered that %s', async (_, given) => {
  given();
  await drawIn(conversationFacts(), [messageView({ mentions: [BEA] })]);
  await expect.element(page.getByText('A conversation')).toBeVisible();
  expect(offer.elements()).toEqual([]);
});
