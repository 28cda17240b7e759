import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDialog } from '../../../test/draw.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DayInput } from './DayInput.tsx';

function When() {
  const [day, setDay] = useState('2031-06-20');
  return (
    <Dialog title="Move the event">
      <DayInput label="Day" value={day} onChange={setDay} />
    </Dialog>
  );
}

const field = page.getByRole('textbox', { name: 'Day' });
const day = (name: string) => page.getByRole('button', { name });

test('a day: the calendar stays closed where the focus only comes, and opens by a click', async () => {
  await openDialog(<When />);
  await expect.element(field).toHaveFocus();
  expect(day('20 June 2031').elements()).toEqual([]);
  await field.click();
  await day('12 June 2031').click();
  await expect.element(field).toHaveValue('Thu, June 12, 2031');
  await expect.poll(() => day('12 June 2031').elements()).toEqual([]);
});

test('a day: the arrow key down leads into the calendar, where keys go from day to day and choose', async () => {
  await openDialog(<When />);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(day('20 June 2031')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(day('21 June 2031')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Sat, June 21, 2031');
  await expect.element(field).toHaveFocus();
});

test('a day: Escape closes its calendar and not the dialog', async () => {
  await openDialog(<When />);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(day('20 June 2031')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => day('20 June 2031').elements()).toEqual([]);
  await expect.element(page.getByRole('dialog', { name: 'Move the event' })).toBeVisible();
  await expect.element(field).toHaveFocus();
});
