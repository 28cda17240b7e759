import { describe, expect, test } from 'vitest';
import { checkMigrations } from './house/migrations.mjs';

const findings = (text: string, number = '0107') => {
  const path = `packages/server/migrations/${number}_things.sql`;
  return checkMigrations([{ path, text, code: text.replace(/--.*$/gm, '') }]).map(
    ({ line, message }) => `${line} ${message.split(',')[0]}`,
  );
};

describe('a migration that the release before cannot live with', () => {
  test.each([
    ['drop table pots;', 'removes a table'],
    ['drop table if exists pots cascade;', 'removes a table'],
    ['alter table pots drop column glaze;', 'removes a column'],
    ['alter table pots drop glaze;', 'removes a column'],
    ['alter table pots add column a int, drop column if exists glaze;', 'removes a column'],
    ['alter table pots rename column glaze to finish;', 'renames something'],
    ['alter table pots rename to vases;', 'renames something'],
    ['ALTER TABLE pots\n  ALTER COLUMN glaze\n  SET NOT NULL;', 'makes a column not null'],
    ['alter table pots alter glaze type int using glaze::int;', 'changes the type of a column'],
    ['alter table pots alter column glaze set data type int;', 'changes the type of a column'],
    ['alter table pots add column fired boolean not null;', 'adds a column that is not null and has no default'],
    [
      'alter table pots add column a int not null default 0, add fired boolean not null;',
      'adds a column that is not null and has no default',
    ],
  ])('is found: %s', (statement, what) => {
    expect(findings(`create table other (id int);\n\n${statement}\n`)).toEqual([`3 This ${what}`]);
    expect(findings(`-- contract: 1.4 stopped using it\n${statement}`)).toEqual([]);
    // An announcement without a release announces nothing.
    expect(findings(`-- contract: later\n${statement}`)).toHaveLength(1);
    expect(findings(statement, '0099')).toEqual([]);
  });

  test.each([
    'create table pots (id int not null, glaze text);',
    "alter table pots add column fired text not null default 'no' check (fired in ('yes', 'no'));",
    'alter table pots add column fired int not null generated always as (1) stored;',
    'alter table pots add column note text, add constraint some check (note is not null or id > 0);',
    'alter table pots alter column glaze drop not null, alter column id drop default, drop constraint pots_glaze;',
    'alter table pots alter column glaze set default 1;',
    'create index concurrently pots_glaze on pots (glaze); drop index pots_old;',
    '-- drop table pots;',
    'create table vases (id int); alter table vases add column fired boolean not null; alter table vases rename to urns;',
  ])('is not: %s', (statement) => {
    expect(findings(statement)).toEqual([]);
  });
});
