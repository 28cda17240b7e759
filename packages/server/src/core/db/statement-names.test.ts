import { expect, test } from 'vitest';
import { createNames } from './db.ts';

test('a query keeps its statement name, and pages of every size do not fill the database’s memory', () => {
  const names = createNames(10);
  const first = names.of('select 1 from events limit 20');
  expect(first).toBeDefined();
  const named = Array.from({ length: 100 }, (_, size) => names.of(`select 1 from events limit ${size}`));
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(3);
  expect(names.of('select 1 from events limit 20')).toBe(first);
  expect(names.of('select $1')).not.toBe(first);
  const others = Array.from({ length: 100 }, (_, n) => names.of(`select a${n} from events`));
  expect(others.filter((name) => name !== undefined)).toHaveLength(6);
});
