import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { useRouterState } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { useLanding } from './useLanding.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const COMMUNITY = '0190a3b4-0000-7000-8000-0000000000c0';
const CHANNEL = '0190a3b4-0000-7000-8000-0000000000d0';

const onRail = (firstChannelId: string | null): RailView => ({
  id: COMMUNITY,
  slug: 'makers',
  name: 'Makers',
  logo: null,
  cover: null,
  visibility: 'public',
  unread: 0,
  mentions: 0,
  firstChannelId,
  requests: 0,
  reports: 0,
  viewer: { memberId: crypto.randomUUID(), roleType: 'MEMBER', permissions: ['VIEW_CHANNEL'] },
});

function Joined() {
  const land = useLanding();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <p>{path}</p>
      <button type="button" onClick={() => void land({ id: COMMUNITY, slug: 'makers' })}>
        Join
      </button>
    </>
  );
}

async function joinAt(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await draw(<Joined />, { as: BEA });
  await page.getByRole('button', { name: 'Join' }).click();
}

beforeEach(() => answer(listMyCommunities, { data: [onRail(CHANNEL)] }));
afterEach(() => page.viewport(1440, 900));

test('landing: on a phone somebody who has joined is in the conversation that opens first', async () => {
  await joinAt(390, 844);
  await expect.element(page.getByText(`/channel/${CHANNEL}`)).toBeVisible();
});

test('landing: beside the sidebar it is the home of the community', async () => {
  await joinAt(1440, 900);
  await expect.element(page.getByText('/makers', { exact: true })).toBeVisible();
});

test.each([
  ['without a channel', () => answer(listMyCommunities, { data: [onRail(null)] })],
  ['where that cannot be told', () => breakDown(listMyCommunities)],
])('landing: %s it is the home on a phone, too', async (_, given) => {
  given();
  await joinAt(390, 844);
  await expect.element(page.getByText('/makers', { exact: true })).toBeVisible();
});
