import { picturesOf } from '@folkmoot/contract/home/rules.ts';
import type { SectionFields } from '@folkmoot/contract/home/sections-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

/** Where a draft is among the pages of a home. */
const DRAFT = sql.lit(-1);

type Shown = { fileId: string; audience: 'everyone' | 'members' | 'nobody' };

/** Each picture of a page once, for the most people whom one of its sections is for. */
export function shownOn(sections: readonly SectionFields[]): Shown[] {
  const widest = new Map<string, Shown['audience']>();
  const rank = { nobody: 0, members: 1, everyone: 2 } as const;
  for (const section of sections) {
    const audience = section.isHidden ? 'nobody' : section.audience;
    for (const fileId of picturesOf(section)) {
      const before = widest.get(fileId);
      if (before === undefined || rank[audience] > rank[before]) widest.set(fileId, audience);
    }
  }
  return [...widest].map(([fileId, audience]) => ({ fileId, audience }));
}

/** Says anew which pictures the draft of a locked home shows. */
export async function replaceDraftPictures(
  db: Db,
  serverId: string,
  sections: readonly SectionFields[],
): Promise<void> {
  await sql`delete from home_pictures where server_id = ${serverId} and page = ${DRAFT}`.execute(db);
  const shown = shownOn(sections);
  if (shown.length === 0) return;
  await sql`insert into home_pictures (server_id, file_id, page, audience)
    select ${serverId}, x."fileId", ${DRAFT}, x.audience
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) x("fileId" uuid, audience text)`.execute(db);
}

/** The draft of a locked home has become a page: it shows the same pictures. Forgets those of pages that are not kept. */
export async function publishPictures(db: Db, serverId: string): Promise<void> {
  await sql`insert into home_pictures (server_id, file_id, page, audience)
    select d.server_id, d.file_id, h.version, d.audience from homes h
      join home_pictures d on d.server_id = h.server_id and d.page = ${DRAFT} where h.server_id = ${serverId}`.execute(
    db,
  );
  await sql`delete from home_pictures x where x.server_id = ${serverId} and x.page <> ${DRAFT}
    and not exists (select 1 from home_pages p where p.server_id = x.server_id and p.version = x.page)`.execute(db);
}

/** The pictures that the draft and the kept pages of a home show. */
export async function listShown(db: Db, serverId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select distinct file_id as id from home_pictures where server_id = ${serverId}`,
  );
  return rows.map(({ id }) => id);
}

/** For whom the published page shows a picture, and who may see the community; undefined if there is none. */
export async function findPicture(
  db: Db,
  serverId: string,
  fileId: string,
): Promise<{ visibility: string; audience: Shown['audience'] | null } | undefined> {
  return firstRow(
    db,
    sql<{ visibility: string; audience: Shown['audience'] | null }>`select s.visibility, x.audience
      from servers s left join homes h on h.server_id = s.id
        left join home_pictures x on x.server_id = h.server_id and x.file_id = ${fileId} and x.page = h.published_version
      where s.id = ${serverId}`,
  );
}
