import * as accounts from '@folkmoot/contract/accounts/api.ts';
import { endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { liveEvent } from '@folkmoot/contract/core/live.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaOfEndpoint, standIn } from './contract.ts';

const find = endpoint('GET /api/v1/:serverId/things', {
  who: 'public',
  summary: 'Things.',
  query: z.object({ search: z.string() }).and(z.object({ page: z.string() })),
  returns: z.object({}),
});

describe('the contract in browsers', () => {
  test('the contract in browsers has each endpoint as an address, each live event as a name, and plain data unchanged', () => {
    const code = standIn('/schema.ts', {
      find,
      changed: liveEvent('thing.changed', z.object({})),
      LIMITS: { name: 3 },
    });
    expect(code?.split('\n')).toEqual([
      'export const find = {"method":"GET","path":"/api/v1/:serverId/things","by":"handler","queryNames":["search","page"],"hasBody":false};',
      'export const changed = {"name":"thing.changed"};',
      'export const LIMITS = {"name":3};',
    ]);
  });

  test('the contract in browsers has no schemas, functions or values that JSON would change', () => {
    const module = { Name: z.string(), fold: () => '', ONE: /a/, AT: new Date(0), LESS: { a: undefined }, MOST: 3 };
    expect(standIn('/a/schema.ts', module)).toBe(
      'export { Name, fold, ONE, AT, LESS } from "/a/schema.ts?whole";\nexport const MOST = 3;',
    );
  });

  test('the contract in browsers leaves a file without plain data unchanged', () => {
    expect(standIn('/ids.ts', { Id: z.string() })).toBeUndefined();
  });

  test('the contract in browsers needs no schema for any of our api files', () => {
    expect(standIn('/api.ts', accounts)).not.toContain('?whole');
  });

  test('code that takes a schema from an endpoint is reported', () => {
    const from = "import { createThing, type Thing } from '@folkmoot/contract/things/api.ts';\n";
    expect(schemaOfEndpoint(`${from}useFields({ schema: createThing.body })`)).toBe('createThing.body');
    expect(schemaOfEndpoint(`${from}call(createThing, { body: other.createThing.body })`)).toBeUndefined();
    expect(schemaOfEndpoint('useFields({ schema: createThing.body })')).toBeUndefined();
  });
});
