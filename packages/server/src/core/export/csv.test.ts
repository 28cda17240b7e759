import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { SAFE_CELLS } from './csv.ts';

test.each(['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\uFE62', '\uFE63', '\uFE66', '\uFE6B'])(
  'a cell that begins with %s is no formula',
  (sign) => {
    const [, row = ''] = stringify([{ cell: `${sign}1+1` }], { ...SAFE_CELLS, columns: ['cell'] }).split('\n');
    expect(row).toBe(`"'${sign}1+1"`);
  },
);
