import { startEvent, visit } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { somebody } from '../people.ts';
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
      await expect(page.getByText('User removed from group successfully.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'People in this group' }).getByRole('listitem')).toHaveCount(2);

      await moveTo(page, `/events/manage/${event.alias}?tab=invited`);
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

  test(
    'groups: a living group follows its rule, and is invited without one of its people',
    DETAIL,
    async ({ arrive, baseURL }) => {
      const hedda = await arrive('Hedda', 'Host');
      const full = await startEvent(hedda, 'Full Supper', { capacity: 1, waitlist: true });
      const guests = [somebody('Ada', 'First'), somebody('Bo', 'Waits'), somebody('Cy', 'Waits')];
      for (const guest of guests) await visit(baseURL, full, guest);
      const next = await startEvent(hedda, 'Second Supper');
      const { page } = hedda;
      await page.goto('/groups');
      await page.getByRole('button', { name: 'Group create' }).click();
      const form = page.getByRole('dialog', { name: 'Create group' });
      await form.getByText('By a rule').click();
      await form.getByRole('combobox', { name: 'Who is in it' }).click();
      await page.getByRole('option', { name: 'On a waitlist' }).click();
      await expectNoSeriousViolations(page, { dialog: true });
      await form.getByRole('textbox', { name: 'Name' }).fill('Waiting');
      await form.getByRole('button', { name: 'Create group' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Waiting' })).toBeVisible();
      await expect(page.getByText('2 people now.')).toBeVisible();
      const people = page.getByRole('list', { name: 'People in this group' }).getByRole('listitem');
      await expect(people).toHaveText([/Bo Waits/, /Cy Waits/]);
      await expect(page.getByRole('button', { name: 'Add people' })).toBeHidden();
      await expectNoSeriousViolations(page);
      await visit(baseURL, full, somebody('Dee', 'Waits'));

      await moveTo(page, `/events/manage/${next.alias}?tab=invited`);
      await page.getByRole('button', { name: 'Invite guests' }).last().click();
      const panel = page.getByRole('dialog', { name: 'Invite guests' });
      await panel.getByRole('tab', { name: 'Groups' }).click();
      await panel.getByRole('checkbox', { name: 'Everyone from Waiting' }).check();
      await panel.getByRole('button', { name: /Waiting/, expanded: false }).click();
      await panel.getByRole('checkbox', { name: /Dee Waits/ }).uncheck();
      await expect(panel.getByText('2 of 3', { exact: true })).toBeVisible();
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await expect(panel.getByText('2 invitations', { exact: true })).toBeVisible();
    },
  );
});
