import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { searchMessages } from '@folkmoot/contract/search/api.ts';
import type { HitView } from '@folkmoot/contract/search/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { placeOf } from '../inbox/MessageLink.tsx';
import { Palette } from './Palette.tsx';

async function find(search: string): Promise<void> {
  answer(listMyChannels, { data: [] });
  answer(listMyCommunities, { data: [] });
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
