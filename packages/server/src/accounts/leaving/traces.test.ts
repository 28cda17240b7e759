import * as communities from '@folkmoot/contract/communities/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as qna from '@folkmoot/contract/qna/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import * as reports from '@folkmoot/contract/reports/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { livedFixtures } from '../../../test/fixtures/lived-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { allRows } from '../../core/db/db.ts';
import { SLICES } from '../../slices.ts';

/* After an account is deleted, the database is read as a whole: no column holds who it was, but those that say why they may. */

let mailbox: Mailbox;
let world: World;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const KEPT = new Set(
  SLICES.flatMap(({ personalData }) =>
    Object.entries(personalData?.tables ?? {}).flatMap(([table, { keep = {} }]) =>
      Object.keys(keep).map((column) => `${table}.${column}`),
    ),
  ),
);

/** The columns in which something of this person is found, but those that are kept; of split tables too (`npm run drill -- shards`). */
async function tracesOf({ id, email, username, firstName, lastName }: Signed): Promise<string[]> {
  const columns = await allRows(
    world.db,
    sql<{
      table: string;
      column: string;
    }>`select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  const needles = [id, id.replaceAll('-', ''), email, username, firstName, lastName].map((one) => one.toLowerCase());
  const found: string[] = [];
  for (const { table, column } of columns) {
    if (KEPT.has(`${table}.${column}`)) continue;
    const rows =
      await sql`select 1 from ${sql.table(table)} where lower(${sql.ref(column)}::text) like any(array[${sql.join(
        needles.map((needle) => `%${needle}%`),
      )}]) limit 1`.execute(world.db);
    if (rows.rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

const { did, lived } = livedFixtures(() => world);

const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(world.db)).rows[0];

/** What is counted, and what it should be. */
async function wrongCounts() {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'members' as what, id from servers s where member_count <> (select count(*) from members m where m.server_id = s.id)
    union all select 'inside', id from conversations c where parent_id is null and member_count <> (select count(*) from conversation_members m where m.conversation_id = c.id)
    union all select 'going', id from events e where going_count <> (select count(*) from participations p where p.event_id = e.id and p.status = 'going' and p.role in ('guest', 'featured_guest'))
    union all select 'taken', id from events e where taken_count <> (select count(*) from participations p where p.event_id = e.id and p.status in ('going', 'offered') and p.role in ('guest', 'featured_guest'))
    union all select 'waiting', id from events e where waiting_count <> (select count(*) from participations p where p.event_id = e.id and p.status = 'waitlisted')
    union all select 'listed', event_id from event_counts c where everyone <> (select count(*) from participations p where p.event_id = c.event_id)
    union all select 'tickets', t.id from tickets t where taken_count <> (select count(*) from participations p where p.ticket_id = t.id and p.status in ('going', 'offered'))
    union all select 'groups', id from guest_groups g where rule is null and guest_count <> (select count(*) from group_guests u where u.group_id = g.id)
    union all select 'votes', id from qna_questions q where votes <> (select count(*) from qna_votes v where v.question_id = q.id)`.execute(
    world.db,
  );
  return rows;
}

test('after a deletion no column of the database names or points at the person, and all counts are right', async () => {
  const zeb = await world.person({ firstName: 'Zebedee', lastName: 'Quincewort', username: 'quillfeather' });
  const ann = await world.person();
  const made = await lived(zeb, ann);
  await world.app.indexer.catchUp();
  expect(await wrongCounts()).toEqual([]);
  const before = await tracesOf(zeb);
  await leaverFixtures(() => ({ world, mailbox })).leave(zeb);
  expect(
    (await one<{ name: string }>(sql`select name from users where id = ${zeb.id}`))?.name ?? 'Deleted member',
  ).toBe('Deleted member');
  await until(async () =>
    expect((await sql`select from departures where done_at is null`.execute(world.db)).rows).toEqual([]),
  );

  // The messages whose mentions are neutral are indexed again, as after an edit.
  await world.app.indexer.catchUp();
  expect(await tracesOf(zeb)).toEqual([]);
  expect(await wrongCounts()).toEqual([]);
  // There were traces in so many columns, so that this could fail.
  expect(before.length).toBeGreaterThan(60);

  // What stays, stays.
  const listed = await world.call(conversations.listMessages, { conversationId: made.conversationId } as never, ann);
  const texts = listed.data.data.map(({ text, authorId }) => [text, authorId === null]);
  expect(texts).toContainEqual(['Second words', true]);
  expect(texts).toContainEqual(['Thank you Deleted member! `Deleted member`', false]);
  expect(
    (
      await world.call(
        conversations.listEdits,
        { conversationId: made.conversationId, messageId: made.named } as never,
        ann,
      )
    ).data.data.map(({ text }) => text),
  ).toEqual(['Thanks Deleted member, and @quill']);
  expect((await world.call(personal.getPersonal, { conversationId: made.pair }, ann)).data).toMatchObject({
    name: 'Deleted member',
    memberCount: 1,
  });
  // Pages that show them still open, and say so.
  const guests = await did(registrations.listGuests, { eventId: made.past.id } as never, ann);
  expect(guests.data.data.map(({ name, email }) => [name, email])).toContainEqual(['Deleted member', '']);
  await did(registrations.listGoing, { eventId: made.past.id } as never, ann);
  for (const { id } of [made.past, made.own]) await did(events.getEvent, { eventId: id }, ann);
  await did(qna.listQuestions, { eventId: made.past.id } as never, ann);
  await did(communities.listAuditLog, { serverId: made.serverId } as never, ann);
  await did(reports.listReports, { serverId: made.serverId } as never, ann);
  await did(conversations.listPins, { conversationId: made.conversationId }, ann);
  // What led to nothing is gone; what was paid for stays.
  const bare = async ({ id }: { id: string }) =>
    one(sql`select deserted from participations where event_id = ${id} and user_id is null and role = 'guest'`);
  expect([await bare(made.own), await bare(made.coming)]).toEqual([undefined, { deserted: true }]);
  // A copy of the event leaves the place out.
  const copy = await did(
    events.duplicateEvent,
    {
      eventId: made.past.id,
      time_zone: 'UTC',
      start_epoc: Math.floor(world.clock.now().getTime() / 1000) + 864_000,
      end_epoc: Math.floor(world.clock.now().getTime() / 1000) + 867_600,
      options: { duplicateParticipants: true },
    } as never,
    ann,
  );
  expect(
    await one(sql`select 1 from participations where event_id = ${copy.data.data.id} and user_id is null`),
  ).toBeUndefined();
  // Their coming seat went to the one who waited; their past place is there without a name.
  expect(
    (
      await one<{ status: string }>(
        sql`select status from participations where event_id = ${made.coming.id} and user_id = ${made.waits.id}`,
      )
    )?.status,
  ).toBe('offered');
  expect(
    await one(
      sql`select first_name, last_name, user_id, email, status from participations where event_id = ${made.past.id} and deserted`,
    ),
  ).toEqual({ first_name: 'Deleted', last_name: 'member', user_id: null, email: null, status: 'going' });
  expect(await one(sql`select state, total, buyer_name from orders`)).toEqual({
    state: 'paid',
    total: 105,
    buyer_name: 'Deleted member',
  });
  expect(await one(sql`select 1 from events where id = ${made.draft.id}`)).toBeUndefined();
  expect(
    await one(sql`select content, asker_id is not null as asked from qna_questions where id = ${made.question}`),
  ).toEqual({ content: 'Is there cake?', asked: true });
});
