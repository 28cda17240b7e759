import { sql } from 'kysely';
import { allRows, type Db } from '../../src/core/db/db.ts';

/* What PostgreSQL's catalogue says about our tables, as statements that make it again. */

export type Index = {
  name: string;
  /** Of the key alone. An expression has no name here. */
  columns: string[];
  definition: string;
  /** The definition of its constraint, if it belongs to one. */
  constraint: string | null;
  isUnique: boolean;
  isPrimary: boolean;
  /** All columns that it depends on, those of its condition included. */
  uses: string[];
};

export type Table = {
  name: string;
  /** Such as `fillfactor=70`. */
  options: string | null;
  /** The columns that are not computed from others. */
  stored: string[];
  indexes: Index[];
  triggers: { definition: string }[];
};

/** A foreign key. */
export type Constraint = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  definition: string;
};

export async function readCatalogue(db: Db): Promise<{ tables: Table[]; foreign: Constraint[] }> {
  const tables = await allRows(
    db,
    sql<Table>`select c.relname::text as name, array_to_string(c.reloptions, ', ') as options,
      array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as stored,
      coalesce((select json_agg(json_build_object('definition', pg_get_triggerdef(t.oid)) order by t.tgname) from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers,
      coalesce((select json_agg(json_build_object('name', x.relname, 'isUnique', i.indisunique, 'isPrimary', i.indisprimary,
          'definition', pg_get_indexdef(i.indexrelid), 'constraint', pg_get_constraintdef(k.oid),
          'columns', array(select attname from unnest(i.indkey::int2[]) with ordinality n (at, nth)
            join pg_attribute on attrelid = c.oid and attnum = at where nth <= i.indnkeyatts order by nth),
          'uses', array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0
            and (attnum = any(i.indkey::int2[]) or attnum in (select refobjsubid from pg_depend
              where classid = 'pg_class'::regclass and objid = i.indexrelid and refobjid = c.oid)) order by attnum)) order by x.relname)
        from pg_index i join pg_class x on x.oid = i.indexrelid
        left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = c.oid and k.contype in ('p', 'u', 'x')
        where i.indrelid = c.oid), '[]') as indexes
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const foreign = await allRows(
    db,
    sql<Constraint>`select conname::text as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
      pg_get_constraintdef(oid) as definition,
      array(select attname::text from unnest(conkey) with ordinality k (n, nth) join pg_attribute on attrelid = conrelid and attnum = n order by nth) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (n, nth) join pg_attribute on attrelid = confrelid and attnum = n order by nth) as "targetColumns"
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`,
  );
  return { tables, foreign };
}
