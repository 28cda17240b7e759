import { listCalendars } from '@folkmoot/contract/calendars/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { calendarView } from '../../../test/calendars.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { PutOnCalendarDialog } from './PutOnCalendarDialog.tsx';

test('add to a calendar: the one that the event is on already is not offered', async () => {
  const on = calendarView({ role: { role: 'owner' } });
  const other = calendarView({ name: 'Town', alias: 'town', role: { role: 'owner' } });
  answer(listCalendars, { mine: [on, other], subscribed: [] } as never);
  await openDialog(<PutOnCalendarDialog event={eventView({ calendar: { alias: on.alias, name: on.name } })} />);
  await expect.element(page.getByRole('button', { name: 'Already on it' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Add event' })).toBeEnabled();
  await expectAccessible();
});
