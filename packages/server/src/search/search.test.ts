import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as conversationsApi from '@folkmoot/contract/conversations/api.ts';
import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import * as api from '@folkmoot/contract/search/api.ts';
import { LIMITS, sentences } from '@folkmoot/contract/search/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { findConversationFacts } from '../conversations/store.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let ana: Signed;
let ben: Signed;
let stranger: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person({ firstName: 'Cleo', lastName: 'Founder', username: 'cleo-of-search' });
  ana = await world.person({ firstName: 'Ana', lastName: 'Søndergård', username: 'ana-of-search' });
  ben = await world.person({ firstName: 'Ben', lastName: 'Ito', username: 'ben-of-search' });
  stranger = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [ana.id, ben.id]);
});
afterAll(() => world.close());

const channelOf = (options: object = {}) =>
  makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id, ben.id], ...options });
const say = async (conversationId: string, as: Signed, text: string, more: object = {}) => {
  world.clock.moveBy(1000);
  return (await world.call(conversationsApi.sendMessage, { conversationId, clientId: newId(), text, ...more }, as))
    .data;
};
const ask = (search: string, as: Signed | undefined, more: object = {}) =>
  world.call(api.searchMessages, { search, ...more } as never, as);
/** The results once everything sent so far can be found. */
const find = async (search: string, as: Signed = ana, more: object = {}) => {
  await world.app.indexer.catchUp();
  return (await ask(search, as, more)).data;
};
const texts = async (search: string, as: Signed = ana, more: object = {}) =>
  (await find(search, as, more)).data.map(({ message }) => message.text);

/** A made-up word that no other test uses. */
let made = 0;
const word = () => `zq${String.fromCharCode(97 + (made++ % 26))}${'kwxv'[made % 4]}${made}`;

describe('search words', () => {
  test.each([
    [
      'Latin',
      'Møde på værkstedet: Łukasz brings naïve glazes',
      ['møde', 'MODE', 'vaerk', 'lukasz', 'Naïve glaz'],
      ['azes'],
    ],
    ['Cyrillic', 'Завтра встречаемся у Фёдора в мастерской', ['завтра', 'ФЕДОРА', 'фёдор', 'мастер'], ['ерской']],
    [
      'Arabic',
      'اجتمعنا في المَكْتَبة وقرأنا كتابًا عن أحمد',
      ['مكتبة', 'المكتبه', 'مكتب', 'كتابا', 'احمد', 'كِتاب'],
      ['تبة'],
    ],
    ['Hebrew', 'נפגשנו בַּסִּפְרִיָּה ודיברנו על הבית של שלום', ['ספריה', 'בספריה', 'בית', 'הבית', 'דיברנו', 'שלום'], ['רנו']],
    ['Chinese', '我们明天在图书馆见面,带上蓝色的釉料', ['图书馆', '图书', '明', '料', '蓝色的釉料'], ['书图', '馆面']],
    ['Japanese', '東京都の図書館でﾜｰｸｼｮｯﾌﾟを開きます', ['図書館', '東京', '館', 'ワークショップ', '開きます'], ['京東']],
    ['Korean', '내일 도서관에서 만나요, 한국어 수업입니다', ['도서관', '한국', '만나요', '업', '수업'], ['관도']],
  ])(
    'search words are found in %s, complete and in part, with and without diacritics',
    async (_, sentence, hits, misses) => {
      const channel = await channelOf();
      await say(channel.conversationId, ben, sentence);
      for (const search of hits)
        expect([search, await texts(search, ana, { conversationId: channel.conversationId })]).toEqual([
          search,
          [sentence],
        ]);
      for (const search of misses)
        expect([search, await texts(search, ana, { conversationId: channel.conversationId })]).toEqual([search, []]);
    },
  );

  test('search words must all match, a phrase in order, and the matches are returned as written', async () => {
    const channel = await channelOf();
    const here = { conversationId: channel.conversationId };
    await say(channel.conversationId, ben, 'The glaze lab closes early; the lab’s glaze stays.');
    await say(channel.conversationId, ben, 'Only a lab here');
    expect(await texts('lab glaz', ana, here)).toHaveLength(1);
    expect(await texts('"glaze lab"', ana, here)).toHaveLength(1);
    expect(await texts('"glaze lab" only', ana, here)).toEqual([]);
    expect(await texts('"lab glaz"', ana, here)).toEqual([]);
    expect((await find('GLAZ', ana, here)).data[0]?.words).toEqual(['glaze']);
    expect((await find('京都', ana, here)).data).toEqual([]);
  });

  test('search words typed with bad intent find nothing and break nothing', async () => {
    for (const search of [
      "' | '':*",
      '!!!',
      '<-> & |',
      'a:*',
      "\\'",
      '((((',
      '%_%',
      ':'.repeat(200),
      'from:"',
      'in:" "',
      '$1',
      '—',
      '🔥🔥',
    ])
      expect([search, (await ask(search, ana)).status]).toEqual([search, 200]);
  });
});

describe('search operators', () => {
  test('search narrows by author, by username, by name with or without accents, and by “me”', async () => {
    const channel = await channelOf();
    const w = word();
    await say(channel.conversationId, ana, `${w} mine`);
    await say(channel.conversationId, ben, `${w} theirs`);
    for (const who of [
      'from:ana-of-search',
      'from:@ana-of-search',
      'from:"Ana Søndergård"',
      'FROM:"ana sondergard"',
      'from:me',
    ])
      expect(await texts(`${who} ${w}`)).toEqual([`${w} mine`]);
    expect(await texts(`${w} from:me from:ben-of-search`)).toHaveLength(2);
    const nobody = await find(`${w} from:nobody-at-all`);
    expect([nobody.data, nobody.notes]).toEqual([[], [sentences.nobody('nobody-at-all')]]);
  });

  test('search narrows by origin: a channel, a person or a group with their threads, a community or a conversation', async () => {
    const [one, two] = [await channelOf({ name: 'kiln-room' }), await channelOf()];
    const w = word();
    const root = await say(one.conversationId, ana, `${w} one`);
    await say(root.id, ben, `${w} in its thread`);
    await say(two.conversationId, ana, `${w} two`);
    const pair = (await world.call(personalApi.createPrivate, { users: [ben.id] }, ana)).data.data.id;
    await say(pair, ben, `${w} to you`);
    expect(await texts(`in:kiln-room ${w}`)).toEqual([`${w} in its thread`, `${w} one`]);
    expect(await texts(`${w} in:#Kiln-Room`)).toHaveLength(2);
    expect(await texts(`${w} in:ben-of-search`)).toEqual([`${w} to you`]);
    expect(await texts(`${w} in:"Ben Ito"`)).toEqual([`${w} to you`]);
    expect((await find(`${w} in:nowhere`)).notes).toEqual([sentences.nowhere('nowhere')]);
    expect(await texts(w, ana, { serverId })).toHaveLength(3);
    expect(await texts(w, ana, { conversationId: root.id })).toEqual([`${w} in its thread`]);
    expect(await texts(w, ana, { conversationId: one.conversationId })).toHaveLength(2);
    const [hit] = (await find(`in:kiln-room ${w}`)).data;
    expect(hit?.origin).toMatchObject({
      channelId: one.id,
      channelName: 'kiln-room',
      parentId: one.conversationId,
      rootSeq: root.seq,
    });
    expect((await find(`${w} in:ben-of-search`)).people).toMatchObject([{ id: ben.id, firstName: 'Ben' }]);
  });

  test('search narrows by what a message has: links, files, pins, threads', async () => {
    const channel = await channelOf();
    const here = { conversationId: channel.conversationId };
    const linked = await say(channel.conversationId, ben, 'see https://example.org/x');
    const pinned = await say(channel.conversationId, ben, 'pin me');
    await say(channel.conversationId, ben, 'plain');
    await world.call(conversationsApi.pinMessage, { ...here, messageId: pinned.id }, creator);
    await say(linked.id, ana, 'a reply');
    const file = {
      id: newId(),
      fileName: 'plan.png',
      fileType: 'image',
      type: 'message',
      mimeType: 'image/png',
      size: 1,
      url: '/x',
      thumbnailUrl: null,
      fileKey: 'x',
      width: null,
      height: null,
      alt: '',
      state: 'ready',
    };
    await sql`update messages set attachments = ${JSON.stringify([file])}::jsonb, version = version where id = ${linked.id}`.execute(
      world.db,
    );
    expect(await texts('has:pin', ana, here)).toEqual(['pin me']);
    expect(await texts('has:image has:file', ana, here)).toHaveLength(1);
    expect(await texts('has:video', ana, here)).toEqual([]);
    expect(await texts('has:link', ana, here)).toEqual(['see https://example.org/x']);
    expect(await texts('has:links has:thread', ana, here)).toEqual(['see https://example.org/x']);
    expect(await texts('has:pin has:link', ana, here)).toEqual([]);
    expect((await find('has:banana')).notes).toEqual([sentences.noKind('banana')]);
    await world.call(conversationsApi.unpinMessage, { ...here, messageId: pinned.id }, creator);
    expect(await texts('has:pin', ana, here)).toEqual([]);
  });

  test('search narrows by day in the searcher’s time zone', async () => {
    const channel = await channelOf();
    const at = async (text: string, instant: string) => {
      const { id } = await say(channel.conversationId, ben, text);
      await sql`update messages set created_at = ${instant}::timestamptz where id = ${id}`.execute(world.db);
    };
    await at('evening of the 10th in London', '2026-03-10T23:30:00Z');
    await at('the 11th', '2026-03-11T12:00:00Z');
    await at('the 12th', '2026-03-12T12:00:00Z');
    const days = (search: string, timeZone = 'Europe/London') =>
      texts(search, ana, { conversationId: channel.conversationId, timeZone });
    expect(await days('on:2026-03-11')).toEqual(['the 11th']);
    expect(await days('on:2026-03-11', 'Europe/Berlin')).toEqual(['the 11th', 'evening of the 10th in London']);
    expect(await days('after:2026-03-10 before:2026-03-12')).toEqual(['the 11th']);
    expect(await days('before:2026-03-11')).toEqual(['evening of the 10th in London']);
    expect((await find('on:2026-02-30')).notes).toEqual([sentences.noDay('on:2026-02-30')]);
    expect((await ask('x', ana, { timeZone: 'Mars/Olympus' })).problem.fields).toHaveProperty('timeZone');
    await say(channel.conversationId, ben, 'just now');
    expect(await days('on:today', 'UTC')).toEqual(['just now']);
  });
});

describe('what search does not find', () => {
  test('search does not find a deleted message, and finds an edited one by its current text', async () => {
    const channel = await channelOf();
    const [before, after] = [word(), word()];
    const message = await say(channel.conversationId, ana, before);
    expect(await texts(before)).toEqual([before]);
    const target = { conversationId: channel.conversationId, messageId: message.id };
    await world.call(conversationsApi.editMessage, { ...target, text: after }, ana);
    expect(await texts(before)).toEqual([]);
    expect(await texts(after)).toEqual([after]);
    await world.call(conversationsApi.deleteMessage, target, ana);
    // Even before the indexer has run.
    expect((await ask(after, ana)).data.data).toEqual([]);
    expect(await texts(after)).toEqual([]);
  });

  test('search does not find messages of a person whom the searcher has blocked', async () => {
    const channel = await channelOf();
    const w = word();
    await say(channel.conversationId, ana, `${w} ana`);
    await say(channel.conversationId, ben, `${w} ben`);
    await world.call(blocksApi.blockUser, { userId: ben.id }, ana);
    expect(await texts(w, ana)).toEqual([`${w} ana`]);
    expect(await texts(w, ben)).toHaveLength(2);
    expect((await find(`${w} from:ben-of-search`, ana)).notes).toEqual([sentences.nobody('ben-of-search')]);
    await world.call(blocksApi.unblockUser, { userId: ben.id }, ana);
    expect(await texts(w, ana)).toHaveLength(2);
  });

  test('search does not find a reply a second time because it is also shown in the channel', async () => {
    const channel = await channelOf();
    const w = word();
    const root = await say(channel.conversationId, ana, 'root');
    await say(root.id, ben, w, { alsoToChannel: true });
    expect(await texts(w)).toEqual([w]);
  });

  test('search finds what the searcher may read: the rule and PostgreSQL agree for every person and conversation', async () => {
    const w = word();
    const roles = {
      creator,
      moderator: await world.person(),
      member: await world.person(),
      stranger,
      otherAdmin: await world.person(),
    };
    await addMembers(world.db, serverId, [roles.moderator.id], 'MODERATOR');
    await addMembers(world.db, serverId, [roles.member.id]);
    await makeCommunity(world.db, roles.otherAdmin.id);
    const blind = await world.person();
    await addMembers(world.db, serverId, [blind.id]);
    const role = newId();
    await world.db
      .insertInto('roles')
      .values({ server_id: serverId, id: role, role_type: 'MEMBER', name: 'Blind', permissions: [] })
      .execute();
    await world.db.updateTable('members').set({ role_id: role }).where('user_id', '=', blind.id).execute();
    const people = { ...roles, blind };
    const conversations: { what: string; id: string; archived: boolean }[] = [];
    for (const as of Object.values(people)) {
      for (const mode of ['public', 'private'] as const)
        for (const inside of [true, false])
          for (const archived of [true, false]) {
            const members = inside ? [creator.id, as.id] : [creator.id];
            const channel = await makeChannel(world.db, serverId, creator.id, { mode, members });
            const root = await say(channel.conversationId, creator, w);
            await say(root.id, creator, w);
            if (archived) await world.call(channelsApi.archiveChannel, { serverId, channelId: channel.id }, creator);
            conversations.push({ what: `${mode} ${inside} ${archived}`, id: channel.conversationId, archived });
            conversations.push({ what: `thread in ${mode} ${inside} ${archived}`, id: root.id, archived });
          }
      if (as === creator) continue;
      for (const users of [[as.id], [as.id, ben.id]]) {
        const id = (await world.call(personalApi.createPrivate, { users }, creator)).data.data.id;
        const root = await say(id, creator, w);
        await say(root.id, creator, w);
        conversations.push(
          { what: 'private', id, archived: false },
          { what: 'thread in private', id: root.id, archived: false },
        );
      }
    }
    for (const [name, as] of Object.entries(people)) {
      const seen = new Set<string>();
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof find>> = await find(w, as, cursor ? { cursor } : {});
        for (const { message } of page.data) seen.add(message.conversationId);
        cursor = page.nextCursor;
      }
      for (const { what, id, archived } of conversations) {
        const facts = await findConversationFacts(world.db, id, as.id);
        const may = facts !== undefined && canRead(facts).ok && !archived;
        expect([`${name}: ${what}`, seen.has(id)]).toEqual([`${name}: ${what}`, may]);
      }
    }
  });
});

describe('the search call', () => {
  test('search is for signed-in people, and does not know a community or conversation they cannot see', async () => {
    expect((await ask('x', undefined)).status).toBe(401);
    const secret = await channelOf({ mode: 'private', members: [creator.id] });
    expect((await ask('x', stranger, { serverId })).problem.code).toBe(core.notFound.code);
    expect((await ask('x', ana, { conversationId: secret.conversationId })).problem.code).toBe(core.notFound.code);
    expect((await ask('x', ana, { conversationId: newId() })).status).toBe(404);
    expect((await ask('x'.repeat(LIMITS.search + 1), ana)).problem.fields).toHaveProperty('search');
    expect((await ask('x', ana, { cursor: 'made up' })).status).toBe(400);
    expect((await ask('   ', ana)).data).toEqual({ data: [], nextCursor: null, people: [], notes: [] });
    expect((await ask('from:', ana)).data.data).toEqual([]);
  });

  test('search returns twenty per page, newest first, each once, and takes no more statements on a longer page', async () => {
    const channel = await channelOf();
    const w = word();
    await say(channel.conversationId, ben, `${w} 0`);
    await find(w);
    const counted = async () => {
      const counter = world.countQueries();
      await ask(w, ana);
      return counter.stop();
    };
    const before = await counted();
    for (let n = 1; n <= 40; n += 1) await say(channel.conversationId, n % 2 ? ben : ana, `${w} ${n}`);
    // Two in the same instant are distinguished by their ids.
    await sql`update messages set created_at = (select created_at from messages where text = ${`${w} 21`}) where text = ${`${w} 20`}`.execute(
      world.db,
    );
    const first = await find(w);
    expect(await counted()).toBe(before);
    const second = await find(w, ana, { cursor: first.nextCursor });
    const third = await find(w, ana, { cursor: second.nextCursor });
    expect([first, second, third].map((page) => page.data.length)).toEqual([20, 20, 1]);
    expect(third.nextCursor).toBeNull();
    const all = [first, second, third].flatMap((page) => page.data.map(({ message }) => message));
    expect(new Set(all.map(({ id }) => id)).size).toBe(41);
    const times = all.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('search finds the same with every query plan', async () => {
    const channel = await channelOf();
    const [common, rare] = [word(), word()];
    for (let n = 0; n < 30; n += 1) await say(channel.conversationId, ben, `${common} ${n === 3 ? rare : ''}`.trim());
    await world.app.indexer.catchUp();
    await sql`analyze message_words`.execute(world.db);
    expect((await find(common)).data).toHaveLength(20);
    expect(await texts(`${common} ${rare}`)).toHaveLength(1);
    expect(await texts(`${common} ${rare} in:${channel.name}`)).toHaveLength(1);
    expect((await find(`in:${channel.name}`)).data).toHaveLength(20);
  });
});
