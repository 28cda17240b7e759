import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { PublicFrame } from './PublicFrame.tsx';

test('public pages: the link that skips to the content casts a shadow only while it is shown', async () => {
  await draw(<PublicFrame>Content</PublicFrame>);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const shadow = () => getComputedStyle(skip.element()).boxShadow;
  await expect.poll(shadow).toBe('none');
  await userEvent.tab();
  await expect.element(skip).toHaveFocus();
  expect(shadow()).not.toBe('none');
  await expect.poll(() => skip.element().getBoundingClientRect().top).toBeGreaterThan(0);
  await expectAccessible();
});
