import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import { discoverEvents, listAttention, listEvents } from '@folkmoot/contract/events/api.ts';
import type { Attention, AttentionView } from '@folkmoot/contract/events/invitations-schema.ts';
import { listMentions } from '@folkmoot/contract/inbox/api.ts';
import type { OriginView } from '@folkmoot/contract/inbox/schema.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { queryClient } from '../../core/query-client.ts';
import { HomePage } from './HomePage.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(720, 900));

const plain = { memberId: crypto.randomUUID(), roleType: 'MEMBER' as const, permissions: [] };

async function drawHome(
  rail: Partial<RailView>,
  from: Partial<OriginView> = {},
  waits: Partial<Attention> | 'unknown' = {},
  counts: CountView[] = [],
): Promise<void> {
  const bea = memberView('Bea', 'Ashby');
  const guild = { ...communityView({ viewer: plain }), unread: 0, mentions: 0, requests: 0, reports: 0 };
  answer(getMe, {
    user: { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: false,
  });
  answer(listMyCommunities, { data: [{ ...guild, firstChannelId: null, ...rail } as RailView] });
  answer(listCounts, { data: counts });
  if (waits === 'unknown') breakDown(listAttention);
  else answer(listAttention, { data: [], calendars: [], invitations: 0, invitedTo: [], reportedMessages: 0, ...waits });
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
  await expect.element(page.getByText(/2 things wait for you\.$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /1 report to review/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /2 people asked to join/ })).toBeVisible();
});

test('start page: without anything to answer it says so, and has no empty section', async () => {
  await drawHome({});
  await expect.element(page.getByText(/Nothing is waiting for you\.$/)).toBeVisible();
  expect(page.getByRole('region', { name: 'Needs you' }).elements()).toEqual([]);
});

test('start page: an unread direct message is something to read, and nothing is said before it is known', async () => {
  const direct = { conversationId: crypto.randomUUID(), type: 'one-to-one', serverId: null, parentId: null } as const;
  await drawHome({}, {}, {}, [
    {
      ...direct,
      channelId: null,
      unread: 2,
      mentions: 0,
      level: 'all',
      mutedUntil: null,
      version: 4,
      readSeq: 2,
    } as never,
  ]);
  await expect.element(page.getByText(/You have something new to read\.$/)).toBeVisible();
});

test('start page: where it could not be asked what waits, it does not say that nothing does', async () => {
  await drawHome({}, {}, 'unknown');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(page.getByText(/^\w+.*\d\.$/).first()).toBeVisible();
  expect(page.getByText(/Nothing is waiting/).elements()).toEqual([]);
});

const hourAgo = Math.floor(Date.now() / 1000) - 3600;
const nothing = { refunds: 0, debits: 0, requests: 0, access: 0, questions: 0, registered: 0 };
const at = (name: string, counts: Partial<AttentionView>): AttentionView => ({
  ...{ eventId: crypto.randomUUID(), alias: 'moot', name, ...nothing },
  since: { refunds: hourAgo, debits: hourAgo, requests: hourAgo, access: hourAgo, questions: hourAgo },
  ...counts,
});
const calendar = {
  ...{ calendarId: crypto.randomUUID(), alias: 'guild', name: 'Guild', submissions: 3 },
  ...{ events: ['Spoon Carving', 'Bike Doctor', 'Choir'], since_epoc: hourAgo },
};

test('start page: what waits is in the order of money, people, calendars and questions, each with the way to the place itself', async () => {
  const moot = at('Moot', { refunds: 1, debits: 2, requests: 2, questions: 18 });
  await drawHome({}, {}, { data: [moot], calendars: [calendar] });
  await expect.element(page.getByText(/5 things wait for you, 2 of them about money\.$/)).toBeVisible();
  const links = page.getByRole('region', { name: 'Needs you' }).getByRole('link');
  const rows = links.elements().map((link) => [link.querySelector('b')?.textContent, link.getAttribute('href')]);
  expect(rows).toEqual([
    ['A refund failed', '/events/manage/moot?tab=tickets&orders=refund_failed'],
    ['Banks refused 2 payments', '/events/manage/moot?tab=guests&status=payment_pending'],
    ['2 people asked to join', '/events/manage/moot?tab=guests&status=requested'],
    ['3 events were submitted to Guild', '/calendars/manage/guild?tab=submissions'],
    ['18 questions to look at', '/events/manage/moot?tab=qna'],
  ]);
  await expect.element(page.getByText('Moot · oldest 1 hour ago').first()).toBeVisible();
  await expect.element(page.getByText('Spoon Carving, Bike Doctor, Choir · oldest 1 hour ago')).toBeVisible();
  await expectAccessible();
});

test.each([
  ['a refund', { data: [at('Moot', { refunds: 1 })] }, /1 thing waits for you: it is about money\.$/],
  ['a refused debit', { data: [at('Moot', { debits: 1 })] }, /1 thing waits for you: it is about money\.$/],
  ['an access request', { data: [at('Moot', { access: 1 })] }, /1 thing waits for you\.$/],
  ['a question', { data: [at('Moot', { questions: 1 })] }, /1 thing waits for you\.$/],
  ['a submission', { calendars: [{ ...calendar, submissions: 1 }] }, /1 thing waits for you\.$/],
  ['a registration', { data: [at('Moot', { registered: 1 })] }, /1 thing waits for you\.$/],
  ['an invitation', { invitations: 1 }, /1 thing waits for you\.$/],
])('start page: never says that nothing waits beside %s', async (_, waits, said) => {
  await drawHome({}, {}, waits as Partial<Attention>);
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Needs you' })).toBeVisible();
  expect(page.getByText(/Nothing is waiting/).elements()).toEqual([]);
});

test('start page: invitations name their events', async () => {
  await drawHome({}, {}, { invitations: 4, invitedTo: ['Kiln Opening', 'Choir'] });
  await expect
    .element(page.getByRole('link', { name: /You have 4 invitations.*Kiln Opening, Choir, 2 more/ }))
    .toBeVisible();
});

test('start page: five things are shown, and the others when asked for; on a phone each action is a whole line', async () => {
  await page.viewport(390, 844);
  const data = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((name) => at(name, { requests: 1 }));
  await drawHome({}, {}, { data });
  const links = page.getByRole('region', { name: 'Needs you' }).getByRole('link');
  expect(links.elements()).toHaveLength(5);
  const action = links.first().getByText('Answer').element().getBoundingClientRect();
  expect(action.height).toBeGreaterThanOrEqual(44);
  expect(action.width).toBeGreaterThan(230);
  expect(action.right).toBeLessThan(links.first().element().getBoundingClientRect().right);
  await page.getByRole('button', { name: 'Show 2 more' }).click();
  expect(links.elements()).toHaveLength(7);
});

test('start page: reported messages between people are among what needs the owner', async () => {
  await drawHome({}, {}, { reportedMessages: 2 });
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect
    .element(needs.getByRole('link', { name: /2 reported messages to review/ }))
    .toHaveAttribute('href', '/settings/reported-messages');
});
