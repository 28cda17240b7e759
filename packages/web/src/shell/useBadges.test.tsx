import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import { listAttention } from '@folkmoot/contract/events/api.ts';
import { countNotifications } from '@folkmoot/contract/notifications/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { TabBar } from './frame/TabBar.tsx';
import { useBadges } from './useBadges.ts';

const count = (type: CountView['type'], unread: number, mentions: number): CountView => ({
  conversationId: crypto.randomUUID(),
  parentId: null,
  serverId: type === 'channel' ? crypto.randomUUID() : null,
  type,
  level: 'all',
  mutedUntil: null,
  version: 1,
  readSeq: 1,
  unread,
  mentions,
});

function Numbers() {
  return <output>{JSON.stringify(useBadges())}</output>;
}

test('badges: the inbox has everything that waits for you, and each other place its part', async () => {
  answer(listCounts, { data: [count('channel', 9, 3), count('one-to-one', 11, 0), count('group', 2, 1)] });
  answer(listAttention, { data: [], calendars: [], invitations: 4, invitedTo: [], reportedMessages: 0 });
  answer(countNotifications, { unread: 3, answers: 2 });
  answer(listMyCommunities, { data: [] });
  await draw(
    <>
      <Numbers />
      <TabBar />
    </>,
    { as: '0190a3b4-0000-7000-8000-0000000000b0' },
  );
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(JSON.stringify({ inbox: 21, personal: 13, mentions: 3, events: 4 }));
  await expect.element(page.getByRole('link', { name: 'Inbox 21 items' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Channels 16 messages' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Events 4 answers' })).toBeVisible();
  await expectAccessible();
});
