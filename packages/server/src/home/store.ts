import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { Visibility } from '@folkmoot/contract/communities/schema.ts';
import { FIRST_PAGE } from '@folkmoot/contract/home/rules.ts';
import { type FaqView, LIMITS, type PublishedPage } from '@folkmoot/contract/home/schema.ts';
import type { SectionFields } from '@folkmoot/contract/home/sections-schema.ts';
import { sql } from 'kysely';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

/** A person as JSON, or null where the account is gone. */
const person = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<PersonView | null>`case when ${of('id')} is not null then json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')},
    'lastName', ${of('last_name')}, 'username', ${of('username')}, 'imageUrl', ${of('image')}) end`;
};

/** A community with the page that is published. */
export type HomeRow = {
  serverId: string;
  slug: string;
  name: string;
  visibility: Visibility;
  version: number;
  publishedVersion: number;
  published: SectionFields[];
  publishedAt: Date;
  faqs: FaqView[];
  faqsVersion: number;
};

/** The same for those who change it: with the draft, and who did what. */
export type EditedRow = HomeRow & {
  draft: SectionFields[];
  changedAt: Date;
  changedBy: PersonView | null;
  publishedBy: PersonView | null;
};

/** What a community without a row has. */
const NOTHING_YET = sql`${JSON.stringify(FIRST_PAGE)}::jsonb`;

const HOME = sql`s.id as "serverId", s.slug, s.name, s.visibility, coalesce(h.version, 0) as version,
  coalesce(h.published_version, 0) as "publishedVersion", coalesce(p.sections, ${NOTHING_YET}) as published,
  coalesce(p.published_at, s.created_at) as "publishedAt", coalesce(h.faqs, '[]'::jsonb) as faqs, coalesce(h.faqs_version, 0) as "faqsVersion"`;

const FROM = sql`from servers s left join homes h on h.server_id = s.id
  left join home_pages p on p.server_id = h.server_id and p.version = h.published_version`;

const readHome = compileOnce<object, { serverId: string }, HomeRow>(
  (_, { serverId }) => sql<HomeRow>`select ${HOME} ${FROM} where s.id = ${serverId}`,
);

/** A community's home as people see it; undefined if there is no such community. */
export async function findHome(db: Db, serverId: string): Promise<HomeRow | undefined> {
  return (await readHome(db, {}, { serverId }))[0];
}

/** A community's home as people who change it see it. */
export function findEdited(db: Db, serverId: string): Promise<EditedRow | undefined> {
  return firstRow(
    db,
    sql<EditedRow>`select ${HOME}, coalesce(h.sections, ${NOTHING_YET}) as draft, coalesce(h.changed_at, s.created_at) as "changedAt",
        ${person('c')} as "changedBy", ${person('u')} as "publishedBy"
      ${FROM} left join users c on c.id = h.changed_by left join users u on u.id = p.published_by where s.id = ${serverId}`,
  );
}

/** Makes a community's row if there is none, with its first page, and locks it until the command ends. */
export async function lockHome(db: Db, serverId: string): Promise<void> {
  await sql`with made as (
      insert into homes (server_id, sections, version, changed_at, published_version)
      select id, ${NOTHING_YET}, 0, created_at, 0 from servers where id = ${serverId}
      on conflict (server_id) do nothing returning server_id, changed_at)
    insert into home_pages (server_id, version, sections, published_at)
    select server_id, 0, ${NOTHING_YET}, changed_at from made`.execute(db);
  await sql`select 1 from homes where server_id = ${serverId} for update`.execute(db);
}

/** Replaces the draft of a locked home. Returns its new version. */
export async function updateDraft(
  db: Db,
  serverId: string,
  sections: readonly SectionFields[],
  by: string,
  now: Date,
): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ version: number }>`update homes set sections = ${JSON.stringify(sections)}::jsonb, version = version + 1,
        changed_at = ${now}, changed_by = ${by} where server_id = ${serverId} returning version`,
  );
  return row?.version ?? 0;
}

/** Publishes the draft of a locked home, and forgets the pages that are not kept any longer. */
export async function publishDraft(db: Db, serverId: string, by: string, now: Date): Promise<void> {
  await sql`insert into home_pages (server_id, version, sections, published_at, published_by)
    select server_id, version, sections, ${now}, ${by} from homes where server_id = ${serverId}`.execute(db);
  await sql`update homes set published_version = version where server_id = ${serverId}`.execute(db);
  await sql`delete from home_pages where server_id = ${serverId} and version < (
    select min(version) from (select version from home_pages where server_id = ${serverId}
      order by version desc limit ${sql.lit(LIMITS.history)}) kept)`.execute(db);
}

/** The sections of a page that was published, if it is kept. */
export async function findPage(db: Db, serverId: string, version: number): Promise<SectionFields[] | undefined> {
  const row = await firstRow(
    db,
    sql<{
      sections: SectionFields[];
    }>`select sections from home_pages where server_id = ${serverId} and version = ${version}`,
  );
  return row?.sections;
}

/** The pages that are kept, newest first. */
export async function listHistory(db: Db, home: HomeRow): Promise<PublishedPage[]> {
  const rows = await allRows(
    db,
    sql<Omit<PublishedPage, 'publishedAt'> & { publishedAt: Date }>`
      select p.version, p.published_at as "publishedAt", ${person('u')} as "publishedBy", jsonb_array_length(p.sections) as sections
      from home_pages p left join users u on u.id = p.published_by where p.server_id = ${home.serverId}
      order by p.version desc limit ${sql.lit(LIMITS.history)}`,
  );
  // A community that never changed its page has the first one, and no row.
  if (rows.length === 0) {
    const publishedAt = home.publishedAt.toISOString();
    return [{ version: 0, publishedAt, publishedBy: null, sections: home.published.length }];
  }
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
}

/** Replaces the FAQs of a locked home. Returns their new version. */
export async function updateFaqs(db: Db, serverId: string, faqs: readonly FaqView[]): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ version: number }>`update homes set faqs = ${JSON.stringify(faqs)}::jsonb, faqs_version = faqs_version + 1
      where server_id = ${serverId} returning faqs_version as version`,
  );
  return row?.version ?? 0;
}
