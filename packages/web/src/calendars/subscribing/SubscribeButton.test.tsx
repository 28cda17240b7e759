import { subscribeToCalendar } from '@folkmoot/contract/calendars/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { calendarView } from '../../../test/calendars.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { dropSession } from '../../core/token.ts';
import { SubscribeButton } from './SubscribeButton.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';

test('subscribe: a visitor is led to sign in, and back to the calendar', async () => {
  dropSession(false);
  await draw(<SubscribeButton calendar={calendarView()} />, { path: '/makers-calendar' });
  await expect
    .element(page.getByRole('link', { name: 'Subscribe' }))
    .toHaveAttribute('href', '/sign-in?next=%2Fmakers-calendar');
});

test('subscribe: somebody signed in subscribes without mail; a failure is said', async () => {
  refuse(subscribeToCalendar, { statusCode: 429, message: 'Wait a moment.' });
  await draw(<SubscribeButton calendar={calendarView()} />, { as: ME });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect.element(page.getByText('Wait a moment.')).toBeVisible();
  answer(subscribeToCalendar, { message: 'Subscribed.', data: calendarView({ subscribed: true }) });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body))
    .toEqual([{ mail: false }, { mail: false }]);
});

test('subscribe: subscribers find emails, which are on or off, and the end of it behind a menu', async () => {
  await draw(<SubscribeButton calendar={calendarView({ subscribed: true })} />, { as: ME });
  await page.getByRole('button', { name: 'Subscribed' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Unsubscribe' })).toBeVisible();
  const emails = page.getByRole('menuitemcheckbox', { name: 'Email me new events' });
  await expect.element(emails).toHaveAttribute('aria-checked', 'false');
  await expectAccessible();
});
