import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { expectPickedUp } from '../keyboard.ts';
import { moveTo, reload } from '../opening.ts';
import { unique } from '../people.ts';
import { DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test(
    'manage an event: tickets and questions can be created, and put in order by dragging and by keyboard',
    DETAIL,
    async ({ arrive }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Village Fair');
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=tickets`);
      for (const name of ['Day pass', 'Workshop', 'Stall']) {
        await page.getByRole('button', { name: 'Add ticket' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add ticket' });
        await dialog.getByLabel('Name').fill(name);
        await dialog.getByLabel('Capacity (optional)').fill('10');
        await dialog.getByRole('button', { name: 'Add ticket' }).click();
        await expect(dialog).toBeHidden();
      }
      const tickets = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
      await expect(tickets).toHaveText([/Day pass/, /Workshop/, /Stall/]);
      await expect(tickets.first()).toContainText('0 of 10');

      const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
      await handle('Stall').scrollIntoViewIfNeeded();
      const [from, to] = [await handle('Stall').boundingBox(), await handle('Day pass').boundingBox()];
      if (!from || !to) throw new Error('No handles.');
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 10, from.y - 10, { steps: 4 });
      await page.mouse.move(to.x + 10, to.y + 4, { steps: 12 });
      await page.mouse.up();
      await expect(tickets).toHaveText([/Stall/, /Day pass/, /Workshop/]);

      await moveTo(page, `/events/manage/${event.alias}?tab=registration`);
      let dialog = page.getByRole('dialog', { name: 'Add question' });
      await page.getByRole('button', { name: 'Add question' }).click();
      await dialog.getByLabel('Question').fill('What do you eat?');
      await dialog.getByRole('combobox', { name: 'Answer type' }).click();
      await page.getByRole('option', { name: 'One choice' }).click();
      await dialog.getByLabel('Choice 1', { exact: true }).fill('Anything');
      await dialog.getByRole('button', { name: 'Add choice' }).click();
      await dialog.getByLabel('Choice 2', { exact: true }).fill('No meat');
      await dialog.getByRole('switch', { name: 'An answer is required' }).click();
      await dialog.getByRole('button', { name: 'Add question' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Add question' }).click();
      dialog = page.getByRole('dialog', { name: 'Add question' });
      await dialog.getByLabel('Question').fill('Your page?');
      await dialog.getByRole('combobox', { name: 'Answer type' }).click();
      await page.getByRole('option', { name: 'Link' }).click();
      await dialog.getByRole('button', { name: 'Add question' }).click();
      await expect(dialog).toBeHidden();
      const questions = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
      await expect(questions).toHaveText([/What do you eat\?.*Anything, No meat.*Required/, /Your page\?/]);

      // By keyboard, with announcements. The dialog has returned the focus by then.
      await expect(page.getByRole('button', { name: 'Add question' })).toBeFocused();
      await handle('Your page?').focus();
      await page.keyboard.press('Space');
      await expectPickedUp(page, 'Your page?, at position 2 of 2.');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Your page? is at position 1 of 2.')).toBeAttached();
      await page.keyboard.press('Space');
      await expect(questions).toHaveText([/Your page\?/, /What do you eat\?/]);
      await reload(page, 'the order is kept');
      await expect(questions).toHaveText([/Your page\?/, /What do you eat\?/]);
      await moveTo(page, `/events/manage/${event.alias}?tab=tickets`);
      await expect(tickets).toHaveText([/Stall/, /Day pass/, /Workshop/]);
    },
  );

  test(
    'manage an event: hosts and featured guests can be added and removed, and the event copied with questions',
    DETAIL,
    async ({ arrive, mailTo }) => {
      const [hedda, bea] = [await arrive('Hedda', 'Host'), await arrive('Beatrix', `Okafor${unique()}`)];
      const question = {
        question: 'What do you eat?',
        type: 'text',
        is_required: false,
        is_others: false,
        choices: [],
      };
      const event = await startEvent(hedda, 'Village Fair', {}, { questions: [question] });
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=info`);
      await page.getByRole('button', { name: 'Add a host' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a host' });
      await dialog.getByLabel('People').fill(bea.username);
      await dialog.getByRole('checkbox', { name: bea.name }).check();
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(dialog).toBeHidden();
      const hosts = page.getByRole('list', { name: 'Hosts and featured guests' });
      await expect(hosts).toContainText(bea.name);
      await expect(hosts).toContainText('Invited, no answer yet');
      // She is not shown before she accepts with the link in the email.
      await mailTo(bea.email, { subject: /You are invited: Village Fair/ });
      await bea.page.goto(`/${event.alias}`);
      const invitation = bea.page.getByRole('region', { name: 'Invitation' });
      await expect(invitation).toContainText(`${hedda.name} invited you to host this event`);
      await expect(bea.page.getByRole('region', { name: 'Hosts' })).not.toContainText(bea.name);
      await expect(bea.page.getByRole('link', { name: 'Manage event' })).toBeHidden();
      await invitation.getByRole('button', { name: /^Accept/ }).click();
      await mailTo(bea.email, { subject: /You are hosting Village Fair/ });
      await moveTo(bea.page, `/events/manage/${event.alias}`);
      await expect(bea.page.getByRole('heading', { level: 1, name: event.name })).toBeVisible();
      await expect(hosts).not.toContainText('Invited, no answer yet');

      // A featured guest is shown on the page and no longer manages the event.
      await hosts.getByRole('combobox', { name: `Role of ${bea.name}` }).click();
      await page.getByRole('option', { name: 'Featured guest' }).click();
      await expect(hosts).toContainText('Invited, no answer yet');
      // She gets one invitation email a day: this invitation she finds among her events.
      await moveTo(bea.page, '/events?tab=invitations');
      const asked = bea.page.getByRole('listitem').filter({ hasText: event.name });
      await expect(asked).toContainText('Asked to be featured');
      await asked.getByRole('button', { name: /^Accept/ }).click();
      await expect(asked).toBeHidden();
      await mailTo(bea.email, { subject: /You are featured at Village Fair/ });
      await moveTo(bea.page, `/${event.alias}`);
      await expect(bea.page.getByRole('region', { name: 'Hosts and featured guests' })).toContainText(bea.name);
      await expect(bea.page.getByRole('link', { name: 'Manage event' })).toBeHidden();
      await hosts.getByRole('button', { name: `Remove ${bea.name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(hosts).not.toContainText(bea.name);

      await page.getByRole('button', { name: 'More about this event' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      const copy = page.getByRole('dialog', { name: 'Duplicate event' });
      await copy.getByLabel('Copy participants').check();
      await copy.getByRole('button', { name: 'Duplicate event' }).click();
      await expect(page.getByText('Event duplicated successfully')).toBeVisible();
      await expect(page).not.toHaveURL(new RegExp(event.alias));
      await expect(page.getByText('Published', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Registration', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Questions' })).toContainText('What do you eat?');
    },
  );

  test('manage an event: only people who are going can join the event’s conversation', DETAIL, async ({ arrive }) => {
    const [hedda, kofi] = [await arrive('Hedda', 'Host'), await arrive('Kofi', 'Mensah')];
    const event = await startEvent(hedda, 'Village Fair');
    const { page } = hedda;
    await page.goto(`/events/manage/${event.alias}?tab=info`);
    await page.getByRole('button', { name: 'Turn on group chat' }).click();
    await expect(page).toHaveURL(/\/chat\//);
    const composer = page.getByRole('textbox', { name: /^Message / });
    await composer.fill('Bring a cup');
    await composer.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: 'Bring a cup' })).toBeVisible();
    const chat = new URL(page.url()).pathname;

    // It does not exist for Kofi before he is going; then all of it does.
    const { page: guest } = kofi;
    await guest.goto(chat);
    await expect(guest.getByText('Bring a cup')).toBeHidden();
    await expect(guest.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await moveTo(guest, `/${event.alias}`);
    await guest.getByRole('button', { name: 'Register' }).last().click();
    await expect(guest.getByText('You are going', { exact: true })).toBeVisible();
    await moveTo(guest, chat);
    await expect(guest.getByRole('textbox', { name: /^Message / })).toBeVisible();
    await composer.fill('And a spoon');
    await composer.press('Enter');
    await expect(guest.getByRole('article').filter({ hasText: 'And a spoon' })).toBeVisible();

    await moveTo(guest, `/${event.alias}`);
    await guest.getByRole('button', { name: 'Cancel registration' }).click();
    await guest.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect(guest.getByText('Event registration declined')).toBeVisible();
    await moveTo(guest, chat);
    await expect(guest.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  });

  test(
    'manage an event: a private event has a passcode that opens it and is never shown',
    DETAIL,
    async ({ arrive }) => {
      const [hedda, asks] = [await arrive('Hedda', 'Host'), await arrive('Ada', 'Asks')];
      const { page } = hedda;
      const event = await startEvent(hedda, 'Quiet Fair', { visibility: 'private' });
      await page.goto(`/events/manage/${event.alias}?tab=info`);
      await page.getByRole('button', { name: 'Set a passcode' }).click();
      await page.getByLabel('New passcode').fill('clay and fire');
      await page.getByRole('button', { name: 'Set passcode' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText(/^Saved at/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Change passcode' })).toBeVisible();
      await expect(page.getByText('clay and fire')).toHaveCount(0);
      const opened = await asks.api<{ data: { token: string } }>('POST', `/events/${event.id}/passcode`, {
        passcode: 'clay and fire',
      });
      expect(opened.data.token).not.toBe('');
    },
  );
});
