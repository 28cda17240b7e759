import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { NotifyDialog } from './NotifyDialog.tsx';

test.each([
  ['Save and notify', [[true]]],
  ['Save without notifying', [[false]]],
  ['Cancel', []],
])('tell guests about a change: %s is answered as chosen', async (button, answers) => {
  const onAnswer = vi.fn();
  await openDialog(<NotifyDialog onAnswer={onAnswer} />);
  const dialog = page.getByRole('dialog', { name: 'Notify everyone who is going?' });
  await expect.element(dialog.getByRole('button', { name: 'Save and notify' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expectFocusReturned();
  expect(onAnswer.mock.calls).toEqual(answers);
});
