import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { refusals } from '@folkmoot/contract/personal/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { conversationFacts, messageView } from '../../../test/conversations.ts';
import { draw, openDialog } from '../../../test/draw.tsx';
import { Composer } from '../../conversations/composer/Composer.tsx';
import { MessageEditor } from '../../conversations/editing/MessageEditor.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ApiError, offlineError } from '../api-error.ts';
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

test('toasts: trying again is offered where it helps in a moment, and not where a rule wants an hour', async () => {
  await draw(null);
  const refused = ({ code, status, message }: { code: string; status: number; message: string }) =>
    new ApiError({ code, statusCode: status, message });
  toast.failed(refused(refusals.tooManyNew), { again: () => undefined });
  await expect.element(alert).toHaveTextContent(refusals.tooManyNew.message);
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  toast.failed(refused(core.slowDown), { again: () => undefined });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('toasts: one of a single line is one line high on a phone, whose buttons are larger', async () => {
  await page.viewport(390, 844);
  await draw(null);
  toast.done('Welcome to the guild.');
  await expect.element(page.getByRole('status').filter({ hasText: 'Welcome' })).toBeVisible();
  const box = page.getByRole('status').filter({ hasText: 'Welcome' }).element();
  await expect.poll(() => box.getBoundingClientRect().height).toBeLessThan(58);
  await page.viewport(720, 900);
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

/** The newest toast covers nothing of this, once it has come to rest. */
async function expectClear(element: () => Element): Promise<void> {
  await expect.element(alert).toBeVisible();
  const overlap = () => {
    const [one, other] = [alert.element().getBoundingClientRect(), element().getBoundingClientRect()];
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, Math.min(across, down));
  };
  await expect.poll(overlap).toBe(0);
}

test.each([
  ['at the bottom of a desktop', 1440, { right: 0, bottom: 110 }],
  ['at the top of a phone', 390, { left: 0, top: 70 }],
])('toasts: they leave a message free that is edited %s', async (_, width, place) => {
  await page.viewport(width, 900);
  await draw(
    <div style={{ position: 'fixed', ...place }}>
      <MessageEditor
        facts={conversationFacts()}
        message={messageView({ text: 'I bring two.' })}
        text="I bring three."
        onText={() => undefined}
        onSave={async () => undefined}
      />
    </div>,
  );
  const form = page.getByRole('form', { name: 'Edit message' });
  await expect.element(form).toBeVisible();
  toast.failed(new Error('x'), { fallback: 'Could not save the message.' });
  await expectClear(() => form.element());
});

test('toasts: on a phone they leave the title and the buttons of a dialog free', async () => {
  await page.viewport(390, 844);
  await openDialog(
    <Dialog title="Add a host" footer={<button type="button">Invite</button>}>
      Choose somebody.
    </Dialog>,
  );
  toast.failed(new Error('x'), { fallback: 'Could not invite them.' });
  await expectClear(() => page.getByRole('button', { name: 'Close' }).element());
  await expectClear(() => page.getByRole('button', { name: 'Invite' }).element());
});

test.each([
  ['at the bottom of a desk', 1440, { right: 20, bottom: 30 }],
  ['at the top of a phone', 390, { left: 20, top: 70 }],
])('toasts: what has the focus is not covered, %s', async (_, width, place) => {
  await page.viewport(width, 900);
  await draw(
    <button type="button" style={{ position: 'fixed', ...place, height: 40 }}>
      Approve
    </button>,
  );
  const button = page.getByRole('button', { name: 'Approve' });
  (button.element() as HTMLElement).focus();
  toast.failed(new Error('x'), { fallback: 'Could not approve them.' });
  await expectClear(() => button.element());
  // Also where the focus comes while the toast is there.
  (button.element() as HTMLElement).blur();
  (button.element() as HTMLElement).focus();
  await expectClear(() => button.element());
  await page.viewport(720, 900);
});
