import { PROVIDER_PROBLEMS } from '@folkmoot/contract/accounts/providers-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { ProviderProblem } from './ProviderProblem.tsx';

const providers = [{ id: 'google', name: 'Google' }] as const;

test.each([
  ['google.away', 'Google is not available right now. Try again later, or sign in another way.'],
  ['oidc.taken', 'That account at that service is already connected to another account here.'],
  ['google.<b>Call 0800 1234</b>', 'Signing in with Google did not work. Try again, or sign in another way.'],
  ['google.constructor', 'Signing in with Google did not work. Try again, or sign in another way.'],
  ['nothing of ours', 'Signing in with that service did not work. Try again, or sign in another way.'],
])('a sign-in service led back with %j: the sentence is one of ours', async (result, sentence) => {
  await draw(<ProviderProblem result={result} providers={providers} />);
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
});

test('each sentence names the service or is about it, and ends', () => {
  for (const sentence of Object.values(PROVIDER_PROBLEMS)) expect(sentence).toMatch(/^[A-Z{][^!]*\.$/);
});
