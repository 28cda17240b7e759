import { listBlocks } from '@folkmoot/contract/blocks/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { getEvent, listEvents } from '@folkmoot/contract/events/api.ts';
import { listGroups } from '@folkmoot/contract/groups/api.ts';
import { listMentions, listUnread } from '@folkmoot/contract/inbox/api.ts';
import { countNotifications, listNotifications } from '@folkmoot/contract/notifications/api.ts';
import { listPersonal } from '@folkmoot/contract/personal/api.ts';
import { listSaved } from '@folkmoot/contract/saved/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let first: Signed;
let second: Signed;

beforeAll(async () => {
  world = await openWorld();
  first = await world.livedIn({ firstName: 'Wren' });
  second = await world.livedIn({ firstName: 'Hal', timeZone: 'Pacific/Auckland' });
});
afterAll(() => world.close());

test('a person with a past has unread channels of three communities, a mention, direct messages and notifications', async () => {
  for (const me of [first, second]) {
    const ask = async <E extends Parameters<World['call']>[0]>(endpoint: E, input: object = {}) => {
      const { status, data } = await world.call(endpoint, input as never, me);
      expect(status).toBe(200);
      return data as { data: unknown[] };
    };
    expect((await ask(listMyCommunities)).data).toHaveLength(3);
    expect((await ask(listUnread)).data.length).toBeGreaterThanOrEqual(5);
    expect((await ask(listMentions)).data).toHaveLength(1);
    expect((await ask(listPersonal, { filter: 'all' })).data).toHaveLength(2);
    expect((await ask(listNotifications)).data).toHaveLength(2);
    expect(await ask(countNotifications)).toMatchObject({ unread: 2 });
    expect((await ask(listSaved)).data).toHaveLength(1);
    expect((await ask(listGroups, { page: 1 })).data).toHaveLength(1);
    expect((await ask(listBlocks)).data).toHaveLength(1);
    for (const [view, count] of [
      ['hosting', 1],
      ['going', 1],
      ['past', 1],
      ['drafts', 1],
    ] as const)
      expect((await ask(listEvents, { view, page: 1 })).data, view).toHaveLength(count);
  }
});

test('of what is theirs alone, another person with a past sees nothing', async () => {
  const { data } = await world.call(listEvents, { view: 'hosting', page: 1 } as never, first);
  const [event] = (data as { data: { id: string }[] }).data;
  expect((await world.call(getEvent, { eventId: event?.id ?? '', token: undefined } as never, second)).status).toBe(
    403,
  );
});
