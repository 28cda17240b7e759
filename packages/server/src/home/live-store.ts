import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { EVENT_COUNTS, LIMITS, type NewMemberView } from '@folkmoot/contract/home/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { nextJson } from '../events/store.ts';
import { picturesOfHome } from '../media/home-pictures-store.ts';
import type { FileRow } from '../media/store.ts';

/** Nobody who is hidden from the viewer; for visitors there is nobody. */
const notHidden = (viewerId: string | undefined) =>
  viewerId === undefined ? sql`` : sql`and not m.user_id = any(${hiddenFrom(viewerId)})`;

const PERSON = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl"`;

/** What a page shows of the community beside its sections. */
export type Beside = {
  pictures: FileRow[];
  nextEvents: EventCard[];
  newMembers: NewMemberView[];
  people: PersonView[];
};

export type Wanted = {
  serverId: string;
  viewerId: string | undefined;
  /** Pictures and people that sections name. */
  pictures: readonly string[];
  people: readonly string[];
  /** Whether a section shows events that are next, or new members. */
  events: boolean;
  members: boolean;
};

type Shape = Record<'viewer' | 'pictures' | 'people' | 'events' | 'members', boolean>;
type Values = Pick<Wanted, 'serverId' | 'viewerId'> & { pictures: string[]; people: string[]; now: Date };

const listOf = (rows: RawBuilder<unknown> | false) =>
  rows ? sql`(select coalesce(json_agg(row_to_json(x)), '[]'::json) from (${rows}) x)` : sql`'[]'::json`;

const readBeside = compileOnce<Shape, Values, Beside>((shape, values) => {
  const viewerId = shape.viewer ? values.viewerId : undefined;
  return sql<Beside>`select ${listOf(shape.pictures && picturesOfHome(values.serverId, values.pictures))} as pictures,
    ${shape.events ? nextJson({ userId: viewerId }, values.serverId, MOST_EVENTS, values.now) : sql`'[]'::json`} as "nextEvents",
    ${listOf(shape.members && newMembers(values.serverId, viewerId))} as "newMembers",
    ${listOf(shape.people && peopleAmong(values.serverId, values.people, viewerId))} as people`;
});

/** Everything that a page shows of the community beside its sections, in one statement. */
export async function findBeside(db: Db, wanted: Wanted, now: Date): Promise<Beside> {
  const { serverId, viewerId, pictures, people, events, members } = wanted;
  const shape = {
    viewer: viewerId !== undefined,
    pictures: pictures.length > 0,
    people: people.length > 0,
    events,
    members,
  };
  if (!shape.pictures && !shape.people && !events && !members) return NOTHING;
  const values = { serverId, viewerId, pictures: [...pictures], people: [...people], now };
  const [row = NOTHING] = await readBeside(db, shape, values);
  const newMembers = row.newMembers.map((one) => ({ ...one, joinedAt: new Date(one.joinedAt).toISOString() }));
  return { ...row, newMembers };
}

const NOTHING: Beside = { pictures: [], nextEvents: [], newMembers: [], people: [] };
const MOST_EVENTS = Math.max(...EVENT_COUNTS);

/** The people who joined a community last, newest first. */
const newMembers = (serverId: string, viewerId: string | undefined) =>
  sql`select ${PERSON}, m.joined_at as "joinedAt" from members m join users u on u.id = m.user_id
    where m.server_id = ${serverId} ${notHidden(viewerId)}
    order by m.joined_at desc, m.user_id desc limit ${sql.lit(LIMITS.newMembers)}`;

/** Those of the people who are members of a community, as far as the viewer may see them. */
const peopleAmong = (serverId: string, userIds: string[], viewerId: string | undefined) =>
  sql<PersonView>`select ${PERSON} from members m join users u on u.id = m.user_id
    where m.server_id = ${serverId} and m.user_id = any(${userIds}::uuid[]) ${notHidden(viewerId)} order by u.id`;

/** Those of the people who are members of a community, by id. */
export async function listMembersAmong(db: Db, serverId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await allRows(db, peopleAmong(serverId, [...userIds], undefined));
  return rows.map(({ id }) => id);
}

/** How many of the people are members of a community. */
export async function countMembersAmong(db: Db, serverId: string, userIds: readonly string[]): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from members
      where server_id = ${serverId} and user_id = any(${[...userIds]}::uuid[])`,
  );
  return row?.count ?? 0;
}
