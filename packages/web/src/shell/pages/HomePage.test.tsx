import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { discoverEvents, listAttention, listEvents } from '@folkmoot/contract/events/api.ts';
import { listMentions } from '@folkmoot/contract/inbox/api.ts';
import type { OriginView } from '@folkmoot/contract/inbox/schema.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { HomePage } from './HomePage.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(720, 900));

const plain = { memberId: crypto.randomUUID(), roleType: 'MEMBER' as const, permissions: [] };

async function drawHome(rail: Partial<RailView>, from: Partial<OriginView> = {}): Promise<void> {
  const bea = memberView('Bea', 'Ashby');
  const guild = { ...communityView({ viewer: plain }), unread: 0, mentions: 0, requests: 0, reports: 0 };
  answer(getMe, {
    user: { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: false,
  });
  answer(listMyCommunities, { data: [{ ...guild, firstChannelId: null, ...rail } as RailView] });
  answer(listCounts, { data: [] });
  answer(listAttention, { data: [], invitations: 0 });
  answer(discoverEvents, { data: [], count: 0 });
  answer(listEvents, { data: [], count: 0 });
  const origin = {
    ...{ conversationId: crypto.randomUUID(), type: 'channel' as const, serverId: guild.id, serverName: 'Makers' },
    ...{ serverLogo: null, channelId: crypto.randomUUID(), channelName: 'glaze-lab', channelAvatar: null },
    ...{ parentId: null, rootSeq: null, rootText: null, title: null, coverUrl: null },
    ...from,
  };
  answer(listMentions, {
    data: [{ origin, message: messageView({ text: 'Can you fire @bea tonight?' }), unread: true }],
    people: [],
    nextCursor: null,
  });
  await draw(<HomePage />, { as: bea.id });
  await expect.element(page.getByRole('heading', { level: 1, name: /, Bea$/ })).toBeVisible();
}

test('start page: what mentions the reader is counted, and comes first with a way to answer', async () => {
  await drawHome({ mentions: 3 });
  await expect.element(page.getByText(/You have 3 mentions\.$/)).toBeVisible();
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect.element(needs.getByText('Someone mentioned you in #glaze-lab')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^Search people, channels, events and messages/ }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create event' })).toHaveAttribute('href', '/events/create');
  await expectAccessible();
});

test('start page: a mention in a thread reads as a sentence', async () => {
  await drawHome({ mentions: 1 }, { parentId: crypto.randomUUID(), rootSeq: 4, rootText: 'Who has the key?' });
  await expect.element(page.getByText('Someone mentioned you in a thread in #glaze-lab')).toBeVisible();
});

test('start page: reports and requests are there for those who answer them', async () => {
  await drawHome({ reports: 1, requests: 2 });
  await expect.element(page.getByText(/3 things need your answer\.$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /1 report to review/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /2 people asked to join/ })).toBeVisible();
});

test('start page: without anything to answer it says so, and has no empty section', async () => {
  await drawHome({});
  await expect.element(page.getByText(/Nothing is waiting for you\.$/)).toBeVisible();
  expect(page.getByRole('region', { name: 'Needs you' }).elements()).toEqual([]);
});
