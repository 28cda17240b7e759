import { QUESTIONS, startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo, reload } from '../opening.ts';
import { fillSignUp, somebody, typeCode } from '../people.ts';
import { CI, DETAIL, onBoth, onDesk } from '../viewports.ts';

onBoth(() => {
  test('registration: a visitor has the ticket at once, changes answers by link, and later has it in an account', async ({
    arrive,
    page,
    mailTo,
  }) => {
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Kiln Opening', {}, { questions: QUESTIONS });
    const wren = somebody('Wren', 'Halloran');
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kiln Opening' })).toBeVisible();
    await page.getByRole('button', { name: 'Register' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    await dialog.getByLabel('First name').fill(wren.firstName);
    await dialog.getByLabel('Last name').fill(wren.lastName);
    await dialog.getByLabel('Email').fill(wren.email);
    await dialog.getByRole('radio', { name: 'Something else' }).check();
    await dialog.getByRole('textbox', { name: /^Something else/ }).fill('The wheel');
    await dialog.getByRole('checkbox', { name: 'Tea urn' }).check();
    await dialog.getByLabel('A link to something you have made').fill('wrenhalloran.example');
    await dialog.getByRole('button', { name: 'Register' }).click();
    const ticket = page.getByRole('dialog', { name: 'You’re going, Wren' });
    await expect(ticket.getByRole('img', { name: /^QR code of the ticket/ })).toBeVisible();
    await expect(ticket.getByText(`We wrote to ${wren.email}.`)).toBeVisible();
    await ticket.getByRole('button', { name: 'Back to the event page' }).click();
    await expect(page.getByText('You are going', { exact: true })).toBeVisible();
    await expect(page.getByText('Confirm your address')).toBeVisible();

    const mail = await mailTo(wren.email, { subject: /Kiln Opening/ });
    const link = /https?:\/\/\S+\?token=[^\s"<>]+/.exec(mail.text)?.[0] ?? '';
    const { pathname, search } = new URL(link);
    // Loaded: the link of an email.
    await page.goto(`${pathname}${search}`);
    await expect(page.getByText('You are going', { exact: true })).toBeVisible();
    await expect(page.getByText('Confirm your address')).toHaveCount(0);
    // The address can be copied without the right to cancel.
    await expect(page).not.toHaveURL(/token/);
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await expect(dialog.getByRole('textbox', { name: /^Something else/ })).toHaveValue('The wheel');
    await dialog.getByRole('radio', { name: 'Slip trailing' }).check();
    await dialog.getByRole('button', { name: 'Save answers' }).click();
    await expect(page.getByText('Your answers have been saved.')).toBeVisible();

    await moveTo(page, '/sign-up');
    await fillSignUp(page, wren);
    await expect(page).toHaveURL(/\/verify/);
    await typeCode(page, codeFrom(await mailTo(wren.email, { after: mail })));
    await expect(page).not.toHaveURL(/\/verify/);
    await moveTo(page, '/events');
    await page
      .getByRole('list', { name: 'Going' })
      .getByRole('link', { name: /Kiln Opening/ })
      .click();
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await expect(dialog.getByRole('radio', { name: 'Slip trailing' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel registration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect(page.getByText('Event registration declined')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' }).last()).toBeVisible();
  });
});

onDesk(() => {
  test(
    'registration: a member registers by keyboard for the twelfth ticket, finds it in their list, and cancels',
    DETAIL,
    async ({ arrive }) => {
      const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
      const tickets = Array.from({ length: 12 }, (_, at) => ({
        name: `Bench ${at + 1}`,
        description: '',
        capacity: 1,
      }));
      const event = await startEvent(maren, 'Long Table', { waitlist: false }, { questions: QUESTIONS, tickets });
      const { page } = kofi;
      await page.goto(`/${event.alias}`);
      await expect(page.getByRole('radio')).toHaveCount(10);
      await tabTo(page, page.getByRole('button', { name: 'More tickets' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('radio')).toHaveCount(12);
      await tabTo(page, page.getByRole('radio', { name: /^Bench 1\b/ }), 'Shift+Tab');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('radio', { name: /^Bench 12/ })).toBeChecked();
      await tabTo(page, page.getByRole('button', { name: 'Register' }).last());
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Registration' });
      await tabTo(page, dialog.getByRole('radio', { name: 'Letterpress poster' }));
      await page.keyboard.press('Space');
      await tabTo(page, dialog.getByLabel('A link to something you have made'));
      await page.keyboard.type('kofi.example');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Event registration accepted')).toBeVisible();
      await expect(page.getByText('You are going', { exact: true })).toBeVisible();

      // Hosts see the ticket, and give others out.
      await maren.page.goto(`/events/manage/${event.alias}?tab=guests`);
      await expect(maren.page.getByRole('row').filter({ hasText: 'Kofi Mensah' })).toContainText('Bench 12');
      await maren.page.getByRole('button', { name: 'Add guest' }).click();
      const adding = maren.page.getByRole('dialog', { name: 'Add guest' });
      await adding.getByRole('textbox', { name: 'Email' }).fill(somebody('Elspeth').email);
      await adding.getByRole('textbox', { name: 'First name' }).fill('Elspeth');
      await adding.getByRole('combobox', { name: 'Ticket' }).click();
      await maren.page.getByRole('option', { name: 'Bench 11' }).click();
      await adding.getByRole('button', { name: 'Add guest' }).click();
      await expect(maren.page.getByRole('row').filter({ hasText: 'Elspeth' })).toContainText('Bench 11');

      await moveTo(page, '/events');
      await tabTo(page, page.getByRole('list', { name: 'Going' }).getByRole('link', { name: /Long Table/ }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'Cancel registration' }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }));
      await page.keyboard.press('Enter');
      await expect(page.getByText('Event registration declined')).toBeVisible();
      // A ticket that is taken cannot be chosen; the one you gave up can.
      await expect(page.getByRole('radio', { name: /^Bench 11/ })).toBeDisabled();
      await expect(page.getByRole('radio', { name: /^Bench 12/ })).toBeEnabled();
    },
  );

  test(
    'registration: a host approves two people, one has to wait, and is offered the spot that the other gives up',
    CI,
    async ({ arrive, mailTo }) => {
      const [maren, kofi, bea] = [
        await arrive('Maren', 'Oduya'),
        await arrive('Kofi', 'Mensah'),
        await arrive('Bea', 'Okafor'),
      ];
      const event = await startEvent(maren, 'Chosen Few', { capacity: 1, waitlist: true, require_approval: true });
      for (const { page } of [kofi, bea]) {
        await page.goto(`/${event.alias}`);
        await page.getByRole('button', { name: 'Ask to join' }).last().click();
        await expect(page.getByText('Request sent', { exact: true })).toBeVisible();
      }
      await bea.page.goto('/events?tab=requested');
      await bea.page
        .getByRole('list', { name: 'Requested' })
        .getByRole('link', { name: /Chosen Few/ })
        .click();
      const { page } = maren;
      await moveTo(page, `/events/manage/${event.alias}?tab=guests`);
      const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
      for (const name of ['Kofi Mensah', 'Bea Okafor']) {
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Approve' }).click();
        await expect(rowOf(name)).not.toContainText('Awaiting approval');
      }
      await expect(rowOf('Kofi Mensah')).toContainText('Going');
      await expect(rowOf('Bea Okafor')).toContainText('no. 1');
      await expect(kofi.page.getByText('You are going', { exact: true })).toBeVisible();
      await expect(bea.page.getByText('You are on the waiting list', { exact: true })).toBeVisible();
      await expect(bea.page.getByText('Your position: 1.')).toBeVisible();
      await kofi.page.getByRole('button', { name: 'Cancel registration' }).click();
      await kofi.page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
      await expect(kofi.page.getByText('Event registration declined')).toBeVisible();
      // Bea sees it on the page without a reload, and in an email, with the time it expires.
      await expect(bea.page.getByText('A spot is held for you', { exact: true })).toBeVisible();
      await expect(bea.page.getByText(/^Until .+ at \d\d:\d\d/)).toBeVisible();
      const offer = await mailTo(bea.email, { subject: /A spot has opened for you: Chosen Few/ });
      expect(offer.text).toMatch(/holding it for you until/);
      await bea.page.getByRole('button', { name: 'Take the spot' }).last().click();
      await expect(bea.page.getByText('You are going', { exact: true })).toBeVisible();
      await expect(rowOf('Bea Okafor')).toContainText('Going');
      // Without approval you come onto the waiting list by yourself.
      await maren.api('PATCH', `/events/${event.id}`, { require_approval: false });
      await reload(kofi.page, 'somebody who is not coming looks at the event once more');
      await kofi.page.getByRole('button', { name: 'Join the waiting list' }).last().click();
      await expect(kofi.page.getByText('Your position: 1.')).toBeVisible();
    },
  );
});
