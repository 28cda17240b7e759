import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { picture } from '../pictures.ts';
import { onBoth } from '../viewports.ts';
import { added, addSection, publish } from './home-parts.ts';

onBoth(() => {
  test('home: its owner fills it with a section of every type, publishes it, and a visitor reads it', async ({
    arrive,
    browser,
    baseURL,
    viewport,
  }) => {
    test.slow();
    const maren = await arrive('Maren', 'Holm');
    const community = await startCommunity(maren, 'Makers');
    await startEvent(maren, 'Kiln opening', { serverId: community.id });
    const { page } = maren;
    await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
    await page.goto(`/${community.slug}`);
    await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
    await page.getByRole('link', { name: 'Edit page' }).click();
    await expect(page.getByRole('heading', { name: 'Edit page' })).toBeVisible();

    const gallery = await addSection(page, 'Photo gallery');
    const chooser = gallery.getByLabel('Choose pictures');
    const [bowls, cups] = [
      await picture(page, 'bowls.jpg', 600, 400, '#a33'),
      await picture(page, 'cups.jpg', 600, 400, '#33a'),
    ];
    // One is refused for good, one fails on its way and is tried again.
    await chooser.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }]);
    await expect(gallery.getByText('Choose a picture: PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC.')).toBeVisible();
    await gallery.getByRole('button', { name: 'Remove notes.txt' }).click();
    await page.route('**/uploads/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await chooser.setInputFiles([bowls]);
    await gallery.getByRole('button', { name: 'Upload bowls.jpg again' }).waitFor();
    await page.unroute('**/uploads/**');
    await gallery.getByRole('button', { name: 'Upload bowls.jpg again' }).click();
    await chooser.setInputFiles([cups]);
    await expect(gallery.getByRole('progressbar')).toHaveCount(0);
    await gallery.getByRole('textbox', { name: 'Title' }).fill('From the workshops');
    await gallery.getByRole('textbox', { name: 'Description of bowls.jpg' }).fill('Two bowls');
    await added(gallery);

    const cards = await addSection(page, 'Card showcase');
    await cards.getByRole('textbox', { name: 'Title', exact: true }).fill('Ines Carvalho');
    await cards.getByRole('textbox', { name: 'Subtitle' }).fill('Kilns and glazes');
    await cards.getByRole('textbox', { name: 'Link', exact: true }).fill('glazelog.example');
    await added(cards);

    const list = await addSection(page, 'Toggle list');
    await list.getByRole('textbox', { name: 'Title', exact: true }).fill('Good to know');
    await list.getByRole('textbox', { name: 'Item title' }).fill('Rules of the house');
    await list.getByRole('textbox', { name: 'Description' }).fill('Sweep up.');
    await list.getByRole('checkbox', { name: 'These are the house rules' }).check();
    await added(list);

    const links = await addSection(page, 'External links');
    await links.getByRole('textbox', { name: 'Title of the section' }).fill('Elsewhere');
    await links.getByRole('textbox', { name: 'Title', exact: true }).fill('Handbook');
    await links.getByRole('textbox', { name: 'URL' }).fill('handbook.example/rules');
    await added(links);

    await added(await addSection(page, 'FAQs'));
    await page.getByRole('button', { name: 'More about Questions and answers' }).click();
    await page.getByRole('menuitem', { name: 'Update FAQs' }).click();
    const faqs = page.getByRole('dialog', { name: 'Update FAQs' });
    await faqs.getByRole('button', { name: 'Add question' }).click();
    await faqs.getByRole('textbox', { name: 'Question' }).fill('Is there tea?');
    await faqs.getByRole('textbox', { name: 'Answer' }).fill('Always.');
    await faqs.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(faqs).toBeHidden();

    const call = await addSection(page, 'Call to action');
    await call.getByRole('textbox', { name: 'Heading' }).fill('The kettle is on');
    await call.getByRole('textbox', { name: 'Text on the button' }).fill('Book a first visit');
    await call.getByRole('textbox', { name: 'URL' }).fill('visit.example');
    await added(call);
    await expect(page.getByText(/^Draft saved/)).toBeVisible();

    const visitor = await (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
    await visitor.goto(`/${community.slug}`);
    await expect(visitor.getByRole('heading', { name: 'Coming up' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'From the workshops' })).toBeHidden();

    await publish(page);
    await reload(visitor, 'a visitor comes back later');
    for (const name of [
      'Coming up',
      'From the workshops',
      'Good to know',
      'Elsewhere',
      'The kettle is on',
      'New members',
    ])
      await expect(visitor.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(visitor.getByRole('link', { name: /Kiln opening/ })).toBeVisible();
    const handbook = visitor.getByRole('link', { name: /Handbook/ });
    await expect(handbook).toHaveAttribute('href', 'https://handbook.example/rules');
    await expect(handbook).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
    await expect(handbook.getByText('handbook.example')).toBeVisible();
    await visitor.getByText('Is there tea?').click();
    await visitor.getByRole('link', { name: 'House rules' }).click();
    await expect(visitor.getByText('Sweep up.')).toBeVisible();
    await visitor.getByRole('button', { name: 'Two bowls' }).click();
    await expect(visitor.getByRole('dialog').getByRole('img', { name: 'Two bowls' })).toBeVisible();
    await visitor.context().close();
  });
});
