import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import * as notifications from '@folkmoot/contract/notifications/api.ts';
import type { KindChoice } from '@folkmoot/contract/notifications/schema.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Notifying, openNotifying } from '../../../test/notifications.ts';
import type { Signed, World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';

let at: Notifying;
let world: World;
let ana: Signed;
let serverId: string;

beforeAll(async () => {
  at = await openNotifying();
  world = at.world;
  ana = await world.person({ firstName: 'Ana', lastName: 'Cruz', username: 'ana' });
  serverId = (await makeCommunity(world.db, ana.id, { name: 'Glaze Lab' })).id;
});
afterAll(() => at.close());

let people = 0;
async function member(): Promise<Signed & { username: string }> {
  people += 1;
  const username = `member-${people}`;
  const person = await world.person({ username, firstName: 'Ben' });
  await addMembers(world.db, serverId, [person.id]);
  return { ...person, username };
}
const channelOf = (...inside: Signed[]) =>
  makeChannel(world.db, serverId, ana.id, {
    name: `kiln-${newId().slice(-8)}`,
    members: [ana, ...inside].map(({ id }) => id),
  });
const say = async (conversationId: string, text: string, as = ana, more: object = {}) => {
  const sent = await world.call(api.sendMessage, { conversationId, clientId: newId(), text, ...more }, as);
  expect(sent.status).toBe(200);
  return sent.data;
};
const pair = async (other: Signed, as = ana) =>
  (await world.call(personal.createPrivate, { users: [other.id] }, as)).data.data.id;
const choose = (as: Signed, ...kinds: KindChoice[]) => world.call(notifications.changePreferences, { kinds }, as);
const SOON = 10;

test('a mention is pushed with its author, its channel and its words, and opens at the message', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  const channel = await channelOf(ben);
  await say(channel.conversationId, 'no one in particular');
  const { seq } = await say(channel.conversationId, `@${ben.username} the **kiln** is open`);
  await at.after(SOON);
  expect(at.pushed(browser)).toEqual([
    {
      title: `Ana Cruz mentioned you · #${channel.name}, Glaze Lab`,
      body: `@${ben.username} the kiln is open`,
      path: `/channel/${channel.id}?message=${seq}`,
      tag: `message:${channel.conversationId}`,
    },
  ]);
});

test('direct messages that come together are one push, with how many there are', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  const conversation = await pair(ben);
  await say(conversation, 'one');
  await say(conversation, 'two');
  await at.after(SOON);
  expect(at.pushed(browser)).toMatchObject([
    { title: 'Ana Cruz (2 new)', body: 'two', path: `/chat/${conversation}?message=2` },
  ]);
});

test('a reply is pushed to everybody who follows the thread, but not to its author', async () => {
  const ben = await member();
  const [his, hers] = [await at.subscribe(ben), await at.subscribe(ana)];
  const channel = await channelOf(ben);
  const root = await say(channel.conversationId, 'Who has cones?', ben);
  await say(root.id, 'I have');
  await at.after(SOON);
  expect(at.pushed(his)).toMatchObject([
    { body: 'I have', path: `/channel/${channel.id}?message=1&thread=${root.id}` },
  ]);
  expect(at.pushed(hers)).toEqual([]);
});

test('a message that is read within seconds is not pushed', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  const conversation = await pair(ben);
  await say(conversation, 'quick');
  await world.call(api.markRead, { conversationId: conversation, seq: 1 }, ben);
  await at.after(SOON);
  expect(at.pushed(browser)).toEqual([]);
});

const STOPS: [what: string, does: (ben: Signed, conversationId: string, messageId: string) => Promise<unknown>][] = [
  [
    'the channel is muted',
    (ben, conversationId) => world.call(api.setLevel, { conversationId, level: 'nothing' }, ben),
  ],
  ['its author is blocked', (ben) => world.call(blocks.blockUser, { userId: ana.id }, ben)],
  [
    'it is deleted',
    (_, conversationId, messageId) => world.call(api.deleteMessage, { conversationId, messageId }, ana),
  ],
  [
    'the person has left the community',
    async (ben) =>
      world.db.deleteFrom('members').where('server_id', '=', serverId).where('user_id', '=', ben.id).execute(),
  ],
];
test.each(STOPS)('a push that is due is not sent once %s', async (_, stop) => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  const channel = await channelOf(ben);
  const { id } = await say(channel.conversationId, `@${ben.username} secret`);
  await at.after(0);
  await stop(ben, channel.conversationId, id);
  await at.after(SOON);
  expect(at.pushed(browser)).toEqual([]);
});

test('a muted channel mutes its threads, for those who follow them and for those whom they mention', async () => {
  const [follower, named] = [await member(), await member()];
  const browsers = [await at.subscribe(follower), await at.subscribe(named)];
  const channel = await channelOf(follower, named);
  const { conversationId } = channel;
  const root = await say(conversationId, 'Who has cones?', follower);
  const mute = (as: Signed, mutedUntil: string | null, level: 'all' | 'mentions') =>
    world.call(api.setLevel, { conversationId, level, mutedUntil }, as);
  const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
  for (const person of [follower, named]) await mute(person, tomorrow, 'all');
  await say(root.id, `@${named.username} has some`);
  await at.after(SOON);
  expect(browsers.map((browser) => at.pushed(browser))).toEqual([[], []]);

  // Only the channel's messages are turned down: mentions and followed threads are not.
  for (const person of [follower, named]) await mute(person, null, 'mentions');
  await say(root.id, `@${named.username} has more`);
  await at.after(SOON);
  expect(browsers.map((browser) => at.pushed(browser).length)).toEqual([1, 1]);
});

test('nobody hears of a mention in a channel that they may not read', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  const { conversationId } = await makeChannel(world.db, serverId, ana.id, { mode: 'private', members: [ana.id] });
  await say(conversationId, `@${ben.username} surprise party`);
  await at.after(SOON);
  expect(at.pushed(browser)).toEqual([]);
});

test('a browser gets no pushes after its session has ended', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  await world.db.deleteFrom('sessions').where('id', '=', ben.sessionId).execute();
  const other = await world.signIn(ben);
  await say(await pair(other), 'still there?');
  await at.after(SOON);
  expect(at.pushed(browser)).toEqual([]);
  expect((await world.call(notifications.listDevices, {}, other)).data.data).toEqual([]);
});

test('without previews neither a push nor an email names a person, a place or a word', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  await world.call(notifications.changePreferences, { previews: false }, ben);
  await choose(ben, { kind: 'mention', push: true, mail: 'now' });
  const channel = await channelOf(ben);
  await say(channel.conversationId, `@${ben.username} secret glaze`);
  await at.after(300);
  const [push] = at.pushed(browser);
  const [mail] = at.mailed();
  expect(push).toMatchObject({ title: 'New mention', body: '' });
  for (const word of ['secret', 'Ana', channel.name, 'Glaze Lab']) {
    expect(`${push?.title} ${push?.body}`).not.toContain(word);
    expect(`${mail?.subject} ${mail?.html} ${mail?.text}`).not.toContain(word);
  }
  expect(mail?.text).toContain('You were mentioned.');
});

test('a kind that is off is neither pushed nor emailed, and the others are', async () => {
  const ben = await member();
  const browser = await at.subscribe(ben);
  await choose(
    ben,
    { kind: 'direct_message', push: false, mail: 'never' },
    { kind: 'mention', push: true, mail: 'now' },
  );
  await say(await pair(ben), 'not this');
  await at.after(300);
  expect([at.pushed(browser), at.mailed()]).toEqual([[], []]);
  const channel = await channelOf(ben);
  await say(channel.conversationId, `@${ben.username} but this`);
  await at.after(300);
  expect(at.pushed(browser)).toHaveLength(1);
  const [mail] = at.mailed();
  expect(mail).toMatchObject({
    to: ben.email,
    subject: `Ana Cruz in #${channel.name}, Glaze Lab: @${ben.username} but this`,
  });
  expect(mail?.text).toContain('https://moot.example/settings/notifications');
});

test('the digest comes once, the next morning where the person is, with what they have not read', async () => {
  const ben = await member();
  // From midnight in UTC it is nine in Tokyo, and 23 hours to the next morning.
  world.clock.moveBy(86_400_000 - (world.clock.now().getTime() % 86_400_000));
  await world.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', ben.id).execute();
  const conversation = await pair(ben);
  await say(conversation, 'read this');
  await world.call(api.markRead, { conversationId: conversation, seq: 1 }, ben);
  await say(conversation, 'and that');
  await at.after(60);
  at.mailed();
  const due = await world.db
    .selectFrom('notification_digests')
    .selectAll()
    .where('user_id', '=', ben.id)
    .executeTakeFirstOrThrow();
  // Eight in the morning in Tokyo.
  expect(due.due_at.toISOString()).toMatch(/T23:00:00.000Z$/);
  await at.after((due.due_at.getTime() - world.clock.now().getTime()) / 1000);
  const mine = at.mailed().filter(({ to }) => to === ben.email);
  expect(mine).toHaveLength(1);
  expect(mine[0]?.subject).toBe('One thing is waiting for you on Folkmoot');
  expect(mine[0]?.text).toMatch(/Ana Cruz.*and that/s);
  await at.after(86_400);
  expect(at.mailed().filter(({ to }) => to === ben.email)).toEqual([]);
});

test('notifying takes the same number of statements, however many people a message mentions', async () => {
  const inside = await Promise.all(Array.from({ length: 30 }, member));
  const count = async (...some: Signed[]) => {
    const channel = await channelOf(...some);
    await say(channel.conversationId, '@channel hello');
    const counting = world.countQueries();
    await at.after(0);
    return counting.stop();
  };
  await count(...inside.slice(0, 1));
  expect(await count(...inside.slice(1, 3))).toBe(await count(...inside.slice(3)));
});

test('a plain message in a channel notifies nobody, and leaves nothing to do', async () => {
  const channel = await channelOf(await member());
  await say(channel.conversationId, 'hello');
  const waiting = await world.db
    .selectFrom('message_notices')
    .select('seq')
    .where('conversation_id', '=', channel.conversationId)
    .execute();
  expect(waiting).toEqual([]);
});
