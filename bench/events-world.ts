import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { createApp } from '../packages/server/src/app.ts';
import { systemClock } from '../packages/server/src/core/clock.ts';
import { readConfig } from '../packages/server/src/core/config.ts';
import type { Db } from '../packages/server/src/core/db/db.ts';
import { migrate } from '../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../packages/server/src/core/db/open.ts';
import { newId } from '../packages/server/src/core/id.ts';
import { createLog } from '../packages/server/src/core/log.ts';
import { makeCommunity, makePerson } from '../packages/server/src/seed/builders.ts';
import { makeMembers, onServer, tokenFor } from './world.ts';

const SHARE = Number(process.env.BENCH_SHARE ?? 1);
export const EVENT_SIZE = {
  members: Math.round(10_000 * SHARE),
  events: Math.round(1000 * SHARE),
  participations: Math.round(50_000 * SHARE),
};
/** People who register, each for one event after the other. */
const REGISTRANTS = Math.min(1000, EVENT_SIZE.members);
/** Hosts of the large event besides its creator. */
const CO_HOSTS = 7;
/** Events that they register for: ours takes them from one end and the floor from the other, and they must not meet. */
const OPEN = 120;

export type EventsWorld = {
  databaseUrl: string;
  env: Record<string, string>;
  eventId: string;
  alias: string;
  host: { userId: string; token: string };
  /** All who host the large event: one person's calls are limited, and the floor's are not. */
  hosts: { userId: string; token: string }[];
  registrants: { userId: string; token: string }[];
  open: string[];
  /** Waits until no email is due any more. */
  settled(): Promise<void>;
  drop(): Promise<void>;
};

type Made = { serverId: string; creatorId: string; eventId: string; open: readonly string[] };

/**
 * Makes a community with a thousand events, one of them with fifty thousand people on its list.
 *
 * @param more what else the measured program is told, and what else there is.
 */
export async function makeEventsWorld(
  serverUrl: string,
  more: { env?: Record<string, string>; prepare?: (db: Db, made: Made) => Promise<void> } = {},
): Promise<EventsWorld> {
  const name = `folkmoot_bench_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'folkmoot-bench-')),
    AUTH_SECRET: 'a secret that only the bench ever uses',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...more.env,
  };
  const config = readConfig(env);
  const database = await openDatabase(config);
  const { db } = database;
  await migrate(database, systemClock);
  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const people = await makeMembers(db, serverId, EVENT_SIZE.members);
  const ids = await insertEvents(db, serverId, creator.id, EVENT_SIZE.events + OPEN);
  const [eventId = '', ...rest] = ids;
  await fillEvent(db, eventId, people);
  await sql`update participations set role = 'host', status = 'going', own_act = true
    where event_id = ${eventId} and user_id = any(${people.slice(0, CO_HOSTS)}::uuid[])`.execute(db);
  await more.prepare?.(db, { serverId, creatorId: creator.id, eventId, open: rest.slice(0, OPEN) });
  await sql`analyze`.execute(db);
  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const registrants: EventsWorld['registrants'] = [];
  for (const userId of people.slice(0, REGISTRANTS))
    registrants.push({ userId, token: await tokenFor(app, db, userId) });
  const host = { userId: creator.id, token: await tokenFor(app, db, creator.id) };
  await app.http.close();
  await database.close();
  return {
    databaseUrl,
    env,
    eventId,
    alias: 'bench-1',
    host,
    hosts: [host, ...registrants.slice(0, CO_HOSTS)],
    registrants,
    open: rest.slice(0, OPEN),
    settled: () => settled(databaseUrl),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function settled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let left = 1; left > 0; ) {
      const { rows } = await client.query<{ left: number }>(
        "select (select count(*)::int from event_mails) + (select count(*)::int from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')) as left",
      );
      left = rows[0]?.left ?? 0;
      if (left > 0) await setTimeout(200);
    }
  } finally {
    await client.end();
  }
}

async function insertEvents(db: Db, serverId: string, creatorId: string, count: number): Promise<string[]> {
  const now = new Date();
  const ids = Array.from({ length: count }, () => newId());
  await sql`insert into events (id, creator_id, server_id, alias, name, summary, description, status, start_at, end_at, time_zone, in_person_address, capacity, published_at, search_text, created_at, updated_at, content_changed_at)
    select e.id, ${creatorId}, ${serverId}, 'bench-' || n, 'Event number ' || n, 'An evening at the ropeworks.', '<p>' || repeat('Bring a tray and a pencil for the log. ', 20) || '</p>', 'published',
      ${now}::timestamptz + n * interval '1 hour', ${now}::timestamptz + n * interval '1 hour' + interval '2 hours', 'Europe/London', '14 Tannery Row', 1000000, ${now}, 'event number ' || n, ${now}, ${now}, ${now}
    from unnest(${ids}::uuid[]) with ordinality e(id, n)`.execute(db);
  await sql`update events set start_at = ${now}::timestamptz + interval '30 days', end_at = ${now}::timestamptz + interval '30 days 2 hours'`.execute(
    db,
  );
  await sql`insert into aliases (alias, resource_type, resource_id, current, created_at) select alias, 'event', id, true, ${now} from events`.execute(
    db,
  );
  await sql`insert into participations (event_id, id, user_id, role, status, registered_at, changed_at)
    select id, gen_random_uuid(), ${creatorId}, 'host', 'going', ${now}, ${now} from events`.execute(db);
  return ids;
}

/** A fifth with accounts, the others with an email address only; everyone has answered two questions. */
async function fillEvent(db: Db, eventId: string, people: string[]): Promise<void> {
  const now = new Date();
  const total = EVENT_SIZE.participations;
  await sql`insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, registered_at, changed_at, search_text)
    select ${eventId}, gen_random_uuid(), case when n <= ${people.length} then (${people}::uuid[])[n] end, case when n > ${people.length} then 'guest-' || n || '@post.example' end,
      case when n > ${people.length} then 'Guest' else '' end, case when n > ${people.length} then 'Number ' || n else '' end, 'guest',
      case n % 10 when 0 then 'not_going' when 1 then 'requested' else 'going' end, ${now}::timestamptz - n * interval '40 seconds', ${now},
      'guest number ' || n || ' guest-' || n || '@post.example slip trailing on tiles no nuts please' from generate_series(1, ${total}::int) n`.execute(
    db,
  );
  for (const [position, question] of ['Which workshop would you like?', 'Anything we should know?'].entries()) {
    const [id, versionId] = [newId(), newId()];
    await sql`insert into questions (event_id, id, version_id, position) values (${eventId}, ${id}, ${versionId}, ${position})`.execute(
      db,
    );
    await sql`insert into question_versions (event_id, id, question_id, question, type, is_required, is_others, choices, created_at)
      values (${eventId}, ${versionId}, ${id}, ${question}, 'text', false, false, '[]', ${now})`.execute(db);
    await sql`insert into answers (event_id, participation_id, question_id, version_id, response_text, answered_at)
      select event_id, id, ${id}, ${versionId}, array['Slip trailing on tiles, and no nuts please'], ${now} from participations where event_id = ${eventId} and role = 'guest'`.execute(
      db,
    );
  }
  await sql`update events e set going_count = c.going, taken_count = c.going from (select count(*)::int as going from participations where event_id = ${eventId} and status = 'going' and role = 'guest') c where e.id = ${eventId}`.execute(
    db,
  );
}
