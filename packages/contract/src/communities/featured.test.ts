import { expect, test } from 'vitest';
import { canFeature, faultsOfOrder } from './featured-rules.ts';
import { FEATURED, ORDER_FAULTS, refusals } from './featured-schema.ts';

test('only public communities can be featured, up to the limit', () => {
  const open = { visibility: 'public' } as const;
  expect(canFeature(open, FEATURED.most - 1)).toEqual({ ok: true });
  expect(canFeature(open, FEATURED.most)).toEqual({ ok: false, refusal: refusals.full });
  for (const other of [undefined, { visibility: 'private' } as const, { visibility: 'secret' } as const])
    expect(canFeature(other, 0)).toEqual({ ok: false, refusal: refusals.notPublic });
});

test.each([
  [['a', 'b'], ['b', 'a'], undefined],
  [[], [], undefined],
  [['a', 'b'], ['a'], { order: ORDER_FAULTS.missing }],
  [['a'], ['a', 'a'], { 'order.1': ORDER_FAULTS.twice }],
  [['a', 'b'], ['c', 'a'], { 'order.0': ORDER_FAULTS.unknown, order: ORDER_FAULTS.missing }],
])('of %j featured communities, the order %j has the faults %j', (featured, order, faults) =>
  expect(faultsOfOrder(order, featured)).toEqual(faults),
);
