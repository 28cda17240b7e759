import * as accounts from '@folkmoot/contract/accounts/api.ts';
import { endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { liveEvent } from '@folkmoot/contract/core/live.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apart, dataOf, schemaOfEndpoint, standIn } from './contract.ts';

const find = endpoint('GET /api/v1/:serverId/things', {
  who: 'public',
  summary: 'Things.',
  query: z.object({ search: z.string() }).and(z.object({ page: z.string() })),
  returns: z.object({}),
});

describe('the contract in browsers', () => {
  test('the contract in browsers has each endpoint as an address, each live event as a name, and plain data unchanged', () => {
    expect(dataOf(find)).toEqual({
      method: 'GET',
      path: '/api/v1/:serverId/things',
      by: 'handler',
      queryNames: ['search', 'page'],
      hasBody: false,
    });
    expect(dataOf(liveEvent('thing.changed', z.object({})))).toEqual({ name: 'thing.changed' });
    expect(dataOf({ name: 3 })).toEqual({ name: 3 });
  });

  const module = { Name: z.string(), fold: () => '', ONE: /a/, AT: new Date(0), LESS: { a: undefined }, MOST: 3 };

  test('the contract in browsers takes plain data from a module of its own, and all else from the file', () => {
    expect(standIn('/a/schema.ts', module)?.split('\n')).toEqual([
      ...['Name', 'fold', 'ONE', 'AT', 'LESS'].map((name) => `export { ${name} } from "/a/schema.ts?whole";`),
      'export { MOST } from "/a/schema.ts?one=MOST";',
    ]);
  });

  test('the contract in browsers imports each value where it is, and no types', () => {
    expect(apart('/a/schema.ts', module, ' type Thing, MOST, fold as folded,\n')).toBe(
      'import { MOST as MOST } from "/a/schema.ts?one=MOST"; import { fold as folded } from "/a/schema.ts?whole";',
    );
    expect(apart('/ids.ts', { Id: z.string() }, 'Id')).toBe('import { Id as Id } from "/ids.ts";');
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
