import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test(
    'groups: somebody makes a group, adds people, and invites all of them but one to an event',
    DETAIL,
    async ({ arrive }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Grouped Supper');
      const { page } = hedda;
      await page.goto('/groups');
      await expect(page.getByRole('heading', { name: 'No groups found.' })).toBeVisible();
      await page.getByRole('button', { name: 'Group create' }).click();
      const form = page.getByRole('dialog', { name: 'Create group' });
      await form.getByRole('button', { name: 'Create group' }).click();
      await expect(form.getByText('Name is required')).toBeVisible();
      await expect(form.getByText('Description is required')).toBeVisible();
      await form.getByRole('textbox', { name: 'Name' }).fill('Stallholders');
      await form.getByRole('textbox', { name: 'Description' }).fill('Who had a table last midsummer');
      await form.getByRole('button', { name: 'Create group' }).click();
      const adding = page.getByRole('dialog', { name: 'Add people to Stallholders' });
      await adding
        .getByRole('textbox', { name: 'Email addresses' })
        .fill('Ines Carvalho <ines@post.example>, kofi@post.example');
      await adding.getByRole('textbox', { name: 'Email addresses' }).press('Enter');
      await adding.getByRole('textbox', { name: 'Email addresses' }).fill('mina@post.example');
      await expectNoSeriousViolations(page, { dialog: true });
      await adding.getByRole('button', { name: /^Add/ }).last().click();
      await expect(page.getByText('3 people added.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Stallholders' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'People in this group' }).getByRole('listitem')).toHaveCount(3);
      await expectNoSeriousViolations(page);
      await page.getByRole('checkbox', { name: 'Select kofi@post.example' }).check();
      await page.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('1 person removed.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'People in this group' }).getByRole('listitem')).toHaveCount(2);

      await page.goto(`/events/manage/${event.alias}?tab=invited`);
      await page.getByRole('button', { name: 'Invite guests' }).last().click();
      const panel = page.getByRole('dialog', { name: 'Invite guests' });
      await panel.getByRole('tab', { name: 'Groups' }).click();
      await panel.getByRole('checkbox', { name: 'Everyone from Stallholders' }).check();
      await panel.getByRole('button', { name: /Stallholders/, expanded: false }).click();
      await panel.getByRole('checkbox', { name: /Ines Carvalho/ }).uncheck();
      await expect(panel.getByText('1 of 2', { exact: true })).toBeVisible();
      await expectNoSeriousViolations(page, { dialog: true });
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await expect(panel.getByText('1 invitation', { exact: true })).toBeVisible();
    },
  );
});
