import { startWatchers, type Watchers } from '@folkmoot/sandbox/src/watching/start.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { arrive } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { BOTH, CI } from '../viewports.ts';

let watchers: Watchers;
let product: Product;

test.beforeAll(async () => {
  watchers = await startWatchers();
  const chat = { CHATWOOT_URL: watchers.url, CHATWOOT_WEBSITE_TOKEN: watchers.supportToken };
  product = await startProduct({
    empty: true,
    env: { ...chat, CHATWOOT_HMAC_TOKEN: 'hush', SUPPORT_EMAIL: 'help@moot.example' },
  });
});
test.afterAll(async () => {
  await product.stop();
  await watchers.stop();
});

for (const [where, viewport, scope] of BOTH)
  test.describe(`on ${where}`, scope, () => {
    test.use({ viewport });

    test('help: a member opens the chat, which learns who they are only after a yes', CI, async ({ browser }) => {
      const { url: baseURL, mailboxUrl } = product;
      const ines = await arrive(browser, { baseURL, mailboxUrl, firstName: 'Ines', lastName: 'Quell' });
      const { page } = ines;
      await page.goto(baseURL);
      watchers.asked.length = 0;
      const isWide = viewport.width > 1000;
      if (isWide) await page.getByRole('button', { name: 'Help' }).click();
      else {
        await page.getByRole('link', { name: 'You', exact: true }).click();
        await page.getByRole('main').getByRole('link', { name: 'Help' }).last().click();
      }
      const help = isWide ? page.getByRole('dialog', { name: 'Help' }) : page.getByRole('main');
      const chat = help.frameLocator('iframe');
      await expect(chat.getByText('You are a visitor.')).toBeVisible();
      await expect(help.getByRole('link', { name: 'help@moot.example' })).toHaveAttribute(
        'href',
        'mailto:help@moot.example',
      );
      await expectNoSeriousViolations(page, { dialog: isWide });

      await help.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(chat.getByText(`You are Ines Quell, ${ines.email}, proven.`)).toBeVisible();
      await expect(help.getByRole('button', { name: 'Share', exact: true })).toBeHidden();

      if (isWide) {
        await help.getByRole('button', { name: 'Close' }).click();
        await expect(help).toBeHidden();
      }
      expect(watchers.asked.map(({ headers }) => headers.referer ?? '')).toEqual(watchers.asked.map(() => ''));
      await ines.context.close();
    });
  });
