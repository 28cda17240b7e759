import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { reload } from '../opening.ts';
import { startCommunity, unique } from '../people.ts';
import { chooseGradient, picture } from '../pictures.ts';
import { DETAIL, onBoth, onDesk } from '../viewports.ts';

onBoth(() => {
  test('create an event: an idea becomes a published event, and survives reloads along the way', async ({
    arrive,
    page: visitor,
    watch,
  }) => {
    // For a visitor, once it is for members only.
    watch.expectRefusal(404, /\/(public\/alias|qna\/qna)\//);
    const hedda = await arrive('Hedda', 'Host');
    const community = await startCommunity(hedda, 'Alder Village');
    const { page } = hedda;
    const name = `Kiln opening ${unique()}`;
    await page.goto(`/events/create?serverId=${community.id}`);
    await expect(page.getByRole('combobox', { name: 'Community' })).toHaveValue('Alder Village');

    // Before it has a name it is kept in this browser, also while there is no network.
    await expect(page.getByText('You can add tickets and questions once the event has a name.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Summary' }).fill('The first firing of the year');
    await reload(page, 'the draft is kept');
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('The first firing of the year');

    await page.context().setOffline(true);
    await page.getByLabel('Event name').fill(name);
    await expect(page.getByText('Your changes are kept in this browser.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Page preview' })).toContainText(name);

    const description = page.getByRole('textbox', { name: 'Description' });
    await description.click();
    await page.keyboard.type('Come and see ');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('fire');
    await expect(description.locator('strong')).toHaveText('fire');

    const starts = page.getByRole('textbox', { name: 'Starts' });
    await starts.fill('20 June 2031');
    await starts.blur();
    const startTime = page.getByRole('combobox', { name: 'Start time' });
    await startTime.click();
    await page.getByRole('option', { name: '23:30' }).click();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('14 Tannery Row');
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"capacity":12') ?? false);
    await page.getByLabel('Capacity').fill('12');
    expect((await saved).ok()).toBe(true);
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();

    // Tickets and questions need not wait until it is published.
    await page.getByRole('button', { name: 'Add ticket' }).click();
    const ticket = page.getByRole('dialog', { name: 'Add ticket' });
    await ticket.getByLabel('Name').fill('Day pass');
    await ticket.getByRole('button', { name: 'Add ticket' }).click();
    const tickets = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
    await expect(tickets).toHaveText([/Day pass/]);
    await expect(page.getByRole('button', { name: 'Add question' })).toBeVisible();

    await reload(page, 'the draft is kept');
    await expect(tickets).toHaveText([/Day pass/]);
    await expect(page.getByLabel('Event name')).toHaveValue(name);
    await expect(page.getByRole('textbox', { name: 'Description' }).locator('strong')).toHaveText('fire');
    await expect(page.getByRole('combobox', { name: 'Start time' })).toHaveValue('23:30');
    await expect(page.getByLabel('Capacity')).toHaveValue('12');

    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(/\/events\/manage\/.+tab=info/);
    const published = page.getByRole('dialog', { name: 'Your event is published' });
    await published.getByRole('button', { name: 'Done' }).click();
    await expect(published).toBeHidden();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();

    // A published event is saved by hand; leaving loses nothing.
    await page.getByRole('textbox', { name: 'Summary' }).fill('The second firing');
    await expect(page.getByText('Changes kept in this browser')).toBeVisible();
    await reload(page, 'the changes are kept');
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('The second firing');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await visitor.goto(new URL(page.url()).pathname.replace('/events/manage', ''));
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(visitor.getByText('The second firing')).toBeVisible();
    // All spots are free: nothing is said about them.
    await expect(visitor.getByText(/spots left/)).toBeHidden();
    await expect(visitor.getByText('14 Tannery Row').first()).toBeVisible();

    // From now on it is for the members of its community alone.
    await page.getByRole('radio', { name: /^Community/ }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await reload(visitor, 'a visitor comes back later');
    await expect(visitor.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  });
});

onDesk(() => {
  test(
    'create an event: a cover can be uploaded, chosen from stock photos with its credit, or mixed from four colours',
    DETAIL,
    async ({ arrive, page: visitor }) => {
      const { page } = await arrive('Hedda', 'Host');
      await page.goto('/events/create');
      await page.getByLabel('Event name').fill(`Weaving ${unique()}`);
      await page.getByRole('switch', { name: 'Date to be announced' }).click();
      await page.getByRole('radiogroup').getByText('To be announced', { exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a cover' });
      // A new event has one of our covers.
      await page.getByRole('button', { name: 'Remove cover' }).click();
      await page.getByRole('button', { name: 'Choose a cover' }).click();
      await dialog.getByRole('tab', { name: 'Upload' }).click();
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose a picture' }).click();
      await (await chooser).setFiles(await picture(page, 'loom.jpg', 1200, 900, '#264'));
      await expect(dialog.getByRole('application', { name: 'Part of the picture' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Rotate by 90 degrees' }).click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toBeHidden({ timeout: 20_000 });

      const change = page.getByRole('button', { name: 'Change cover' });
      await change.click();
      await dialog.getByRole('tab', { name: 'Stock photos' }).click();
      await dialog.getByRole('searchbox', { name: 'Search photos' }).fill('woven');
      const photos = dialog.getByRole('list', { name: 'Photos' }).getByRole('listitem');
      await expect(photos).toHaveCount(5);
      await photos.first().getByRole('button').click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toBeHidden({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page).toHaveURL(/\/events\/manage\/.+tab=info/);
      await page.getByRole('dialog', { name: 'Your event is published' }).getByRole('button', { name: 'Done' }).click();
      const path = new URL(page.url()).pathname.replace('/events/manage', '');
      await visitor.goto(path);
      await expect(visitor.getByRole('figure').getByRole('link', { name: 'Photo by Folkmoot' })).toBeVisible();

      // A gradient needs no credit.
      await change.click();
      await chooseGradient(dialog);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText(/^Saved at/)).toBeVisible();
      await reload(visitor, 'a visitor comes back later');
      await expect(visitor.getByText('Date to be announced')).toBeVisible();
      await expect(visitor.getByText('Location to be announced')).toBeVisible();
      await expect(visitor.getByText('Photo by Folkmoot')).toBeHidden();
    },
  );

  test(
    'create an event: an event on another site is published with its address, times and picture',
    DETAIL,
    async ({ arrive, page: visitor }) => {
      const { page } = await arrive('Hedda', 'Host');
      const name = `Fair ${unique()}`;
      await page.goto('/events/create');
      await page.getByLabel('Event name').fill(name);
      await page.getByRole('switch', { name: 'Hosted on another site' }).click();
      await page.getByRole('textbox', { name: 'URL' }).fill('folkmoot.org/fair');
      const starts = page.getByRole('textbox', { name: 'Starts' });
      await starts.fill('20 June 2031');
      await starts.blur();
      await page.getByRole('button', { name: 'Change cover' }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a cover' });
      await dialog.getByRole('tab', { name: 'Gradients' }).click();
      await dialog.getByRole('button', { name: 'Heath' }).click();
      await dialog.getByRole('button', { name: 'Use gradient' }).click();
      await expect(dialog).toBeHidden({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page).toHaveURL(/\/events\/manage\/.+tab=info/);
      await page.getByRole('dialog', { name: 'Your event is published' }).getByRole('button', { name: 'Done' }).click();
      // It has hosts as any other event, but nobody registers here, so there is no group chat.
      await expect(page.getByRole('list', { name: 'Hosts and featured guests' })).toContainText('Hedda Host');
      await expect(page.getByRole('button', { name: 'Turn on group chat' })).toBeHidden();
      await visitor.goto(new URL(page.url()).pathname.replace('/events/manage', ''));
      await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(visitor.getByRole('link', { name: 'Register on folkmoot.org' })).toHaveAttribute(
        'href',
        'https://folkmoot.org/fair',
      );
    },
  );

  test('create an event: an event can be created and published with the keyboard alone', DETAIL, async ({ arrive }) => {
    const { page } = await arrive('Hedda', 'Host');
    const name = `Moot ${unique()}`;
    await page.goto('/events');
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create event' }).first());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible();
    await expect(page.getByLabel('Event name')).toBeFocused();
    await page.keyboard.type(name);
    await expect(page.getByText(/^Draft saved at/)).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: 'Starts' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2031-06-20');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('combobox', { name: 'Start time' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7.15 pm');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Start time' })).toHaveValue('19:15');
    await tabTo(page, page.getByRole('button', { name: 'Publish' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const published = page.getByRole('dialog', { name: 'Your event is published' });
    await expect(published.getByRole('textbox', { name: 'Link' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(published).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});
