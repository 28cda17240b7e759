import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { livedFixtures } from '../../../test/fixtures/lived-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { plansOf } from '../../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';
import { unnameMentions } from './leaving-store.ts';

/* Messages name people by the username that they had at the time. When somebody leaves, each of these becomes neutral. */

let mailbox: Mailbox;
let world: World;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const { did, say, edit } = livedFixtures(() => world);
const rename = (username: string, as: Signed) => did(updateProfile, { username } as never, as);

/** Two people in a channel of the first one. */
async function talk(username: string) {
  const [ann, zeb] = [await world.person(), await world.person({ username })];
  const { id: serverId } = await makeCommunity(world.db, ann.id);
  await addMembers(world.db, serverId, [zeb.id]);
  const { conversationId } = await makeChannel(world.db, serverId, ann.id, { members: [ann.id, zeb.id] });
  const history = async (messageId: string) =>
    (await did(api.listEdits, { conversationId, messageId } as never, ann)).data.data.map(({ text }) => text);
  const texts = async () =>
    (await did(api.listMessages, { conversationId } as never, ann)).data.data.map(({ text }) => text);
  return { ann, zeb, serverId, conversationId, history, texts };
}

async function gone(person: Signed) {
  await leaverFixtures(() => ({ world, mailbox })).leave(person);
  await until(async () =>
    expect((await sql`select from users where id = ${person.id}`.execute(world.db)).rows).toEqual([]),
  );
  for (const column of ['mentions', 'repliers'])
    expect(
      (await sql`select from messages where ${person.id}::uuid = any(${sql.ref(column)})`.execute(world.db)).rows,
    ).toEqual([]);
}

test('a username that they had before goes too, and one that is somebody else’s by now stays theirs', async () => {
  const { ann, zeb, serverId, conversationId, texts } = await talk('earlier');
  await say(conversationId, 'Ask @Earlier or @earliest, write to x@earlier', ann);
  await rename('later', zeb);
  await say(conversationId, 'Ask @later', ann);
  await rename('latest', zeb);
  const bea = await world.person({ username: 'earlier', email: 'bea@folk.example' });
  await addMembers(world.db, serverId, [bea.id]);
  await say(conversationId, 'Welcome @earlier! @latest will show you around, as @later', ann);
  await say(conversationId, '@earlier is in the workshop', ann);
  await gone(zeb);
  expect(await texts()).toEqual([
    'Ask Deleted member or @earliest, write to x@earlier',
    'Ask Deleted member',
    'Welcome @earlier! Deleted member will show you around, as Deleted member',
    '@earlier is in the workshop',
  ]);
});

test('a message that no longer mentions them does not name them in its history', async () => {
  const { ann, zeb, conversationId, history, texts } = await talk('heron');
  const changed = await say(conversationId, 'Ask @heron', ann);
  await edit(conversationId, changed, 'Ask anybody', ann);
  const deleted = await say(conversationId, '@heron knows', ann);
  await did(api.deleteMessage, { conversationId, messageId: deleted }, ann);
  await rename('egret', zeb);
  expect([await history(changed), await history(deleted)]).toEqual([['Ask @heron'], ['@heron knows']]);
  await gone(zeb);
  expect([await history(changed), await history(deleted)]).toEqual([['Ask Deleted member'], ['Deleted member knows']]);
  expect(await texts()).toEqual(['Ask anybody', '']);
});

test('a mention by somebody whom they have blocked since becomes neutral as well', async () => {
  const { ann, zeb, conversationId, texts } = await talk('plover');
  await say(conversationId, 'Where is @plover?', ann);
  await did(blocks.blockUser, { userId: ann.id }, zeb);
  await gone(zeb);
  expect(await texts()).toEqual(['Where is Deleted member?']);
});

test('of somebody who renames themselves again and again, a hundred usernames are remembered', async () => {
  const { zeb } = await talk('name-0');
  for (let n = 1; n <= 103; n += 1) {
    await rename(`name-${n}`, zeb);
    world.clock.moveBy(1000);
  }
  const { rows } = await sql<{ username: string }>`select username from former_usernames where user_id = ${zeb.id}
    order by changed_at`.execute(world.db);
  expect([rows.length, rows[0]?.username, rows.at(-1)?.username]).toEqual([100, 'name-3', 'name-102']);
});

test('however often somebody is mentioned, a batch does not read the mentions that follow', async () => {
  const { zeb, conversationId } = await talk('often');
  const now = world.clock.now();
  await sql`insert into mentions (home_id, conversation_id, user_id, seq, message_id, created_at)
    select c.home_id, c.id, ${zeb.id}, 1000 + n, gen_random_uuid(), ${now}::timestamptz from conversations c, generate_series(1, 5000) n
    where c.id = ${conversationId}`.execute(world.db);
  await sql`analyze mentions`.execute(world.db);
  const counting = world.countQueries();
  const most = 20;
  expect(await unnameMentions(world.db, { ...zeb, leftAt: now }, most, now)).toBe(most);
  counting.stop();
  const read = (await plansOf(world.db, counting.queries)).map((plan) => plan.read('mentions'));
  expect(Math.max(...read)).toBeLessThanOrEqual(2 * most);
});
