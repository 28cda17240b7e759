import { endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from './openapi.ts';

test('the API page lists an endpoint under its backend’s prefix', () => {
  const disconnect = endpoint('DELETE /api/v1/accounts/disconnect', {
    backend: 'payments',
    who: 'signedIn',
    returns: z.object({}),
    summary: 'Disconnect an account.',
  });
  const document = openApi(new Map([['disconnect', disconnect]]), 'Folkmoot', '1');
  expect(Object.keys(document.paths as object)).toEqual(['/payments/api/v1/accounts/disconnect']);
});
