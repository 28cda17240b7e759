import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as conversationsApi from '@folkmoot/contract/conversations/api.ts';
import * as eventsApi from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/links/api.ts';
import { linksIn, withoutCard } from '@folkmoot/contract/links/rules.ts';
import { LIMITS } from '@folkmoot/contract/links/schema.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let member: Signed;
let stranger: Signed;
let serverId: string;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  [host, member, stranger] = [await world.person(), await world.person(), await world.person()];
  serverId = (await makeCommunity(world.db, host.id, { name: 'Makers' })).id;
  await addMembers(world.db, serverId, [member.id]);
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

const cards = async (as: Signed, ...links: string[]) => {
  const { status, data } = await world.call(api.listLinkCards, { links }, as);
  expect(status).toBe(200);
  return data.data;
};
const paths = async (as: Signed, ...links: string[]) => (await cards(as, ...links)).map(({ path }) => path);
const say = async (conversationId: string, as: Signed, text: string) =>
  (await world.call(conversationsApi.sendMessage, { conversationId, clientId: newId(), text }, as)).data;
const channelOf = (...people: Signed[]) =>
  makeChannel(world.db, serverId, host.id, { members: [host.id, ...people.map(({ id }) => id)] });
const closedChannelOf = (...people: Signed[]) =>
  makeChannel(world.db, serverId, host.id, { mode: 'private', members: [host.id, ...people.map(({ id }) => id)] });

describe('links of this installation', () => {
  test('a link to an event shows it to those who see its page, by its earlier addresses too', async () => {
    const open = await gatherings.published({ name: 'Open day' });
    const own = await gatherings.published({ name: 'Members evening', serverId, visibility: 'community' });
    const [card] = await cards(stranger, `/${open.alias}`);
    expect(card).toMatchObject({ kind: 'event', event: { id: open.id, name: 'Open day', status: 'published' } });
    expect(await paths(member, `/${own.alias}`)).toEqual([`/${own.alias}`]);
    expect(await paths(stranger, `/${own.alias}`)).toEqual([]);
    await gatherings.change(open.id, { alias: 'open-day-renamed' });
    expect(await cards(stranger, `/${open.alias}`)).toMatchObject([
      { path: `/${open.alias}`, event: { alias: 'open-day-renamed' } },
    ]);
  });

  test('a draft, a private event and an address of nothing stay links', async () => {
    const draft = await gatherings.draft();
    const locked = await gatherings.published({ visibility: 'private', passcode: 'open-sesame' } as never);
    expect(await paths(stranger, `/${draft.alias}`, `/${locked.alias}`, '/nothing-is-here')).toEqual([]);
    expect(await paths(host, `/${draft.alias}`, `/${locked.alias}`)).toEqual([`/${draft.alias}`, `/${locked.alias}`]);
    const opened = await world.call(
      eventsApi.openWithPasscode,
      { eventId: locked.id, passcode: 'open-sesame' },
      member,
    );
    expect(opened.status).toBe(200);
    expect(await paths(member, `/${locked.alias}`)).toEqual([`/${locked.alias}`]);
  });

  test('a location that is to be announced is not in the card', async () => {
    const secret = await gatherings.published({
      tbdLocation: true,
      attend_type_details: { virtual_address: '', in_person_address: '12 Hidden Lane' },
    } as never);
    expect(JSON.stringify(await cards(stranger, `/${secret.alias}`))).not.toContain('Hidden Lane');
  });

  test('a link to a channel shows it to those who see the channel', async () => {
    const [open, closed] = [await channelOf(), await closedChannelOf()];
    const links = [`/channel/${open.id}`, `/channel/${closed.id}`, `/channel/${newId()}`];
    expect(await cards(member, ...links)).toMatchObject([
      {
        kind: 'channel',
        path: links[0],
        channel: { id: open.id, name: open.name, memberCount: 1 },
        serverName: 'Makers',
      },
    ]);
    expect(await paths(host, ...links)).toEqual(links.slice(0, 2));
    expect(await paths(stranger, ...links)).toEqual([]);
  });

  test('a link to a message shows it to those who may read it, and to nobody once it is deleted', async () => {
    const [open, closed] = [await channelOf(member), await closedChannelOf()];
    const [said, hidden] = [
      await say(open.conversationId, host, 'The kiln is hot'),
      await say(closed.conversationId, host, 'The key is under the mat'),
    ];
    const reply = await say(said.id, host, 'In the thread');
    const links = [
      `/channel/${open.id}?message=${said.seq}`,
      `/channel/${closed.id}?message=${hidden.seq}`,
      `/channel/${open.id}?message=${reply.seq}&thread=${said.id}`,
    ];
    const shown = await cards(member, ...links);
    expect(shown.map(({ path }) => path).sort()).toEqual([links[0], links[2]].sort());
    expect(shown.find(({ path }) => path === links[0])).toMatchObject({
      kind: 'message',
      origin: { channelName: open.name, parentId: null },
      message: { text: 'The kiln is hot', authorId: host.id },
    });
    expect(await paths(stranger, ...links)).toEqual([]);
    expect(await paths(host, links[1] ?? '')).toEqual([links[1]]);
    // A thread is asked for by the conversation that it is in.
    expect(await paths(host, `/channel/${closed.id}?message=${reply.seq}&thread=${said.id}`)).toEqual([]);
    await world.call(conversationsApi.deleteMessage, { conversationId: open.conversationId, messageId: said.id }, host);
    expect(await paths(member, links[0] ?? '')).toEqual([]);
  });

  test('the author of a message removes a card, which leaves the link, and nobody else does', async () => {
    const event = await gatherings.published({ name: 'Open kiln' });
    const { conversationId } = await channelOf(member);
    const origin = 'https://moot.example';
    const said = await say(conversationId, host, `Come to ${origin}/${event.alias}.`);
    const bare = withoutCard(said.text, origin, `/${event.alias}`);
    const remove = (as: Signed) =>
      world.call(conversationsApi.editMessage, { conversationId, messageId: said.id, text: bare }, as);
    expect((await remove(member)).status).toBe(403);
    expect((await remove(host)).data).toMatchObject({ text: `Come to <${origin}/${event.alias}>.` });
    const { data } = await world.call(conversationsApi.listMessages, { conversationId }, member);
    const [read] = data.data.map(({ text }) => text);
    expect(linksIn(read ?? '', origin)).toEqual([]);
    expect(linksIn(said.text, origin)).toEqual([`/${event.alias}`]);
  });

  test('a message of a direct conversation is shown to its people alone, and none of somebody who is blocked', async () => {
    const { id } = (await world.call(personalApi.createPrivate, { users: [member.id, stranger.id] }, host)).data.data;
    const said = await say(id, stranger, 'Between us');
    const link = `/chat/${id}?message=${said.seq}`;
    expect(await paths(member, link)).toEqual([link]);
    expect(await paths(await world.person(), link)).toEqual([]);
    await world.call(blocksApi.blockUser, { userId: stranger.id }, member);
    expect(await paths(member, link)).toEqual([]);
    expect(await paths(host, link)).toEqual([link]);
    await world.call(personalApi.leavePersonal, { conversationId: id }, host);
    expect(await paths(host, link)).toEqual([]);
  });

  test('twenty links take as many statements as two', async () => {
    const channel = await channelOf(member);
    const event = await gatherings.published();
    const links: string[] = [];
    for (let n = 0; n < LIMITS.perCall / 2 - 1; n += 1) {
      const { seq } = await say(channel.conversationId, host, `Message ${n}`);
      links.push(`/channel/${channel.id}?message=${seq}`, `/nothing-${n}`);
    }
    const counted = async (...asked: string[]) => {
      const count = world.countQueries();
      await cards(member, ...asked);
      return count.stop();
    };
    const kinds = [`/channel/${channel.id}`, `/${event.alias}`];
    const few = await counted(...kinds, links[0] ?? '');
    expect(await counted(...kinds, ...links)).toBe(few);
    const refused = await world.call(api.listLinkCards, { links: Array(LIMITS.perCall + 1).fill('/a-b') }, member);
    expect(refused.status).toBe(422);
  });
});
