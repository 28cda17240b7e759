import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople, listMembers, listMyCommunities, suggestMembers } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { findEvents } from '@folkmoot/contract/events/api.ts';
import { EventCard } from '@folkmoot/contract/events/schema.ts';
import { listPersonal, searchPersonal } from '@folkmoot/contract/personal/api.ts';
import { searchMessages } from '@folkmoot/contract/search/api.ts';
import type { HitView } from '@folkmoot/contract/search/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { placeOf } from '../../inbox/MessageLink.tsx';
import { Palette } from './Palette.tsx';
import { noteRecent } from './recents.ts';

type ChannelMark = Answer<typeof listMyChannels>['data'][number];

const box = page.getByRole('combobox', { name: 'Find anything' });
const showShortcuts = vi.fn();
/** What has closed it. */
const opened: string[] = [];

const channelMark = (name: string, serverId: string = crypto.randomUUID()): ChannelMark => ({
  ...{ id: crypto.randomUUID(), conversationId: crypto.randomUUID(), name, avatar: null },
  ...{ serverId, serverName: 'Makers' },
});

beforeEach(() => {
  localStorage.clear();
  opened.length = 0;
});

type Known = { channels?: ChannelMark[]; counts?: CountView[]; current?: RailView };

async function find(search: string, { channels = [], counts = [], current }: Known = {}): Promise<void> {
  answer(listMyChannels, { data: channels });
  answer(listMyCommunities, { data: [] });
  answer(listCounts, { data: counts });
  answer(listPersonal, { data: [], nextCursor: null });
  answer(searchPersonal, { data: [] });
  answer(findPeople, { data: [], nextCursor: null });
  answer(searchMessages, { data: [], nextCursor: null, people: [], notes: [] });
  await draw(<Palette opened close={() => opened.push('closed')} current={current} showShortcuts={showShortcuts} />, {
    as: crypto.randomUUID(),
  });
  await box.fill(search);
}

const noEvents = () => answer(findEvents, { data: [] });

test('find anything: a search without a hit says so, and offers no list of results', async () => {
  noEvents();
  await find('zzzzqq');
  await expect.element(page.getByText('Nothing matches “zzzzqq”. Try a shorter search.')).toBeVisible();
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
  const [hearth, looms] = [channelMark('hearth'), channelMark('looms')];
  noteRecent({ kind: 'channel', id: hearth.id });
  noteRecent({ kind: 'channel', id: looms.id });
  noteRecent({ kind: 'chat', id: crypto.randomUUID() });
  await find('', { channels: [hearth, looms] });
  await expect.element(page.getByRole('group', { name: 'Recent' })).toBeVisible();
  await expect.poll(() => options().slice(0, 2)).toEqual(['#looms, Makers↵', '#hearth, Makers']);
  await expectAccessible();
});

test('find anything: without a search, what is unread comes before other channels, what mentions the reader first', async () => {
  const [attic, barn, cellar] = [channelMark('attic'), channelMark('barn'), channelMark('cellar')];
  const count = ({ conversationId, serverId }: ChannelMark, mentions: number): CountView => ({
    ...{ conversationId, parentId: null, serverId, type: 'channel', level: 'all', mutedUntil: null },
    ...{ version: 9, readSeq: 1, unread: 4, mentions },
  });
  await find('', { channels: [attic, barn, cellar], counts: [count(barn, 0), count(cellar, 2)] });
  const unread = page.getByRole('group', { name: 'Unread' });
  await expect
    .poll(() =>
      unread
        .getByRole('option')
        .elements()
        .map(({ id }) => id.slice(-36)),
    )
    .toEqual([cellar.id, barn.id]);
  await expect.element(unread.getByText('2 unread messages')).toBeInTheDocument();
  const others = page.getByRole('group', { name: 'Channels' }).getByRole('option').elements();
  expect(others.map(({ id }) => id.slice(-36))).toEqual([attic.id]);
  await expectAccessible();
});

const card = (name: string) =>
  EventCard.parse({
    ...eventView({ id: crypto.randomUUID(), name }),
    where: '',
    miles: null,
    viewer: { role: null, status: null, askedRole: null },
  });

test('find anything: while an answer is on its way, only what fits what is typed stays of the one before', async () => {
  let come: (() => void) | undefined;
  const later = new Promise<void>((done) => {
    come = done;
  });
  answer(findEvents, async ({ search }) => {
    if (search !== 'kil') await later;
    return { data: search === 'kil' ? [card('Kiln opening'), card('Kilt night')] : [card('Kiln opening')] };
  });
  await find('kil');
  await expect.poll(options).toHaveLength(2);
  await box.fill('kiln');
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/events/search')).length).toBe(2);
  expect(options().join()).toContain('Kiln opening');
  expect(options().join()).not.toContain('Kilt');
  come?.();
  await expect.poll(options).toHaveLength(1);
});

test('find anything: in a community its own people, events and messages are found, until all are asked for', async () => {
  const asked: (string | undefined)[] = [];
  answer(findEvents, ({ serverId }) => {
    asked.push(serverId);
    return { data: [] };
  });
  answer(suggestMembers, { data: [], complete: true });
  const current = { id: crypto.randomUUID(), name: 'Makers', slug: 'makers', viewer: { permissions: [] } };
  await find('kiln', { current: current as unknown as RailView });
  const chip = page.getByRole('button', { name: 'Search everywhere, not only in Makers' });
  await expect.element(chip).toBeVisible();
  await expect.poll(() => asked).toEqual([current.id]);
  await expectAccessible();
  await page.getByRole('option', { name: 'Search everywhere for “kiln”' }).click();
  await expect.poll(() => asked).toEqual([current.id, undefined]);
  expect(chip.elements()).toEqual([]);
  await expect.element(box).toHaveFocus();
});

test('find anything: Enter waits for what is typed, and opens neither an earlier finding nor the wider search', async () => {
  let come = () => {};
  const later = new Promise<void>((done) => {
    come = done;
  });
  noEvents();
  const ines = memberView('Ines', 'Carvalho');
  answer(suggestMembers, async ({ search = '' }) => {
    if (search === 'ines') await later;
    const data = ['ine', 'ines'].includes(search)
      ? [...(search === 'ine' ? [memberView('Inez', 'Abel')] : []), ines]
      : [];
    return { data, complete: true };
  });
  answer(listMembers, { data: [ines], nextCursor: null, count: 1 });
  const current = { id: crypto.randomUUID(), name: 'Makers', slug: 'makers', viewer: { permissions: [] } };
  await find('ine', { current: current as unknown as RailView });
  await expect.element(page.getByRole('option', { name: /Inez Abel/ })).toBeVisible();
  await box.fill('ines');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Search everywhere, not only in Makers' })).toBeVisible();
  expect(opened).toEqual([]);
  come();
  await expect.poll(() => opened).toEqual(['closed']);
});

test('find anything: Backspace in the empty field leaves the community', async () => {
  const current = { id: crypto.randomUUID(), name: 'Makers', slug: 'makers', viewer: { permissions: [] } };
  await find('', { current: current as unknown as RailView });
  const chip = page.getByRole('button', { name: 'Search everywhere, not only in Makers' });
  await expect.element(chip).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => chip.elements()).toEqual([]);
});

test('find anything: all shortcuts are one press away', async () => {
  await page.viewport(1440, 900);
  await find('');
  await page.getByRole('button', { name: 'All shortcuts' }).click();
  expect(showShortcuts).toHaveBeenCalledOnce();
  await page.viewport(720, 900);
});

test.each([
  ['sign o', 'Sign out'],
  ['create ev', 'Create event'],
  ['everything', 'Mark everything as read'],
  ['saved', 'Saved messages'],
])('find anything: “%s” finds what can be done', async (typed, name) => {
  noEvents();
  await find(typed);
  const group = page.getByRole('group', { name: 'Do something' });
  await expect.element(group.getByRole('option', { name })).toBeVisible();
});

test('find anything: what needs a permission is not offered without it', async () => {
  noEvents();
  await find('create ch');
  await expect.element(page.getByText('Nothing matches “create ch”. Try a shorter search.')).toBeVisible();
});

test('find anything: where a part could not be searched, nobody is told that nothing matches', async () => {
  breakDown(findEvents);
  await find('zzzzqq');
  await expect
    .element(page.getByText('Not everything could be searched. Check your connection, then try again.'))
    .toBeVisible();
  expect(page.getByText(/Nothing matches/).elements()).toEqual([]);
});
