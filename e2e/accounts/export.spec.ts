import { readFile } from 'node:fs/promises';
import { unzip } from '../../packages/server/test/fixtures/zip.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { say, startChannel, startCommunity } from '../people.ts';
import { CI, onBoth } from '../viewports.ts';

onBoth(() => {
  test(
    'exported: a member asks for a copy of their data, downloads it, and finds what they wrote',
    CI,
    async ({ arrive, mailTo }) => {
      const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
      const channel = await startChannel(maren, await startCommunity(maren, 'Alder Village'), { name: 'kiln-talk' });
      await say(maren, channel, 'The kiln is hot');
      const { page } = maren;

      await page.goto('/settings/account');
      const section = page.getByRole('region', { name: 'Download your data' });
      await section.getByRole('button', { name: 'Request a copy' }).click();
      await expect(section.getByText('Your data is ready')).toBeVisible();
      await expect(section.getByText(/Available until/)).toBeVisible();
      await mailTo(maren.email, { subject: /is ready to download$/ });
      await expectNoSeriousViolations(page);

      const link = section.getByRole('link', { name: /^Download \(/ });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toMatch(/^folkmoot-[\w-]+-\d{4}-\d\d-\d\d\.zip$/);
      const files = await unzip(await readFile(await download.path()));
      expect(files.get('data/conversations.json')).toContain('The kiln is hot');
      expect(files.get('data/conversations.json')).toContain('"name":"kiln-talk"');
      expect(files.get('data/accounts.json')).toContain(maren.email);
      expect(files.get('index.html')).toContain('Maren Holm');
      expect([...files.values()].join()).not.toContain(bea.email);

      // Once a day: what cannot be asked for says when it can.
      const again = section.getByRole('button', { name: 'Request a new copy' });
      await expect(again).toHaveAttribute('aria-description', /^You can request a new copy from /);
      await reload(page, 'the request is kept');
      await expect(link).toBeVisible();

      // The link is of no use to anybody else.
      const url = (await link.getAttribute('href')) ?? '';
      await bea.page.goto('/settings/account');
      await expect(bea.page.getByRole('button', { name: 'Request a copy' })).toBeVisible();
      const opened = await bea.page.request.get(new URL(url, page.url()).href);
      expect([opened.status(), await opened.text()]).toEqual([404, '']);
    },
  );
});
