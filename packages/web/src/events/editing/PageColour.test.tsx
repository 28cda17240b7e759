import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { PageColour } from './PageColour.tsx';

test('page colour: each is called as everybody calls it', async () => {
  await draw(<PageColour value="woad" picked="slate" onChange={() => undefined} />);
  await expect.element(page.getByRole('radio', { name: 'Blue' })).toBeChecked();
  const names = page.getByRole('radio').elements();
  expect(names.map((one) => one.getAttribute('aria-label')).join(' ')).toBe(
    'Green Yellow Red Blue Orange Teal Purple Pink Grey',
  );
});
