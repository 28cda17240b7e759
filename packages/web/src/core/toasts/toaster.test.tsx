import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { conversationFacts } from '../../../test/conversations.ts';
import { draw } from '../../../test/draw.tsx';
import { Composer } from '../../conversations/composer/Composer.tsx';
import { offlineError } from '../api-error.ts';
import { toast } from './toast.ts';

const alert = page.getByRole('alert');

test('toasts: a failure of the connection disappears when the connection is back, another one stays', async () => {
  await draw(null);
  toast.failed(offlineError());
  toast.failed(new Error('x'), { fallback: 'Could not pin the message.' });
  await expect.poll(() => alert.elements().length).toBe(2);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => alert.elements().length).toBe(1);
  await expect.element(alert).toHaveTextContent('Could not pin the message.');
});

test('toasts: they are above the composer, and leave Send free', async () => {
  await page.viewport(1440, 900);
  await draw(
    <div style={{ position: 'fixed', insetInline: 0, bottom: 0 }}>
      <Composer
        facts={conversationFacts()}
        name="hearth"
        around={undefined}
        people={undefined}
        onEditLast={() => undefined}
      />
    </div>,
  );
  const send = page.getByRole('button', { name: 'Send' });
  await expect.element(send).toBeVisible();
  toast.failed(new Error('x'), { fallback: 'Could not pin the message.' });
  await expect.element(alert).toBeVisible();
  await expect
    .poll(() => alert.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(send.element().getBoundingClientRect().top);
  await expect.poll(() => alert.element().getBoundingClientRect().right).toBeGreaterThan(1000);
});
