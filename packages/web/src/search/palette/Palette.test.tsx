import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { findEvents } from '@folkmoot/contract/events/api.ts';
import { listPersonal, searchPersonal } from '@folkmoot/contract/personal/api.ts';
import { searchMessages } from '@folkmoot/contract/search/api.ts';
import type { HitView } from '@folkmoot/contract/search/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { placeOf } from '../../inbox/MessageLink.tsx';
import { Palette } from './Palette.tsx';
import { noteRecent } from './recents.ts';

type ChannelMark = Answer<typeof listMyChannels>['data'][number];

async function find(search: string, channels: ChannelMark[] = []): Promise<void> {
  answer(listMyChannels, { data: channels });
  answer(listMyCommunities, { data: [] });
  answer(listPersonal, { data: [], nextCursor: null });
  answer(searchPersonal, { data: [] });
  answer(findEvents, { data: [] });
  answer(findPeople, { data: [], nextCursor: null });
  answer(searchMessages, { data: [], nextCursor: null, people: [], notes: [] });
  await draw(<Palette opened close={() => undefined} current={undefined} />, { as: crypto.randomUUID() });
  await page.getByRole('combobox', { name: 'Find anything' }).fill(search);
}

test('find anything: a search without a hit says so, and offers no list of results', async () => {
  await find('zzzzqq');
  await expect.element(page.getByText('Nothing matches “zzzzqq”. Try fewer letters.')).toBeVisible();
  await expect.poll(() => page.getByRole('option').elements()).toEqual([]);
  await expectAccessible();
});

test('find anything: a message of a direct conversation is not called by the name of its author alone', () => {
  const origin: HitView['origin'] = {
    conversationId: crypto.randomUUID(),
    type: 'one-to-one',
    serverId: null,
    serverName: null,
    serverLogo: null,
    channelId: null,
    channelName: null,
    channelAvatar: null,
    parentId: null,
    rootSeq: null,
    rootText: null,
    title: 'Yuki Tanabe',
    coverUrl: null,
  };
  expect(placeOf(origin)).toBe('Conversation with Yuki Tanabe');
  expect(placeOf({ ...origin, type: 'channel', channelName: 'wood-shop' })).toBe('#wood-shop');
});

const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((one) => one.textContent);

test('find anything: without a search, what was opened last comes first, and not what is open', async () => {
  const [hearth, looms] = ['hearth', 'looms'].map(
    (name): ChannelMark => ({
      ...{ id: crypto.randomUUID(), name, avatar: null },
      ...{ serverId: crypto.randomUUID(), serverName: 'Makers' },
    }),
  ) as [ChannelMark, ChannelMark];
  noteRecent({ kind: 'channel', id: hearth.id });
  noteRecent({ kind: 'channel', id: looms.id });
  noteRecent({ kind: 'chat', id: crypto.randomUUID() });
  await find('', [hearth, looms]);
  await expect.element(page.getByRole('group', { name: 'Recent' })).toBeVisible();
  await expect.poll(() => options().slice(0, 2)).toEqual(['#loomsMakers↵', '#hearthMakers']);
  await expectAccessible();
});

test.each([
  ['sign o', 'Sign out'],
  ['create ev', 'Create event'],
  ['everything', 'Mark everything as read'],
  ['saved', 'Saved messages'],
])('find anything: “%s” finds what can be done', async (typed, name) => {
  await find(typed);
  await expect.element(page.getByRole('option', { name })).toBeVisible();
});

test('find anything: what needs a permission is not offered without it', async () => {
  await find('create ch');
  await expect.element(page.getByText('Nothing matches “create ch”. Try fewer letters.')).toBeVisible();
});
