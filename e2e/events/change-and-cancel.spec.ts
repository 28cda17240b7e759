import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { unique } from '../people.ts';
import { DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test(
    'guests are emailed about a new time if the host chooses so, and about a cancellation',
    DETAIL,
    async ({ arrive, mailTo }) => {
      const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
      const [page, guest] = [hedda.page, wren.page];
      const event = await startEvent(hedda, 'Kiln Night');
      await wren.api('PUT', `/events/${event.id}/register`, {});
      await mailTo(wren.email, { subject: /You are going/ });
      await guest.goto(`/${event.alias}`);
      await page.goto(`/events/manage/${event.alias}?tab=info`);
      const save = page.getByRole('button', { name: 'Save changes' });
      const asks = page.getByRole('dialog', { name: 'Tell people about the change?' });

      // A new description is not announced; a new location is.
      await page.getByLabel('Event name').fill('Kiln Day');
      await save.click();
      await expect(page.getByText(/^Saved at/)).toBeVisible();
      await expect(asks).toBeHidden();
      await expect(guest.getByRole('heading', { level: 1, name: 'Kiln Day' })).toBeVisible();
      const address = page.getByRole('textbox', { name: 'Address', exact: true });
      await address.fill('14 Tannery Row');
      await save.click();
      await expect(asks).toBeVisible();
      await asks.getByRole('button', { name: 'Save without telling' }).click();
      await expect(guest.getByText('14 Tannery Row').first()).toBeVisible();
      await address.fill('3 Kiln Lane');
      await save.click();
      await asks.getByRole('button', { name: 'Save and tell' }).click();
      const told = await mailTo(wren.email, { subject: /New place: Kiln Day/ });
      expect(told.text).toContain('3 Kiln Lane');
      await expect(guest.getByText('3 Kiln Lane').first()).toBeVisible();

      // With people on its list it is not deleted; it is cancelled, and they are told.
      await page.getByRole('button', { name: 'More about this event' }).click();
      await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toHaveCount(0);
      await page.getByRole('menuitem', { name: 'Cancel event' }).click();
      const off = page.getByRole('dialog', { name: 'Cancel this event?' });
      await off.getByRole('textbox', { name: 'Message (optional)' }).fill('The kiln has cracked.');
      await off.getByRole('button', { name: 'Cancel event' }).click();
      await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
      // It can no longer be changed, so nothing looks as if it could.
      await expect(page.getByText('Its details can no longer be changed.')).toBeVisible();
      await expect(page.getByLabel('Event name')).toHaveCount(0);
      await expect(save).toBeHidden();
      await expectNoSeriousViolations(page);
      const sorry = await mailTo(wren.email, { subject: /Cancelled: Kiln Day/ });
      expect(sorry.text).toContain('The kiln has cracked.');
      await expect(guest.getByText('The kiln has cracked.')).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Register' })).toBeHidden();
      await moveTo(guest, `/events/discover?search=${event.alias.split('-').at(-1)}`);
      await expect(guest.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(0);
    },
  );

  test(
    'an event with no registrations can become a draft again, and a draft can be deleted',
    DETAIL,
    async ({ arrive, page: guest }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, `Too Soon ${unique()}`);
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=info`);
      await page.getByRole('button', { name: 'More about this event' }).click();
      await page.getByRole('menuitem', { name: 'Unpublish' }).click();
      await expect(page.getByText('Draft', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
      await guest.goto(`/${event.alias}`);
      await expect(guest.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
      await moveTo(page, `/${event.alias}`);
      await expect(page.getByText('This is a draft.')).toBeVisible();

      await moveTo(page, '/events?tab=drafts');
      await page
        .getByRole('list', { name: 'Drafts' })
        .getByRole('link', { name: new RegExp(event.name) })
        .click();
      await moveTo(page, `/events/manage/${event.alias}?tab=info`);
      await page.getByRole('button', { name: 'More about this event' }).click();
      await page.getByRole('menuitem', { name: 'Delete draft' }).click();
      const sure = page.getByRole('dialog', { name: 'Delete this draft?' });
      await sure.getByRole('button', { name: 'Delete draft' }).click();
      await expect(page).toHaveURL(/\/events$/);
      await moveTo(page, '/events?tab=drafts');
      await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible();
      await moveTo(page, `/${event.alias}`);
      await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();

      // The same from the screen where it was created.
      await moveTo(page, '/events/create');
      await page.getByLabel('Event name').fill('A passing thought');
      await expect(page.getByText(/^Draft saved at/)).toBeVisible();
      await page.getByRole('button', { name: 'More about this draft' }).click();
      await page.getByRole('menuitem', { name: 'Delete draft' }).click();
      await sure.getByRole('button', { name: 'Delete draft' }).click();
      await expect(page.getByLabel('Event name')).toHaveValue('');
      await expect(page.getByRole('button', { name: 'More about this draft' })).toBeHidden();
    },
  );
});
