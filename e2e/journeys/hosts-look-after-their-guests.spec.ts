import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import type { Person } from '../people.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

type Made = { id: string; alias: string };
type Saved = { data: { question_id: string; question_version_id: string }[] };

const DAY = 86_400;

/** A published event that asks one thing, with whoever is named on its list. */
async function eventOf(host: Person, name: string, fields: object, guests: [Person, string][]): Promise<Made> {
  const start = Math.floor(Date.now() / 1000) + 9 * DAY;
  const times = { start_epoc: start, end_epoc: start + 7200, time_zone: 'Europe/London' };
  const { data } = await host.api<{ data: Made }>('POST', '/events', { name, ...times, ...fields });
  const question = { question: 'Which workshop?', type: 'text', is_required: false, is_others: false, choices: [] };
  const saved = await host.api<Saved>('PUT', `/events/${data.id}/questions`, { questions: [question] });
  await host.api('POST', `/events/${data.id}/publish`);
  const [asked] = saved.data;
  for (const [guest, answer] of guests)
    await guest.api('PUT', `/events/${data.id}/register`, {
      responses: [
        {
          event_question_id: asked?.question_id,
          event_question_version_id: asked?.question_version_id,
          response_text: [answer],
          response_id: null,
        },
      ],
    });
  return data;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

for (const size of widths)
  test(`a host finds, approves, declines and adds guests, ${size.width} wide`, async ({ arrive, mailTo }) => {
    const [host, wren, jun] = [await arrive('Hedda'), await arrive('Wren', 'Halloran'), await arrive('Jun', 'Park')];
    const event = await eventOf(host, 'Kiln opening', { require_approval: true }, [
      [wren, 'Slip trailing'],
      [jun, 'The wheel'],
    ]);
    const { page } = host;
    await page.setViewportSize(size);
    await page.goto(`/events/manage/${event.alias}?tab=guests`);
    await expect(rowOf(page, 'Wren Halloran')).toContainText('Awaiting approval');
    await expectNoSeriousViolations(page);

    // An answer is found as a name is.
    await page.getByRole('searchbox', { name: 'Search guests' }).fill('slip');
    await expect(rowOf(page, 'Jun Park')).toHaveCount(0);
    await rowOf(page, 'Wren Halloran')
      .getByRole('button', { name: /^Wren Halloran/ })
      .click();
    const detail = page.getByRole('dialog', { name: 'Wren Halloran' });
    await expect(detail.getByText('Slip trailing')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Wren Halloran' }).click();
    await page.getByRole('menuitem', { name: 'Approve' }).click();
    await expect(rowOf(page, 'Wren Halloran')).toContainText('Going');
    expect((await mailTo(wren.email, { subject: /You are in/ })).text).toContain('Kiln opening');

    await page.getByRole('searchbox', { name: 'Search guests' }).fill('');
    await page.getByRole('checkbox', { name: 'Select Jun Park' }).check();
    await page.getByRole('toolbar', { name: 'Chosen guests' }).getByRole('button', { name: 'Decline' }).click();
    const declining = page.getByRole('dialog', { name: 'Decline this registration' });
    await declining.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(rowOf(page, 'Jun Park')).toContainText('Not going');

    await page.getByRole('button', { name: 'Add guest' }).click();
    const adding = page.getByRole('dialog', { name: 'Add guest' });
    await adding.getByRole('textbox', { name: 'Email' }).fill('not an address');
    await adding.getByRole('button', { name: 'Add guest' }).click();
    await expect(adding.getByText('Email is not valid')).toBeVisible();
    await adding.getByRole('textbox', { name: 'Email' }).fill(`elspeth-${event.id.slice(-6)}@post.example`);
    await adding.getByRole('textbox', { name: 'First name' }).fill('Elspeth');
    await adding.getByRole('button', { name: 'Add guest' }).click();
    await expect(rowOf(page, 'Elspeth')).toContainText('Going');
    await expectNoSeriousViolations(page);
  });

test('a registration is cancelled in the host’s own words', async ({ arrive, mailTo }) => {
  const [host, wren] = [await arrive('Hedda'), await arrive('Wren', 'Halloran')];
  const event = await eventOf(host, 'Proof day', {}, [[wren, 'Press']]);
  const { page } = host;
  await page.goto(`/events/manage/${event.alias}?tab=guests`);
  await page.getByRole('button', { name: 'Actions for Wren Halloran' }).click();
  await page.getByRole('menuitem', { name: 'Cancel registration' }).click();
  const wizard = page.getByRole('dialog', { name: 'Cancel registration' });
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expect(wizard.getByText('Choose a reason.')).toBeVisible();
  await wizard.getByRole('radio', { name: 'Other' }).check();
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expect(wizard.getByText('Write the reason.')).toBeVisible();
  await wizard.getByRole('textbox', { name: 'Your reason' }).fill('The press is being mended.');
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expect(wizard.getByRole('textbox', { name: 'Body' })).toHaveValue(/The press is being mended\./);
  await wizard.getByRole('textbox', { name: 'Subject' }).fill('');
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expect(wizard.getByText('Subject is required')).toBeVisible();
  await wizard.getByRole('textbox', { name: 'Subject' }).fill('About proof day');
  await expectNoSeriousViolations(page, { dialog: true });
  await wizard.getByRole('button', { name: 'Back' }).click();
  await expect(wizard.getByRole('textbox', { name: 'Your reason' })).toHaveValue('The press is being mended.');
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  // What was typed is still there.
  await expect(wizard.getByRole('textbox', { name: 'Subject' })).toHaveValue('About proof day');
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expect(wizard.getByRole('region', { name: 'Preview' })).toContainText('The press is being mended.');
  await wizard.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('User declined successfully')).toBeVisible();
  await expect(rowOf(page, 'Wren Halloran')).toContainText('Not going');
  expect((await mailTo(wren.email, { subject: /^About proof day$/ })).text).toContain('The press is being mended.');
});

test('the list goes out as a file, and the figures are charts and tables', async ({ arrive }) => {
  const [host, wren] = [await arrive('Hedda'), await arrive('Wren', 'Halloran')];
  const event = await eventOf(host, 'Open day', { capacity: 12 }, [[wren, '@SUM(1)']]);
  const { page } = host;
  await page.goto(`/events/manage/${event.alias}?tab=guests`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('Which workshop?');
  expect(file).toContain("'@SUM(1)");
  await page.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByText('1 going of 12 places.')).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('columnheader', { name: 'Registered' })).toBeVisible();
  await expectNoSeriousViolations(page);
});
