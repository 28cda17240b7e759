import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { signIn, unique } from '../people.ts';
import { DESK, DETAIL, PHONE } from '../viewports.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

test(
  'reminders: a host writes to everybody who was invited days ago and has not answered, once',
  DETAIL,
  async ({ browser, baseURL, demoSignIns, mailTo }) => {
    test.setTimeout(2 * A_LETTER);
    const [maren] = demoSignIns;
    if (!maren) throw new Error('The demo world has people to sign in as.');
    const { page, context } = await signIn(browser, { baseURL: baseURL ?? '', ...maren });
    await page.goto('/events/manage/keyholders-supper?tab=invited');
    const remind = page.getByRole('button', { name: 'Remind 2 people who haven’t answered' });
    await remind.click();
    const panel = page.getByRole('dialog', { name: 'Remind people' });
    await expect(panel.getByText('To 2 people')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Still room at the table');
    await panel.getByRole('button', { name: 'Send reminders' }).click();
    await expect(page.getByText('2 people reminded.')).toBeVisible();
    await expect(remind).toBeHidden();
    const mailings = page.getByRole('region', { name: 'Mailings' });
    await expect(mailings.getByText(/reminders? will be sent in \d+ s/)).toBeVisible();
    await expect(mailings.getByText(/2 sent/)).toBeVisible({ timeout: A_LETTER });
    const mail = await mailTo('clara.nyberg@post.example', { subject: /^Still room at the table/ });
    expect(mail.text).toContain('Hello Clara,');
    expect(mail.text).toMatch(/\/keyholders-supper\?token=/);
    await expect(page.getByRole('row').filter({ hasText: 'Clara Nyberg' })).toContainText('Invited');
    await context.close();
  },
);

test(
  'mail: the owner sees what was not delivered, and takes an address off the list of those that get no emails',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    test.setTimeout(2 * A_LETTER);
    const [owner, , member] = demoSignIns;
    if (!owner || !member) throw new Error('The demo world has people to sign in as.');
    const { page, api, context } = await signIn(browser, { baseURL: baseURL ?? '', ...owner });
    const event = await startEvent({ api }, 'Bounced Supper');
    // The sandbox's mail server knows nobody whose address begins like this.
    const gone = `gone-${unique()}@post.example`.toLowerCase();
    await api('POST', `/events/${event.id}/invite`, {
      id: crypto.randomUUID(),
      emailContent: { subject: 'Come to supper', body: Buffer.from('<p>Do come.</p>').toString('base64') },
      data: [{ resourceType: 'Email', resourceData: [{ resourceId: 'Email', selected: [gone] }] }],
    });
    await page.goto(`/events/manage/${event.alias}?tab=invited`);
    const row = page.getByRole('row').filter({ hasText: gone });
    await expect(row).toContainText('Not delivered', { timeout: A_LETTER });

    await moveTo(page, '/settings/mail');
    const lately = page.getByRole('row', { name: /^Last 24 hours/ }).getByRole('cell');
    await expect(lately.nth(1)).not.toHaveText('0');
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await expectNoSeriousViolations(page);
    }
    await page.getByRole('searchbox', { name: 'Search addresses' }).fill(gone);
    const stop = page.getByRole('listitem').filter({ hasText: gone });
    await expect(stop).toContainText('The address doesn’t exist');
    await stop.getByRole('button', { name: `Remove ${gone}` }).click();
    await page
      .getByRole('dialog', { name: `Remove ${gone}?` })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByText('No address matches.')).toBeVisible();
    await context.close();

    const other = await signIn(browser, { baseURL: baseURL ?? '', ...member });
    await other.page.goto('/settings/mail');
    await expect(other.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await other.context.close();
  },
);
