import { choicesFrom, KIND_RULES, type StoredChoices } from '@folkmoot/contract/notifications/rules.ts';
import { KINDS, type KindChoice, type PreferencesView } from '@folkmoot/contract/notifications/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** Whether a kind is pushed to a person with preferences `n`: `choiceOf` in SQL, kept equal to it by a test. */
export const pushOf = (kind: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((n.choices -> ${kind} ->> 'push')::boolean, true)`;

const DEFAULT_MAIL = sql.raw(KINDS.map((kind) => `when '${kind}' then '${KIND_RULES[kind].mail}'`).join(' '));

/** How a kind is emailed to a person with preferences `n`. */
export const mailOf = (kind: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(n.choices -> ${kind} ->> 'mail', case ${kind} ${DEFAULT_MAIL} end)`;

/** What a person chose, and the time zone of their profile. */
export async function findPreferences(db: Db, userId: string): Promise<PreferencesView> {
  const row = await firstRow(
    db,
    sql<{ previews: boolean; choices: StoredChoices; timeZone: string }>`
      select coalesce(n.previews, true) as previews, coalesce(n.choices, '{}') as choices, u.time_zone as "timeZone"
      from users u left join notification_preferences n on n.user_id = u.id where u.id = ${userId}`,
  );
  const { previews = true, choices = {}, timeZone = 'UTC' } = row ?? {};
  return { kinds: choicesFrom(choices), previews, timeZone };
}

/** Changes what is given; other kinds stay as they are. */
export async function upsertPreferences(
  db: Db,
  userId: string,
  { kinds = [], previews }: { kinds?: readonly KindChoice[] | undefined; previews?: boolean | undefined },
): Promise<void> {
  const choices = JSON.stringify(Object.fromEntries(kinds.map(({ kind, push, mail }) => [kind, { push, mail }])));
  await sql`insert into notification_preferences (user_id, previews, choices)
    values (${userId}, ${previews ?? true}::boolean, ${choices}::jsonb)
    on conflict (user_id) do update set previews = coalesce(${previews ?? null}::boolean, notification_preferences.previews),
      choices = notification_preferences.choices || excluded.choices`.execute(db);
}
