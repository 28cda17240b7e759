import { PAGES } from '@folkmoot/contract/telemetry/rules.ts';
import { expect, test } from 'vitest';
import { router } from '../routes.tsx';

test('the list of pages that are counted is that of the router', () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual([...PAGES].toSorted());
});
