import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { follow, inDays, visit } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { type Details, type Person, somebody } from '../people.ts';
import { DETAIL, onBoth, onDesk } from '../viewports.ts';

type Made = { id: string; alias: string };
type Saved = { data: { question_id: string; question_version_id: string }[] };

/** A published event with one question and the named guests on its list, who have no accounts. */
async function eventOf(
  host: Person,
  baseURL: string | undefined,
  name: string,
  fields: object,
  guests: [Details, string][],
): Promise<Made> {
  const times = { start_epoc: inDays(9), end_epoc: inDays(9) + 7200, time_zone: 'Europe/London' };
  const { data } = await host.api<{ data: Made }>('POST', '/events', { name, ...times, ...fields });
  const question = { question: 'Which workshop?', type: 'text', is_required: false, is_others: false, choices: [] };
  const saved = await host.api<Saved>('PUT', `/events/${data.id}/questions`, { questions: [question] });
  await host.api('POST', `/events/${data.id}/publish`);
  const [asked] = saved.data;
  const of = { event_question_id: asked?.question_id, event_question_version_id: asked?.question_version_id };
  for (const [guest, answer] of guests)
    await visit(baseURL, data, guest, [{ ...of, response_text: [answer], response_id: null }]);
  return data;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

onBoth(() => {
  test('guests: a host finds, approves, declines and adds guests, who are told by email', async ({
    arrive,
    baseURL,
    mailTo,
  }) => {
    const [host, wren, jun] = [await arrive('Hedda'), somebody('Wren', 'Halloran'), somebody('Jun', 'Park')];
    const [ada, tom] = [somebody('Ada', 'Lowe'), somebody('Tom', 'Reyes')];
    const event = await eventOf(host, baseURL, 'Kiln opening', { require_approval: true }, [
      [wren, 'Slip trailing'],
      [jun, 'The wheel'],
      [ada, 'The wheel'],
      [tom, 'Press'],
    ]);
    const { page } = host;
    // A host's own words go only to confirmed addresses.
    await follow(baseURL, event, await mailTo(jun.email));
    await page.goto(`/events/manage/${event.alias}?tab=guests`);
    await expect(rowOf(page, 'Wren Halloran')).toContainText('Awaiting approval');
    await expect(page.getByRole('radio', { name: /^To approve\s*4$/ })).toBeAttached();

    // Answers can be searched like names.
    await page.getByRole('searchbox', { name: 'Search guests' }).fill('slip');
    await expect(rowOf(page, 'Jun Park')).toHaveCount(0);
    await rowOf(page, 'Wren Halloran')
      .getByRole('button', { name: /^Wren Halloran/ })
      .click();
    const detail = page.getByRole('dialog', { name: 'Wren Halloran' });
    await expect(detail.getByText('Slip trailing')).toBeVisible();
    await page.keyboard.press('Escape');
    await choose(page, 'Wren Halloran', 'Approve');
    await expect(rowOf(page, 'Wren Halloran')).toContainText('Going');
    expect((await mailTo(wren.email, { subject: /You are in/ })).text).toContain('Kiln opening');
    await page.getByRole('searchbox', { name: 'Search guests' }).fill('');

    // Several at once: two are approved, and one is declined with a preset text.
    const chosen = page.getByRole('toolbar', { name: 'Selected guests' });
    await page.getByRole('checkbox', { name: 'Select Ada Lowe' }).check();
    await page.getByRole('checkbox', { name: 'Select Tom Reyes' }).check();
    await expect(chosen).toContainText('2 selected');
    await chosen.getByRole('button', { name: 'Approve' }).click();
    await expect(chosen).toBeHidden();
    await expect(rowOf(page, 'Ada Lowe')).toContainText('Going');
    await expect(rowOf(page, 'Tom Reyes')).toContainText('Going');
    await page.getByRole('checkbox', { name: 'Select Jun Park' }).check();
    await page.getByRole('checkbox', { name: 'Select Tom Reyes' }).check();
    await chosen.getByRole('button', { name: 'Decline' }).click();
    const declining = page.getByRole('dialog', { name: 'Decline 2 registrations' });
    const text = declining.getByRole('textbox', { name: 'Message (optional)' });
    await declining.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Capacity Limitation' }).click();
    await expect(text).toHaveValue(/more requests than spots/);
    await declining.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(rowOf(page, 'Jun Park')).toContainText('Not going');
    await expect(rowOf(page, 'Tom Reyes')).toContainText('Not going');
    const mail = await mailTo(jun.email, { subject: /About your request to join/ });
    expect(mail.text).toContain('more requests than spots');

    await page.getByRole('button', { name: 'Add guest' }).click();
    const adding = page.getByRole('dialog', { name: 'Add guest' });
    await adding.getByRole('textbox', { name: 'Email' }).fill(`elspeth-${event.id.slice(-6)}@post.example`);
    await adding.getByRole('textbox', { name: 'First name' }).fill('Elspeth');
    await adding.getByRole('button', { name: 'Add guest' }).click();
    await expect(rowOf(page, 'Elspeth')).toContainText('Going');

    // A role is given and removed again.
    await choose(page, 'Elspeth', 'Make featured guest');
    await expect(rowOf(page, 'Elspeth')).toContainText('Featured');
    await choose(page, 'Elspeth', 'Make guest');
    await expect(rowOf(page, 'Elspeth')).not.toContainText('Featured');
  });
});

onDesk(() => {
  test(
    'guests: a host cancels a registration with an email in their own words, or without one',
    DETAIL,
    async ({ arrive, baseURL, mailTo }) => {
      const [host, wren, jun] = [await arrive('Hedda'), somebody('Wren', 'Halloran'), somebody('Jun', 'Park')];
      const guests: [Details, string][] = [
        [wren, 'Press'],
        [jun, 'Press'],
      ];
      const event = await eventOf(host, baseURL, 'Proof day', {}, guests);
      const { page } = host;
      for (const { email } of [wren, jun]) await follow(baseURL, event, await mailTo(email));
      await page.goto(`/events/manage/${event.alias}?tab=guests`);
      const wizard = page.getByRole('dialog', { name: 'Cancel registration' });
      const proceed = wizard.getByRole('button', { name: 'Proceed' });

      // Without an email it is done at once.
      await choose(page, 'Jun Park', 'Cancel registration');
      await wizard.getByRole('radio', { name: 'Criteria Not Met' }).check();
      await wizard.getByRole('switch', { name: 'Send update email' }).click();
      await proceed.click();
      await expect(rowOf(page, 'Jun Park')).toContainText('Not going');

      await choose(page, 'Wren Halloran', 'Cancel registration');
      await wizard.getByRole('radio', { name: 'Other' }).check();
      await wizard.getByRole('textbox', { name: 'Your reason' }).fill('The press is being mended.');
      await proceed.click();
      await wizard.getByRole('textbox', { name: 'Subject' }).fill('About proof day');
      await proceed.click();
      await wizard.getByRole('button', { name: 'Send' }).click();
      await expect(rowOf(page, 'Wren Halloran')).toContainText('Not going');
      expect((await mailTo(wren.email, { subject: /^About proof day$/ })).text).toContain('The press is being mended.');
      // The other guest's email would have come before.
      expect((await mailTo(jun.email)).subject).toBe('You are going: Proof day');
    },
  );

  test(
    'guests: the list can be exported, and the insights are shown as charts and tables',
    DETAIL,
    async ({ arrive, baseURL, watch }) => {
      // A proxy whose server is away.
      watch.expectRefusal(502, /^\/api\/v1\/events\//);
      const [host, wren] = [await arrive('Hedda'), somebody('Wren', 'Halloran')];
      const event = await eventOf(host, baseURL, 'Open day', { capacity: 12 }, [[wren, '@SUM(1)']]);
      const { page } = host;
      await page.goto(`/events/manage/${event.alias}?tab=guests`);
      await page.getByRole('button', { name: 'Export' }).click();
      const asks = page.getByRole('dialog', { name: 'Export the guest list?' });
      const download = page.waitForEvent('download');
      await asks.getByRole('button', { name: 'Export' }).click();
      const file = readFileSync(await (await download).path(), 'utf8');
      expect(file).toContain('Which workshop?');
      expect(file).toContain("'@SUM(1)");
      await page.getByRole('link', { name: 'Insights' }).click();
      await expect(page.getByText('1 going of 12 spots.')).toBeVisible();
      await page.getByText('Per day').click();
      await page.getByText('As a table').click();
      await expect(page.getByRole('columnheader', { name: 'Registered' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Status' }).getByRole('row')).toHaveText([/Going/]);
      await expect(page.getByRole('heading', { name: 'Which workshop?' })).toBeVisible();
      await expect(page.getByText('1 answer', { exact: true })).toBeVisible();

      // An event that cannot be loaded says so, on its page and where it is managed.
      await page.route(`**/api/v1/events/${event.id}`, (call) =>
        call.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      );
      await reload(page, 'the list fails as it loads');
      await expect(page.getByRole('heading', { name: 'Failed to fetch event data' })).toBeVisible();
      await moveTo(page, '/events');
      await moveTo(page, `/${event.alias}`);
      await expect(page.getByRole('heading', { name: 'Failed to fetch event data' })).toBeVisible();
    },
  );
});
