import { expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf, BACKENDS, type Backend, endpoint } from './endpoint.ts';

const of = (backend?: Backend) =>
  endpoint('GET /api/v1/accounts/:userId', {
    who: 'signedIn',
    returns: z.object({}),
    summary: 'Get an account.',
    ...(backend && { backend }),
  });

test('an endpoint without a backend has the path it was given', () => {
  expect(of().path).toBe('/api/v1/accounts/:userId');
});

test.each(Object.entries(BACKENDS))('the path of an endpoint of the %s backend begins with "%s"', (backend, prefix) => {
  expect(of(backend as Backend).path).toBe(`${prefix}/api/v1/accounts/:userId`);
  expect(addressOf(of(backend as Backend)).path).toBe(`${prefix}/api/v1/accounts/:userId`);
});
