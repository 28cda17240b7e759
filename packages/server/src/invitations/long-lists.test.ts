import * as api from '@folkmoot/contract/invitations/api.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { emails, letter } from '../../test/fixtures/invitation-fixtures.ts';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { newId } from '../core/id.ts';

let world: MediaWorld;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openMediaWorld('disk', { INVITES_PER_DAY: '100000' });
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
  // Not a new account, which may invite few.
  await sql`update users set created_at = created_at - interval '60 days' where id = ${host.id}`.execute(world.db);
});
afterAll(() => world.close());

const MANY = LIMITS.named + 500;
const csv = (rows: readonly string[]) => Buffer.from(['Email,First name,Last name', ...rows].join('\n'));
const row = (n: number) => `p${n}@long.example,Pat${n},Long`;
const MANY_ROWS = Array.from({ length: MANY }, (_, n) => row(n));
const upload = async (bytes: Buffer, as = host) =>
  (await world.upload(as, bytes, { fileName: 'people.csv', mimeType: 'text/csv', type: 'list' })).id;
const fromList = (resourceId: string, how: object = { selectAll: true }) => [
  { resourceType: 'Email' as const, resourceData: [{ resourceId, ...how }] },
];
const preview = async (eventId: string, data: object, as = host) =>
  world.call(api.previewInvite, { eventId, data } as never, as);
const isThere = async (file: string) =>
  (await world.get(`/files/${file}/original`, { cookie: world.cookie(host) })).status === 200;

test('the people of an upload are counted, listed, invited with their names, and the upload is deleted then', async () => {
  const { id: eventId } = await at.published();
  const file = await upload(csv([...MANY_ROWS, 'nonsense,x,y', row(1)]));
  const data = [...fromList(file), ...emails('p0@long.example', 'typed@long.example')];
  const counted = (await preview(eventId, data)).data;
  expect(counted).toMatchObject({ count: MANY + 1, skipped: { doubled: 2, invalid: 1 } });
  const found = await world.call(api.listInviteUsers, { eventId, data, search: 'Pat7 long' } as never, host);
  expect(found.data.data).toMatchObject([{ name: 'Pat7 Long', email: 'p7@long.example' }]);
  expect(await isThere(file)).toBe(true);
  const call = { eventId, id: newId(), emailContent: letter(), data, digest: counted.digest };
  const sent = await world.call(api.invite, call as never, host);
  expect(sent.data.data).toMatchObject({ count: MANY + 1, skipped: ['nonsense'] });
  expect(await isThere(file)).toBe(false);
  // An answer that was lost is given again, although the list is gone.
  expect((await world.call(api.invite, call as never, host)).data.data.count).toBe(MANY + 1);
  expect((await preview(eventId, data)).problem.code).toBe('invitations.list-gone');
  const listed = await world.call(api.listInvitations, { eventId, search: 'p7@' }, host);
  expect(listed.data.data).toMatchObject([{ name: 'Pat7 Long', email: 'p7@long.example', state: 'queued' }]);
});

test.each([
  ['all but some', { selectAll: true, deselected: ['P3@long.example', 'p4@long.example', 'nobody@long.example'] }, 3],
  ['some', { selected: ['p1@long.example', { email: 'P2@long.example' }, 'nobody@long.example'] }, 2],
  ['nobody', { selected: [] }, 0],
])('of an upload, %s are chosen by their addresses', async (_, how, count) => {
  const { id: eventId } = await at.published();
  const file = await upload(csv([0, 1, 2, 3, 4].map(row)));
  expect((await preview(eventId, fromList(file, how))).data.count).toBe(count);
});

test('nothing is read of uploads of others, and nothing is sent if a list is gone or cannot be read', async () => {
  const { id: eventId } = await at.published();
  const other = await world.person();
  const foreign = await upload(csv([row(1)]), other);
  for (const id of [foreign, newId()])
    expect((await preview(eventId, fromList(id))).problem.code).toBe('invitations.list-gone');
  const { id: theirs } = await eventFixtures(world, other).published();
  expect((await preview(theirs, fromList(foreign), other)).data.count).toBe(1);
  // Who may not invite learns nothing of a list.
  expect((await preview(eventId, fromList(foreign), other)).status).toBe(403);
  const empty = await upload(csv(['nobody,x,y']));
  const refused = await world.call(
    api.invite,
    { eventId, id: newId(), emailContent: letter(), data: fromList(empty) } as never,
    host,
  );
  expect(refused.problem.message).toBe('Please upload a file containing valid email addresses.');
  const files = Array.from({ length: LIMITS.lists + 1 }, () => fromList(newId())).flat();
  const resourceData = files.flatMap((one) => one.resourceData);
  expect((await preview(eventId, [{ resourceType: 'Email', resourceData }])).problem.code).toBe(
    'invitations.too-many-listed',
  );
});
