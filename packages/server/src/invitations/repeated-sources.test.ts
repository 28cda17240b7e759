import * as api from '@folkmoot/contract/invitations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import { plansOf } from '../../test/plan.ts';
import type { Signed } from '../../test/world.ts';
import { newId } from '../core/id.ts';

/* A source that a call names many times costs what it costs once. */

let world: MediaWorld;
let host: Signed;
let at: EventFixtures;
let eventId: string;

beforeAll(async () => {
  world = await openMediaWorld('disk', {});
  host = await world.person();
  at = eventFixtures(world, host);
  eventId = (await at.published()).id;
});
afterAll(() => world.close());

type Part = { selectAll?: boolean; selected?: string[]; deselected?: string[] };

const preview = async (resourceType: 'Group' | 'Email', resourceId: string, parts: Part[]) => {
  const resourceData = parts.map((part, n) => ({
    // The same id has spellings.
    resourceId: n % 2 === 0 ? resourceId : resourceId.toUpperCase(),
    ...part,
  }));
  return (await world.call(api.previewInvite, { eventId, data: [{ resourceType, resourceData }] } as never, host)).data;
};

/** A group of so many people, and the ids of them. */
async function groupOf(count: number): Promise<{ id: string; people: string[] }> {
  const id = newId();
  await sql`insert into guest_groups (owner_id, id, name, description, created_at)
    values (${host.id}, ${id}, 'Potters', '', ${world.clock.now()})`.execute(world.db);
  const { rows } = await sql<{ id: string }>`insert into group_guests (owner_id, group_id, id, address, address_key)
    select ${host.id}::uuid, ${id}::uuid, gen_random_uuid(), n || '@repeat.example', n || '@repeat.example'
    from generate_series(1, ${count}::int) n returning id`.execute(world.db);
  return { id, people: rows.map((row) => row.id) };
}

test('a group that is named a hundred times is read once', async () => {
  const { id } = await groupOf(200);
  const parts = Array.from({ length: 100 }, () => ({ selectAll: true, deselected: [newId()] }));
  await preview('Group', id, parts);
  const counting = world.countQueries();
  expect((await preview('Group', id, parts)).count).toBe(200);
  counting.stop();
  const read = (await plansOf(world.db, counting.queries)).map((plan) => plan.read('group_guests'));
  expect(Math.max(...read)).toBeLessThan(1_000);
});

test('an upload that is named many times is taken once', async () => {
  const rows = ['Email', 'a@repeat.example', 'b@repeat.example', 'nonsense'];
  const bytes = Buffer.from(rows.join('\n'));
  const { id } = await world.upload(host, bytes, { fileName: 'a.csv', mimeType: 'text/csv', type: 'list' });
  const parts = Array.from({ length: 50 }, () => ({ selectAll: true }));
  const resourceData = parts.map((part) => ({ resourceId: id, ...part }));
  const data = [{ resourceType: 'Email' as const, resourceData }];
  const counted = (await world.call(api.previewInvite, { eventId, data } as never, host)).data;
  expect(counted).toMatchObject({ count: 2, skipped: { doubled: 0, invalid: 1 } });
});

test('of a source that is named several times, everybody is invited whom one of them names', async () => {
  const { id, people } = await groupOf(5);
  const [a = '', b = '', c = ''] = people;
  const countOf = async (...parts: Part[]) => (await preview('Group', id, parts)).count;
  expect(await countOf({ selected: [a] }, { selected: [a, b] })).toBe(2);
  expect(await countOf({ selectAll: true, deselected: [a, b] }, { selectAll: true, deselected: [b, c] })).toBe(4);
  expect(await countOf({ selectAll: true, deselected: [a, b] }, { selected: [a] })).toBe(4);
  expect(await countOf({ selected: [c] }, { selectAll: true, deselected: [b, c] }, { selected: [a] })).toBe(4);
  expect(await countOf({ selected: [] }, { selected: [c] })).toBe(1);
});
