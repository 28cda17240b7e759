import type { Locator, Page } from '@playwright/test';
import { QUESTIONS, startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { codeFrom } from '../mailbox.ts';
import { fillSignUp, somebody, typeCode } from '../people.ts';
import { onBoth, onDesk, PHONE } from '../viewports.ts';

/** 500 pixels wide; the whole screen on a phone. */
async function expectItsSize(page: Page, dialog: Locator): Promise<void> {
  const [screen, box] = [page.viewportSize(), await dialog.boundingBox()];
  expect(box?.width).toBe(screen?.width === PHONE.width ? PHONE.width : 500);
  if (screen?.width === PHONE.width) expect(box?.height).toBe(PHONE.height);
}

onBoth(() => {
  test('a visitor registers by e-mail, changes answers by the mail’s link, and has it in an account later', async ({
    arrive,
    page,
    mailTo,
  }) => {
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Kiln Opening', {}, { questions: QUESTIONS });
    const wren = somebody('Wren', 'Halloran');
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kiln Opening' })).toBeVisible();
    await expectNoSeriousViolations(page);

    // The questions cannot be had at first.
    await page.route('**/api/v1/events/*/questions*', (route) => route.abort());
    await page.getByRole('button', { name: 'Register' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    await expect(dialog.getByText('Error occurred while fetching questionnaire')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await page.unroute('**/api/v1/events/*/questions*');
    await dialog.getByRole('button', { name: 'Try again' }).click();

    const submit = dialog.getByRole('button', { name: 'Submit' });
    await submit.click();
    await expectItsSize(page, dialog);
    await expect(dialog.getByText('First name is required.')).toBeVisible();
    await expect(dialog.getByText('Fill all the required questions')).toBeVisible();
    await expect(dialog.getByText('This field is required')).toHaveCount(2);
    await expect(dialog.getByText('5 answers need fixing')).toBeVisible();
    await expect(submit).toBeDisabled();
    await expectNoSeriousViolations(page, { dialog: true });
    await dialog.getByLabel('First name').fill(wren.firstName);
    await dialog.getByLabel('Last name').fill(wren.lastName);
    await dialog.getByLabel('Email').fill(wren.email);
    await dialog.getByRole('radio', { name: 'Something else' }).check();
    await dialog.getByRole('textbox', { name: /^Something else/ }).fill('The wheel');
    await dialog.getByRole('checkbox', { name: 'Tea urn' }).check();
    await dialog.getByLabel('A link to something you have made').fill('wrenhalloran.example');
    await expect(dialog.getByText('Fill all the required questions')).toBeHidden();
    await submit.click();
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toContainText(wren.email);
    await expectNoSeriousViolations(page);

    const mail = await mailTo(wren.email, { subject: /Kiln Opening/ });
    const link = /https?:\/\/\S+\?token=[^\s"<>]+/.exec(mail.text)?.[0] ?? '';
    const { pathname, search } = new URL(link);
    await page.goto(`${pathname}${search}`);
    await expect(page.getByText('You are going', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await expect(dialog.getByRole('textbox', { name: /^Something else/ })).toHaveValue('The wheel');
    await dialog.getByRole('radio', { name: 'Slip trailing' }).check();
    await submit.click();
    await expect(page.getByText('Your answers have been saved.')).toBeVisible();

    await page.goto('/sign-up');
    await fillSignUp(page, wren);
    await expect(page).toHaveURL(/\/verify/);
    await typeCode(page, codeFrom(await mailTo(wren.email, { after: mail })));
    await expect(page).not.toHaveURL(/\/verify/);
    await page.goto('/events');
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
  test('a member answers the questions with the keyboard alone, sees what is wrong, and cancels', async ({
    arrive,
  }) => {
    const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
    const tickets = [
      { name: 'Day pass', description: 'Stalls and music', capacity: null },
      { name: 'Workshop pass', description: 'One workshop', capacity: 12 },
    ];
    const event = await startEvent(maren, 'Makers Fair', {}, { questions: QUESTIONS, tickets });
    const { page } = kofi;
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('radio', { name: /Day pass/ })).toBeChecked();
    await tabTo(page, page.getByRole('radio', { name: /Day pass/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Workshop pass/ })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Register' }).last());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    await expect(dialog).toContainText('Workshop pass for Makers Fair');
    const link = dialog.getByLabel('A link to something you have made');
    await tabTo(page, link);
    await page.keyboard.type('kofi,example');
    // What is left is looked at: the first question was passed by, and the link is none.
    await page.keyboard.press('Shift+Tab');
    await expect(
      dialog.getByText('Please enter a valid link (e.g., folkmoot.org or https://folkmoot.org)'),
    ).toBeVisible();
    await expect(dialog.getByText('This field is required')).toBeVisible();
    await expect(dialog.getByText('2 answers need fixing')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
    // Backwards one comes to the last of the choices; from there it goes on with the first.
    await tabTo(page, dialog.getByRole('radio', { name: 'Something else' }), 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Letterpress poster' })).toBeChecked();
    await tabTo(page, link);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('kofi.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Event registration accepted')).toBeVisible();
    await expect(page.getByText('You are going', { exact: true })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.goto('/events');
    await expectNoSeriousViolations(page);
    const row = page.getByRole('list', { name: 'Going' }).getByRole('link', { name: /Makers Fair/ });
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    const cancel = page.getByRole('button', { name: 'Cancel registration' });
    await tabTo(page, cancel);
    await page.keyboard.press('Enter');
    const sure = page.getByRole('dialog');
    await tabTo(page, sure.getByRole('button', { name: 'Keep it' }));
    await page.keyboard.press('Enter');
    await expect(sure).toBeHidden();
    // The focus comes back to where it was.
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, sure.getByRole('button', { name: 'Cancel registration' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Event registration declined')).toBeVisible();
  });

  test('of many tickets one chooses any, the twelfth too; hosts give them out as well', async ({ arrive }) => {
    const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
    const tickets = Array.from({ length: 12 }, (_, at) => ({ name: `Bench ${at + 1}`, description: '', capacity: 1 }));
    const event = await startEvent(maren, 'Long Table', { waitlist: false }, { tickets });
    const { page } = kofi;
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('radio')).toHaveCount(10);
    await page.getByRole('button', { name: 'More tickets' }).click();
    await expect(page.getByRole('radio')).toHaveCount(12);
    await expect(page.getByRole('button', { name: 'More tickets' })).toBeHidden();
    await page.getByRole('radio', { name: /^Bench 12/ }).check();
    await expectNoSeriousViolations(page);
    await page.getByRole('button', { name: 'Register' }).last().click();
    await expect(page.getByText('You are going', { exact: true })).toBeVisible();

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
    // What is taken can be chosen no more.
    await page.getByRole('button', { name: 'Cancel registration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect(page.getByRole('radio', { name: /^Bench 11/ })).toBeDisabled();
    await expect(page.getByRole('radio', { name: /^Bench 12/ })).toBeEnabled();
  });

  test('who comes too late waits, and is offered the place that somebody gives up', async ({ arrive, mailTo }) => {
    const [maren, kofi, bea] = [
      await arrive('Maren', 'Oduya'),
      await arrive('Kofi', 'Mensah'),
      await arrive('Bea', 'Okafor'),
    ];
    const event = await startEvent(maren, 'Small Supper', { capacity: 1, waitlist: true });
    await kofi.page.goto(`/${event.alias}`);
    await kofi.page.getByRole('button', { name: 'Register' }).last().click();
    await expect(kofi.page.getByText('Event registration accepted')).toBeVisible();
    await bea.page.goto(`/${event.alias}`);
    await bea.page.getByRole('button', { name: 'Join the waiting list' }).last().click();
    await expect(bea.page.getByText('You are on the waiting list', { exact: true })).toBeVisible();
    await expect(bea.page.getByText('Your position: 1.')).toBeVisible();
    await expectNoSeriousViolations(bea.page);
    await kofi.page.getByRole('button', { name: 'Cancel registration' }).click();
    await kofi.page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect(kofi.page.getByText('Event registration declined')).toBeVisible();
    // It is said where she looks, without a reload, and by mail, with the time until when.
    await expect(bea.page.getByText('A place is held for you', { exact: true })).toBeVisible();
    await expect(bea.page.getByText(/^Until .+ at \d\d:\d\d/)).toBeVisible();
    const offer = await mailTo(bea.email, { subject: /A place is free for you: Small Supper/ });
    expect(offer.text).toMatch(/kept for you until/);
    await expectNoSeriousViolations(bea.page);
    await bea.page.getByRole('button', { name: 'Take the place' }).last().click();
    await expect(bea.page.getByText('You are going', { exact: true })).toBeVisible();
    await expect(kofi.page.getByRole('button', { name: 'Join the waiting list' }).last()).toBeVisible();
  });

  test('where hosts approve, who is let in waits without asking again', async ({ arrive, mailTo }) => {
    const [maren, kofi, bea] = [
      await arrive('Maren', 'Oduya'),
      await arrive('Kofi', 'Mensah'),
      await arrive('Bea', 'Okafor'),
    ];
    const limits = { capacity: 1, waitlist: true, require_approval: true };
    const event = await startEvent(maren, 'Chosen Few', limits);
    for (const { page } of [kofi, bea]) {
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Ask to join' }).last().click();
      await expect(page.getByText('You have asked to join', { exact: true })).toBeVisible();
    }
    await expectNoSeriousViolations(bea.page);
    await bea.page.goto('/events?tab=requested');
    await bea.page
      .getByRole('list', { name: 'Requested' })
      .getByRole('link', { name: /Chosen Few/ })
      .click();
    const { page } = maren;
    await page.goto(`/events/manage/${event.alias}?tab=guests`);
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
    await kofi.page.getByRole('button', { name: 'Cancel registration' }).click();
    await kofi.page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await mailTo(bea.email, { subject: /A place is free for you/ });
    await bea.page.getByRole('button', { name: 'Take the place' }).last().click();
    await expect(bea.page.getByText('You are going', { exact: true })).toBeVisible();
    await page.reload();
    await expect(rowOf('Bea Okafor')).toContainText('Going');
  });
});
