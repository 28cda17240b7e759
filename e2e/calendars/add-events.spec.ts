import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { chooseGradient } from '../pictures.ts';
import { onDesk } from '../viewports.ts';

onDesk(() => {
  test('calendars: an admin adds an event that is there, a new one, and one on another site', async ({
    arrive,
    page: visitor,
    watch,
  }) => {
    // An event that is on it already.
    watch.expectRefusal(409, /\/calendars\/[^/]+\/events$/);
    const hedda = await arrive('Hedda', 'Host');
    const community = await startCommunity(hedda, 'Alder Village');
    const calendar = await hedda.api<CalendarView>('GET', `/servers/${community.id}/calendar`);
    const there = await startEvent(hedda, 'Bench Morning');
    const { page } = hedda;
    const agenda = page.getByRole('complementary', { name: 'Agenda' });
    await page.goto(`/${calendar.alias}`);
    await expect(page.getByRole('heading', { name: 'No upcoming events' })).toBeVisible();
    await expectNoSeriousViolations(page);

    // An event that has a page here, by the last part of its address.
    const dialog = page.getByRole('dialog', { name: 'Add event' });
    await page.getByRole('button', { name: 'Add event' }).click();
    await expect(dialog.getByRole('radio', { name: 'Existing event' })).toBeChecked();
    await dialog.getByRole('textbox', { name: 'Event URL' }).fill(there.alias);
    await expectNoSeriousViolations(page, { dialog: true });
    await dialog.getByRole('button', { name: 'Add event' }).click();
    await expect(page.getByText('Event Added to Calendar!')).toBeVisible();
    await expect(agenda.getByRole('link', { name: /Bench Morning/ })).toBeVisible();

    // One on another site, which is on the calendar at once.
    await page.getByRole('button', { name: 'Add event' }).click();
    await dialog.getByRole('radio', { name: 'External event' }).check();
    await dialog.getByRole('textbox', { name: 'Event URL' }).fill('folkmoot.org/fair');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fair elsewhere');
    const picture = page.getByRole('dialog', { name: /^Choose a/ });
    await dialog.getByRole('button', { name: 'Choose a picture', exact: true }).click();
    await chooseGradient(picture);
    await expectNoSeriousViolations(page, { dialog: true });
    await dialog.getByRole('button', { name: 'Add event' }).click();
    await expect(dialog).toBeHidden();
    await expect(agenda.getByRole('link', { name: /Fair elsewhere/ })).toBeVisible();

    // A new one: what was begun here is there on the page of new events, also after a reload.
    await page.getByRole('button', { name: 'Add event' }).click();
    await dialog.getByRole('radio', { name: 'New event' }).check();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Glaze Evening');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible();
    await expect(page.getByLabel('Event name')).toHaveValue('Glaze Evening');
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();
    await reload(page, 'the draft is kept');
    await expect(page.getByLabel('Event name')).toHaveValue('Glaze Evening');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('14 Tannery Row');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog', { name: 'Your event is published' }).getByRole('button', { name: 'Done' }).click();

    await visitor.goto(`/${calendar.alias}?view=list`);
    for (const name of [/Bench Morning/, /Fair elsewhere/, /Glaze Evening/])
      await expect(visitor.getByRole('link', { name })).toBeVisible();
    await visitor.getByRole('link', { name: /Fair elsewhere/ }).click();
    await expect(visitor.getByRole('link', { name: 'Register on folkmoot.org' })).toBeVisible();
  });
});
