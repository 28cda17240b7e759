import * as blocks from '@folkmoot/contract/blocks/api.ts';
import { askToJoin, withdrawRequest } from '@folkmoot/contract/communities/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import * as inbox from '@folkmoot/contract/inbox/api.ts';
import * as api from '@folkmoot/contract/notifications/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Notifying, openNotifying } from '../../test/notifications.ts';
import type { Signed, World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { notifyAndMail } from './actions.ts';

let at: Notifying;
let world: World;
let owner: Signed;
let serverId: string;

beforeAll(async () => {
  at = await openNotifying();
  world = at.world;
  owner = await world.person({ firstName: 'Olga' });
  serverId = (await makeCommunity(world.db, owner.id, { name: 'Glaze Lab', visibility: 'private' })).id;
});
afterAll(() => at.close());

const list = async (as: Signed) => (await world.call(api.listNotifications, {}, as)).data.data;
const mailsTo = ({ email }: Signed) => at.mailed().filter(({ to }) => to === email);
const say = async (conversationId: string, as: Signed, text: string) => {
  const sent = await world.call(conversations.sendMessage, { conversationId, clientId: newId(), text }, as);
  expect(sent.status).toBe(200);
  return sent.data;
};
const report = async (conversationId: string, messageId: string, as: Signed) =>
  expect((await world.call(reportMessage, { conversationId, messageId, reason: 'spam', note: '' }, as)).status).toBe(
    200,
  );

test('the same report again tells the moderators nothing new', async () => {
  const member = await world.person();
  await addMembers(world.db, serverId, [member.id]);
  const { conversationId } = await makeChannel(world.db, serverId, owner.id, { members: [owner.id, member.id] });
  const { id } = await say(conversationId, owner, 'Spam');
  for (let n = 0; n < 3; n += 1) await report(conversationId, id, member);
  expect(await list(owner)).toMatchObject([{ kind: 'report', count: 1 }]);
});

test('what goes on while somebody has not read it is emailed once an hour at most', async () => {
  const { creator, id } = await newOwner();
  const asker = await world.person();
  for (let n = 0; n < 3; n += 1) {
    expect((await world.call(askToJoin, { serverId: id, note: '' }, asker)).status).toBe(200);
    await at.after(60);
    expect((await world.call(withdrawRequest, { serverId: id }, asker)).status).toBe(200);
  }
  expect(mailsTo(creator)).toHaveLength(1);
  await at.after(3600);
  expect(mailsTo(creator)).toHaveLength(1);
});

test('a person who is hidden from the reader in the meantime is not named any more', async () => {
  const [host, guest] = [await world.person(), await world.person({ firstName: 'Nosy' })];
  const { id: subjectId } = await eventFixtures(world, host).published();
  const news = { kind: 'registration', subjectId, userIds: [host.id], personId: guest.id } as const;
  await runCommand(world.db, world.app.services, true, (command) => notifyAndMail(command, news));
  expect((await list(host))[0]?.person?.id).toBe(guest.id);
  await world.call(blocks.blockUser, { userId: guest.id }, host);
  expect((await list(host))[0]?.person ?? null).toBeNull();
  await at.after(60);
  expect(JSON.stringify(mailsTo(host))).not.toContain('Nosy');
});

test('neither a push nor the inbox shows the name that a hidden person gave to a group', async () => {
  const [reader, writer, namer] = [await world.person(), await world.person(), await world.person()];
  const browser = await at.subscribe(reader);
  const { id } = (await world.call(personal.createPrivate, { users: [reader.id, namer.id] }, writer)).data.data;
  const named = await world.call(personal.updatePersonal, { conversationId: id, name: 'Rude words' } as never, namer);
  expect(named.status).toBe(200);
  await world.call(blocks.blockUser, { userId: namer.id }, reader);
  await say(id, writer, 'Hello');
  await at.after(10);
  const pushes = at.pushed(browser);
  expect(pushes).toMatchObject([{ body: 'Hello' }]);
  expect(JSON.stringify(pushes)).not.toContain('Rude');
  const unread = await world.call(inbox.listUnread, {}, reader);
  expect(unread.data.data).toMatchObject([{ origin: { conversationId: id } }]);
  expect(JSON.stringify(unread.data)).not.toContain('Rude');
});

test('what several people say in a row is one push that counts every message and shows the newest', async () => {
  const [reader, ana, ben] = [await world.person(), await world.person(), await world.person({ firstName: 'Ben' })];
  const browser = await at.subscribe(reader);
  const { id } = (await world.call(personal.createPrivate, { users: [reader.id, ben.id] }, ana)).data.data;
  for (const [who, text] of [
    [ana, 'one'],
    [ben, 'two'],
    [ana, 'three'],
    [ben, 'four'],
  ] as const)
    await say(id, who, text);
  await at.after(10);
  const pushes = at.pushed(browser);
  expect(pushes).toMatchObject([{ body: 'four' }]);
  expect(pushes[0]?.title).toMatch(/^Ben .*\(4 new\)$/);
});

async function newOwner() {
  const creator = await world.person();
  return { creator, ...(await makeCommunity(world.db, creator.id, { visibility: 'private' })) };
}
