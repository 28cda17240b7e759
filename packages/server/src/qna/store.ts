import type { Seeing } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationRole } from '@folkmoot/contract/participations/schema.ts';
import { DEFAULTS, type SettingsFields } from '@folkmoot/contract/qna/schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { type Db, firstRow } from '../core/db/db.ts';
import { createBatched } from '../core/grouped.ts';
import { SEEING } from '../events/store.ts';
import { epoch, partsOf, type Viewer, viewerJoins } from '../participations/fragments-store.ts';

/** An event's Q&A, and what its viewer is at the event, as the database knows it. */
export type QnaRow = Seeing & {
  id: string;
  alias: string;
  name: string;
  serverId: string | null;
  start_epoc: number | null;
  end_epoc: number | null;
  tbdDate: boolean;
  showGuests: boolean;
  participationId: string | null;
  /** The account behind the viewer's participation, if it has one. */
  ownUserId: string | null;
  role: ParticipationRole | null;
  /** Under which name they ask; null for people without a place and without an account. */
  viewerName: string | null;
  viewerPhoto: string | null;
  /** They and somebody else have blocked each other. */
  hides: boolean;
  settings: (Omit<SettingsFields, 'holdWords'> & { holdWords: string[]; code: string | null }) | null;
};

const SETTINGS = sql`case when q.event_id is not null then json_build_object('status', q.status, 'approveQuestionsForModeration', q.approve,
  'allowAnonymousQuestions', q.allow_anonymous, 'whoCanComment', q.who_can_comment, 'joinByCode', q.join_by_code,
  'holdWords', q.hold_words, 'code', q.code) end`;

/** Everything of `QnaRow`, for viewers of an event. Both may be values, or columns of a statement around it. */
function qnaOf(eventId: unknown, who: Viewer) {
  const account =
    who.userId === undefined || who.participationId !== undefined ? sql`own.user_id` : sql`${who.userId}::uuid`;
  return sql<QnaRow>`select ${SEEING(who)}, e.id, e.alias, e.name, e.server_id as "serverId", ${epoch('e.start_at')} as start_epoc,
      ${epoch('e.end_at')} as end_epoc, e.tbd_date as "tbdDate", e.show_guests as "showGuests", own.id as "participationId",
      own.user_id as "ownUserId", own.role, ${SETTINGS} as settings,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), nullif(trim(own.first_name || ' ' || own.last_name), ''), u.username) as "viewerName", u.image as "viewerPhoto",
      ${who.userId === undefined ? sql`false` : sql`cardinality(${hiddenFrom(who.userId)}) > 0`} as hides
    from events e ${viewerJoins(who)} left join users u on u.id = ${account} left join qna_settings q on q.event_id = e.id
    where e.id = ${eventId}`;
}

const readQna = compileOnce<{ as: readonly string[] }, Viewer & { eventId: string }, QnaRow>(({ as }, values) =>
  qnaOf(values.eventId, Object.fromEntries(as.map((name) => [name, values[name as keyof Viewer]]))),
);

/** Finds an event's Q&A for a viewer; undefined if there is no such event. */
export type FindQna = (db: Db, eventId: string, who: Viewer) => Promise<QnaRow | undefined>;

export const findQna: FindQna = async (db, eventId, who) => {
  const as = partsOf(who);
  const [row] = await readQna(db, { as }, { ...who, eventId });
  return row;
};

const readForMany = compileOnce<object, { given: string }, QnaRow & { nth: number }>((_, { given }) => {
  // Columns of `g` stand where one viewer has values.
  const who = { userId: sql.ref('g.viewer') as unknown as string };
  return sql<
    QnaRow & { nth: number }
  >`select g.nth, here.* from jsonb_to_recordset(${given}::jsonb) g (nth int, event uuid, viewer uuid)
    cross join lateral (${qnaOf(sql.ref('g.event'), who)}) here`;
});

/**
 * Finds it for people who come while others are being looked up in one statement with them: a hall asks and votes at the same moment.
 * Outside transactions only.
 */
export function createQnaFinder(db: Db): FindQna {
  const find = createBatched<{ event: string; viewer: string }, QnaRow | undefined>(async (some) => {
    const [first] = some;
    if (some.length === 1 && first) return [await findQna(db, first.event, { userId: first.viewer })];
    const given = JSON.stringify(some.map((one, nth) => ({ nth, ...one })));
    const found = new Map((await readForMany(db, {}, { given })).map(({ nth, ...row }) => [nth, row]));
    return some.map((_, nth) => found.get(nth));
  });
  return (tx, event, who) =>
    who.userId !== undefined && who.participationId === undefined
      ? find({ event, viewer: who.userId })
      : findQna(tx, event, who);
}

/** The settings of an event that has its own, with the row locked; those that every event begins with are written first. */
export async function lockSettings(
  db: Db,
  eventId: string,
  now: Date,
): Promise<SettingsFields & { code: string | null }> {
  const { status, approveQuestionsForModeration: approve, allowAnonymousQuestions: anonymous } = DEFAULTS;
  const { whoCanComment, joinByCode, holdWords } = DEFAULTS;
  await sql`insert into qna_settings (event_id, status, approve, allow_anonymous, who_can_comment, join_by_code, hold_words, changed_at)
    values (${eventId}, ${status}, ${approve}, ${anonymous}, ${whoCanComment}, ${joinByCode}, ${holdWords}, ${now})
    on conflict do nothing`.execute(db);
  const row = await firstRow(
    db,
    sql<{ settings: SettingsFields & { code: string | null } }>`
      select ${SETTINGS} as settings from qna_settings q where q.event_id = ${eventId} for no key update`,
  );
  return row?.settings ?? { ...DEFAULTS, code: null };
}

export async function updateSettings(
  db: Db,
  eventId: string,
  settings: SettingsFields & { code: string | null },
  now: Date,
): Promise<void> {
  const { status, whoCanComment, joinByCode, holdWords, code } = settings;
  await sql`update qna_settings set status = ${status}, approve = ${settings.approveQuestionsForModeration},
    allow_anonymous = ${settings.allowAnonymousQuestions}, who_can_comment = ${whoCanComment}, join_by_code = ${joinByCode},
    hold_words = ${holdWords}, code = ${code}, changed_at = ${now} where event_id = ${eventId}`.execute(db);
}

export async function isCodeFree(db: Db, code: string): Promise<boolean> {
  return (await firstRow(db, sql`select 1 from qna_settings where code = ${code}`)) === undefined;
}

/** The event whose Q&A has a code. */
export async function findByCode(db: Db, code: string): Promise<{ eventId: string; joinByCode: boolean } | undefined> {
  return firstRow(
    db,
    sql<{ eventId: string; joinByCode: boolean }>`
      select event_id as "eventId", join_by_code as "joinByCode" from qna_settings where code = ${code}`,
  );
}

/** Figures of a Q&A. Anonymous askers are in no row, so `people` leaves them out. */
export async function findStats(
  db: Db,
  eventId: string,
): Promise<{ questions: number; answered: number; votes: number; people: number; anonymous: number; pending: number }> {
  const row = await firstRow(
    db,
    sql<Awaited<ReturnType<typeof findStats>>>`select count(*) filter (where shown)::int as questions,
        count(*) filter (where state = 'answered')::int as answered, coalesce(sum(votes) filter (where shown), 0)::int as votes,
        count(*) filter (where shown and is_anonymous)::int as anonymous, count(*) filter (where state = 'pending')::int as pending,
        (select count(*)::int from (select asker_id from qna_questions where event_id = ${eventId} and asker_id is not null
          union select voter_id from qna_votes where event_id = ${eventId}
          union select author_id from qna_comments where event_id = ${eventId} and author_id is not null) p) as people
      from (select *, state in ('published', 'answered') as shown from qna_questions where event_id = ${eventId}) q`,
  );
  return row ?? { questions: 0, answered: 0, votes: 0, people: 0, anonymous: 0, pending: 0 };
}

/** Faces of people who are watching: those who show their presence. */
export async function listFaces(
  db: Db,
  userIds: readonly string[],
  most: number,
): Promise<{ id: string; firstName: string; lastName: string; username: string; imageUrl: string | null }[]> {
  const rows = await sql<Awaited<ReturnType<typeof listFaces>>[number]>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl" from users u
    where u.id = any(${[...userIds]}::uuid[]) and not u.presence_hidden order by u.id limit ${most}`.execute(db);
  return rows.rows;
}

/** Whether the guest list of an event is shown to others. */
export async function showsGuests(db: Db, eventId: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ shown: boolean }>`select show_guests as shown from events where id = ${eventId}`,
  );
  return row?.shown ?? false;
}

/** How many questions wait for a host, up to two. */
export async function countPending(db: Db, eventId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ n: number }>`select count(*)::int as n from (
      select 1 from qna_questions where event_id = ${eventId} and state = 'pending' limit 2) q`,
  );
  return row?.n ?? 0;
}
