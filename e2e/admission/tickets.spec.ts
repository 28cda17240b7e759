import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inDays, startEvent } from '../events.ts';
import { expect, expectFingersFit, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { type Person, somebody } from '../people.ts';
import { CI, onDesk, PHONE } from '../viewports.ts';

const CODE = /[A-Z2-9]{4}-[A-Z2-9]{4}/;
const qrOf = (page: Page) => page.getByRole('img', { name: /^QR code of the ticket/ });
const codeOn = async (page: Page) => CODE.exec((await qrOf(page).getAttribute('aria-label')) ?? '')?.[0] ?? '';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function register({ page }: Person, alias: string): Promise<void> {
  await page.goto(`/${alias}`);
  await page.getByRole('button', { name: 'Register' }).first().click();
  await expect(page.getByText('You are going').first()).toBeVisible();
}

onDesk(() => {
  test('tickets: a guest shows and prints a ticket, hosts find it by its code, and its place is passed on', async ({
    arrive,
    browser,
    mailTo,
  }) => {
    const [host, wren, kofi] = [await arrive('Hedda'), await arrive('Wren', 'Halloran'), somebody('Kofi', 'Mensah')];
    const event = await startEvent(host, 'Kiln opening', { capacity: 1 });
    await register(wren, event.alias);
    const { page } = wren;

    await page.getByRole('button', { name: 'View ticket' }).click();
    await expect(page.getByRole('heading', { name: 'You’re going, Wren' })).toBeVisible();
    const code = await codeOn(page);
    expect(code).toMatch(CODE);
    await expectNoSeriousViolations(page, { dialog: true });
    expect((await mailTo(wren.email, { subject: /You are going/ })).text).toContain(`Your code: ${code}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${event.alias}-ticket.pdf`);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    await host.page.goto(`/events/manage/${event.alias}?tab=guests`);
    await expect(rowOf(host.page, 'Wren Halloran')).toBeVisible();
    await host.page.getByRole('searchbox', { name: 'Search guests' }).fill(code.toLowerCase());
    await rowOf(host.page, 'Wren Halloran')
      .getByRole('button', { name: /^Wren Halloran/ })
      .click();
    await expect(host.page.getByRole('dialog', { name: 'Wren Halloran' })).toContainText(code);

    // The email's link, in a browser that does not know its reader.
    const elsewhere = await browser.newContext();
    const signedOut = await elsewhere.newPage();
    const complaints: string[] = [];
    signedOut.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await signedOut.goto(`/${event.alias}#ticket`);
    await expect(signedOut.getByRole('region', { name: 'Your ticket' })).toBeVisible();
    // The page arrives drawn, without what is only for the readers of this link.
    expect(complaints).toEqual([]);
    await signedOut.getByRole('region', { name: 'Your ticket' }).getByRole('link', { name: 'Sign in' }).click();
    await signedOut.getByLabel('Email').fill(wren.email);
    await signedOut.getByLabel('Password', { exact: true }).fill(wren.password);
    await signedOut.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(qrOf(signedOut)).toBeVisible();
    expect(await codeOn(signedOut)).toBe(code);
    await elsewhere.close();

    // With the keyboard alone, and closed by it: the ticket is nobody's any more.
    const passing = page.getByRole('button', { name: 'Pass on' });
    await passing.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Pass on your place' });
    await expect(form.getByRole('textbox', { name: 'Their email' })).toBeFocused();
    await page.keyboard.type(kofi.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Kofi');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mensah');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your place now belongs to Kofi.')).toBeVisible();
    await expect(qrOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Join the waiting list' }).first()).toBeVisible();
    expect((await mailTo(wren.email, { subject: /You passed on your place/ })).text).toContain('Kofi Mensah');

    // The new holder has no account: the link of the email opens the ticket.
    const mail = await mailTo(kofi.email, { subject: /You have a ticket/ });
    expect(mail.text).toContain('WREN HALLORAN HAS PASSED THEIR PLACE ON TO YOU');
    const link = /https?:\/\/\S+#ticket/.exec(mail.text)?.[0] ?? '';
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: 'You’re going, Kofi' })).toBeVisible();
    expect(await codeOn(theirs)).not.toBe(code);
    expect(mail.text).toContain(await codeOn(theirs));
    const [printed] = await Promise.all([
      theirs.waitForEvent('download'),
      theirs.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(printed.suggestedFilename()).toBe(`${event.alias}-ticket.pdf`);
    await context.close();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('tickets: on a phone your tickets are under Events, each large enough to scan', CI, async ({ arrive }) => {
    const [host, wren] = [await arrive('Hedda'), await arrive('Wren', 'Halloran')];
    const soon = await startEvent(host, 'Night ride', { start_epoc: inDays(2), end_epoc: inDays(2) + 3600 });
    const later = await startEvent(host, 'Dye garden walk');
    for (const { id } of [soon, later]) await wren.api('PUT', `/events/${id}/register`, {});
    const { page } = wren;
    await page.goto('/events');
    await page.getByRole('link', { name: 'Tickets' }).tap();
    const list = page.getByRole('list', { name: 'Upcoming tickets' });
    for (const event of ['Night ride', 'Dye garden walk', 'Saltmarsh regatta'])
      await expect(list.getByRole('button', { name: new RegExp(event) })).toBeVisible();
    await expectFingersFit(page);
    const first = list.getByRole('button').first();
    await expect(first).toContainText('Night ride');
    const code = CODE.exec((await first.textContent()) ?? '')?.[0];
    await first.tap();
    await expect(qrOf(page)).toBeVisible();
    expect(await codeOn(page)).toBe(code);
    const box = await qrOf(page).boundingBox();
    expect(box?.width).toBeGreaterThan(250);
    await expectFingersFit(page);
    await expectNoSeriousViolations(page, { dialog: true });

    await page.getByRole('button', { name: 'Add to calendar' }).tap();
    await expect(page.getByRole('dialog', { name: 'Add to calendar' })).toBeVisible();
    await page.getByRole('dialog', { name: 'Add to calendar' }).getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: 'Open the event page' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Night ride' })).toBeVisible();
    await expect(qrOf(page)).toBeHidden();

    // A place that is given up takes its ticket along.
    const own = await wren.api<{ data: { participationId: string } }>('GET', `/events/${later.id}/participations/me`);
    await wren.api('DELETE', `/events/${later.id}/participations/${own.data.participationId}`);
    await moveTo(page, '/tickets');
    await reload(page, 'it was given up on another device a moment ago');
    await expect(list.getByRole('button', { name: /Dye garden walk/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Past' }).tap();
    await expect(page.getByText('No past tickets yet')).toBeVisible();
  });
});
