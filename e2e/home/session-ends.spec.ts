import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { signIn, startCommunity } from '../people.ts';
import { CI, onBoth } from '../viewports.ts';
import { addSection, publishSections, toggleList } from './home-parts.ts';

type Sessions = { data: { id: string; current: boolean }[] };

onBoth(() => {
  test(
    'home: signed out on another device in the middle of editing: after signing in, everything that was typed is there again',
    CI,
    async ({ arrive, browser, baseURL, watch }) => {
      // The session has ended.
      watch.expectRefusal(401, /^\/auth\/token$/);
      const maren = await arrive('Maren', 'Holm');
      const community = await startCommunity(maren, 'Makers');
      await publishSections(maren, community, [toggleList('Good to know', [['What does it cost?', 'Nothing.']])]);
      const { page } = maren;
      await page.goto(`/${community.slug}/edit`);

      // One change does not reach the server, and a second one is still in its dialog.
      await page.route('**/server-sections', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await page.getByRole('button', { name: 'Edit Good to know' }).click();
      const list = page.getByRole('dialog', { name: 'Toggle list' });
      await list.getByRole('textbox', { name: 'Title', exact: true }).fill('Before you come');
      await list.getByRole('button', { name: 'Save section' }).click();
      await expect(list).toBeHidden();
      const band = await addSection(page, 'Call to action');
      await band.getByRole('textbox', { name: 'Heading' }).fill('Join us on Thursday');
      await band.getByRole('textbox', { name: 'Text on the button' }).fill('See the programme');

      const asked: string[] = [];
      page.on('dialog', async (dialog) => {
        asked.push(dialog.type());
        await dialog.accept();
      });
      const elsewhere = await signIn(browser, {
        baseURL: baseURL ?? '',
        email: maren.email,
        password: maren.password,
      });
      const { data: sessions } = await elsewhere.api<Sessions>('GET', '/auth/sessions');
      for (const { id, current } of sessions) if (!current) await elsewhere.api('DELETE', `/auth/sessions/${id}`);
      await elsewhere.context.close();
      await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
      expect(asked, 'nothing is lost, so the browser need not ask').toEqual([]);
      await page.unroute('**/server-sections');

      await page.getByRole('link', { name: 'Sign in again' }).click();
      await page.getByLabel('Email').fill(maren.email);
      await page.getByLabel('Password', { exact: true }).fill(maren.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL('/');
      await moveTo(page, `/${community.slug}/edit`);

      await expect(band.getByRole('textbox', { name: 'Heading' })).toHaveValue('Join us on Thursday');
      await band.getByRole('textbox', { name: 'URL' }).fill('makers.example');
      await band.getByRole('button', { name: 'Add to page' }).click();
      await expect(band).toBeHidden();
      await expect(page.getByText(/^Draft saved/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit Before you come' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit Join us on Thursday' })).toBeVisible();
      await reload(page, 'the draft is kept');
      await expect(page.getByRole('button', { name: 'Edit Join us on Thursday' })).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  );
});
