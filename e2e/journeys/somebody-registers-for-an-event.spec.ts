import { inDays, QUESTIONS, startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { somebody } from '../people.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const size of sizes) {
  test(`a visitor registers by e-mail and changes answers by the mail’s link, ${size.width} wide`, async ({
    arrive,
    page,
    mailTo,
  }) => {
    await page.setViewportSize(size);
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Kiln Opening', {}, { questions: QUESTIONS });
    const wren = somebody('Wren', 'Halloran');
    await page.goto(`/${event.alias}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kiln Opening' })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.getByRole('button', { name: 'Register' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Registration' });
    const submit = dialog.getByRole('button', { name: 'Submit' });
    await submit.click();
    await expect(dialog.getByText('First name is required.')).toBeVisible();
    await expect(dialog.getByText('5 answers need another look')).toBeVisible();
    await expect(submit).toBeDisabled();
    await expectNoSeriousViolations(page, { dialog: true });
    await dialog.getByLabel('First name').fill(wren.firstName);
    await dialog.getByLabel('Last name').fill(wren.lastName);
    await dialog.getByLabel('Email').fill(wren.email);
    await dialog.getByRole('radio', { name: 'Something else' }).check();
    await dialog.getByRole('textbox', { name: /^Something else/ }).fill('The wheel');
    await dialog.getByRole('checkbox', { name: 'Tea urn' }).check();
    await dialog.getByLabel('A link to something you have made').fill('wrenhalloran.example');
    await submit.click();
    await expect(page.getByRole('status').filter({ hasText: 'Look into your mail' })).toContainText(wren.email);

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
    await page.reload();
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await expect(dialog.getByRole('radio', { name: 'Slip trailing' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel registration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
    await expect(page.getByText('Event registration declined')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Register' }).last()).toBeVisible();
  });
}

test('a member answers the questions with the keyboard alone, sees what is wrong, and cancels', async ({ arrive }) => {
  const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
  const event = await startEvent(
    maren,
    'Makers Fair',
    {},
    {
      questions: QUESTIONS,
      tickets: [
        { name: 'Day pass', description: 'Stalls and music', capacity: null },
        { name: 'Workshop pass', description: 'One workshop', capacity: 12 },
      ],
    },
  );
  const { page } = kofi;
  await page.goto(`/${event.alias}`);
  await expect(page.getByRole('radio', { name: /Day pass/ })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: /Day pass/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Workshop pass/ })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Register' }));
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
  await expect(dialog.getByText('2 answers need another look')).toBeVisible();
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
  await expect(page.getByRole('list', { name: 'Going' }).getByRole('link', { name: /Makers Fair/ })).toBeVisible();
  await expectNoSeriousViolations(page);
  await page
    .getByRole('list', { name: 'Going' })
    .getByRole('link', { name: /Makers Fair/ })
    .click();
  await page.getByRole('button', { name: 'Cancel registration' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel registration' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
  await expect(page.getByText('Event registration declined')).toBeVisible();
});

test('who comes too late waits, and is offered the place that somebody gives up', async ({ arrive, mailTo }) => {
  const [maren, kofi, bea] = [
    await arrive('Maren', 'Oduya'),
    await arrive('Kofi', 'Mensah'),
    await arrive('Bea', 'Okafor'),
  ];
  const event = await startEvent(maren, 'Small Supper', { capacity: 1, waitlist: true });
  await kofi.page.goto(`/${event.alias}`);
  await kofi.page.getByRole('button', { name: 'Register' }).click();
  await expect(kofi.page.getByText('Event registration accepted')).toBeVisible();
  await bea.page.goto(`/${event.alias}`);
  await bea.page.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(bea.page.getByText('You are on the waiting list', { exact: true })).toBeVisible();
  await expect(bea.page.getByText('Your place in it: 1.')).toBeVisible();
  await expectNoSeriousViolations(bea.page);
  await kofi.page.getByRole('button', { name: 'Cancel registration' }).click();
  await kofi.page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
  await expect(kofi.page.getByText('Event registration declined')).toBeVisible();
  await mailTo(bea.email, { subject: /Small Supper/ });
  await bea.page.reload();
  await expect(bea.page.getByText('A place is held for you')).toBeVisible();
  await bea.page.getByRole('button', { name: 'Take the place' }).first().click();
  await expect(bea.page.getByText('You are going', { exact: true })).toBeVisible();
  await kofi.page.reload();
  await expect(kofi.page.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
});

test('an event says when registration opens, when it has closed, and that it was cancelled', async ({
  arrive,
  page,
}) => {
  const maren = await arrive('Maren', 'Oduya');
  const later = await startEvent(maren, 'Later Moot', { registration_opens_epoc: inDays(2) });
  await page.goto(`/${later.alias}`);
  await expect(page.getByText(/^Registration opens on /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register' })).toBeHidden();
  await maren.api('POST', `/events/${later.id}/cancel`, { message: 'The kiln has cracked.' });
  await page.reload();
  await expect(page.getByText('The kiln has cracked.')).toBeVisible();
  await expect(page.getByText('This event was cancelled.').first()).toBeVisible();
});
