import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { previewReminder, remindInvited, testInvite } from '@folkmoot/contract/invitations/api.ts';
import type { ReminderPreview } from '@folkmoot/contract/invitations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { apiQuery } from '../../core/queries.ts';
import { RemindButton } from './RemindButton.tsx';

const me = { as: crypto.randomUUID() };

beforeEach(() => {
  const user = { id: me.as, firstName: 'Hedda', lastName: 'Host', username: 'hedda', email: 'h@post.example' };
  const profile = {
    profile_photo: null,
    timeZone: 'Europe/London',
    joinedAt: '2026-01-05T10:00:00.000Z',
    conversation: null,
  };
  answer(getMe, { user: { ...user, ...profile }, sessionId: crypto.randomUUID(), isInstallationOwner: false });
});

const counted = (count: number, skipped: Partial<ReminderPreview['skipped']> = {}, digest = 'd'): ReminderPreview => ({
  count,
  skipped: { recent: 0, reminded: 0, unreachable: 0, ...skipped },
  digest,
});

/** The letters that were sent, with their words. */
const sent = (end = '/invitations/remind') =>
  calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith(end))
    .map(({ body }) => body as { id: string; digest?: string; emailContent: { subject: string; body: string } });

/** Shows that the numbers are there. */
function Counted({ eventId }: { eventId: string }) {
  const { data } = useQuery(apiQuery(previewReminder, { eventId }));
  return data && <p>{data.count} counted</p>;
}

const panel = page.getByRole('dialog', { name: 'Remind people' });

test('reminders: whom one reaches and who is left out is said; it is tested, and sent under the numbers that were shown', async () => {
  answer(previewReminder, counted(1200, { recent: 1, reminded: 3, unreachable: 2 }));
  answer(testInvite, { message: 'A test email is on its way to you.' });
  answer(remindInvited, {
    message: '1,200 people reminded.',
    data: { mailingId: crypto.randomUUID(), count: 1200, startsAt: 0 },
  });
  await draw(<RemindButton event={eventView({ name: 'Tea & <b>cake</b>' })} />, me);
  await page.getByRole('button', { name: 'Remind 1,200 people who haven’t answered', exact: true }).click();
  await expect.element(panel.getByText('To 1,200 people', { exact: true })).toBeVisible();
  await expect
    .element(
      panel.getByText(
        /Left out: 1 person invited in the last 24 hours, 3 people already reminded and 2 people who can’t be reached\.$/,
      ),
    )
    .toBeVisible();
  await expect
    .element(panel.getByRole('textbox', { name: 'Subject' }))
    .toHaveValue('Will you come to Tea & <b>cake</b>?');
  await expectAccessible();
  await panel.getByRole('button', { name: 'Send a test', exact: true }).click();
  await expect.poll(() => sent('/invite/test')).toHaveLength(1);
  expect(sent()).toEqual([]);
  await panel.getByRole('button', { name: 'Send reminders', exact: true }).click();
  await expect
    .poll(() => sent())
    .toMatchObject([{ digest: 'd', emailContent: { subject: 'Will you come to Tea & <b>cake</b>?' } }]);
  const words = atob(sent()[0]?.emailContent.body ?? '');
  expect(words).toContain('data-field="first_name" data-fallback="there"');
  expect(words).toContain('You are invited to Tea &amp; &lt;b&gt;cake&lt;/b&gt;, and');
  await expect.element(panel).not.toBeInTheDocument();
});

test('reminders: numbers that no longer hold are counted again, and the next try is another letter with what was written', async () => {
  answer(previewReminder, counted(2));
  refuse(remindInvited, { statusCode: 409, message: 'The list has changed.', code: 'invitations.changed' });
  await draw(<RemindButton event={eventView()} />, me);
  await page.getByRole('button', { name: 'Remind 2 people who haven’t answered', exact: true }).click();
  await panel.getByRole('textbox', { name: 'Subject' }).fill('');
  await panel.getByRole('button', { name: 'Send reminders', exact: true }).click();
  await expect.element(panel.getByText('Subject is required.')).toBeVisible();
  expect(sent()).toEqual([]);
  await panel.getByRole('textbox', { name: 'Subject' }).fill('Coming?');
  answer(previewReminder, counted(1, {}, 'e'));
  await panel.getByRole('button', { name: 'Send reminders', exact: true }).click();
  await expect.element(panel.getByText('The list has changed.')).toBeVisible();
  await panel.getByRole('button', { name: 'Send reminder', exact: true }).click();
  await expect.poll(() => sent().map(({ digest }) => digest)).toEqual(['d', 'e']);
  const [first, second] = sent();
  expect(second?.id).not.toBe(first?.id);
  expect(second?.emailContent.subject).toBe('Coming?');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Leave without sending?')).toBeVisible();
});

test('reminders: nothing is offered if there is nobody to remind, or the event is over', async () => {
  answer(previewReminder, counted(0, { recent: 4 }));
  const id = crypto.randomUUID();
  const over = eventView({ start_epoc: 1_600_000_000, end_epoc: 1_600_003_600 });
  await draw(
    <>
      <RemindButton event={eventView({ id })} />
      <RemindButton event={over} />
      <Counted eventId={id} />
    </>,
    me,
  );
  await expect.element(page.getByText('0 counted')).toBeVisible();
  const counts = () => new Set(calls.map(({ path }) => path).filter((path) => path.endsWith('/invitations/remind')));
  await expect.poll(counts).toEqual(new Set([`/api/v1/events/${id}/invitations/remind`]));
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
