import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { arrive, startCommunity } from '../people.ts';
import { startProduct } from '../product.ts';
import { CI } from '../viewports.ts';

const BUILT = fileURLToPath(new URL('../../packages/web', import.meta.url));

const PARTS = ['dist', 'dist-server'];

/** A copy of the build, which a test may replace. */
async function copyOfBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-web-'));
  for (const part of PARTS) await cp(join(BUILT, part), join(folder, part), { recursive: true });
  return folder;
}

/** Puts the next version in its place, all at once: every script and style has another name, and the old ones are gone. */
async function installNext(folder: string, version: string): Promise<void> {
  const next = join(folder, version);
  for (const part of PARTS) await cp(join(folder, part), join(next, part), { recursive: true });
  const assets = join(next, 'dist/assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  const renamed = new Map(names.map((name) => [name, nextName(name, version)]));
  const text = (content: string) => content.replace(/[\w-]+\.(?:js|css)\b/g, (name) => renamed.get(name) ?? name);
  const files = await readdir(next, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // Packed ahead of time; without them the server packs by itself.
    if (/\.(br|gz|zst)$/.test(entry.name)) await rm(path);
    else if (/\.(js|mjs|css|html|json)$/.test(entry.name)) await writeFile(path, text(await readFile(path, 'utf8')));
  }
  for (const [before, after] of renamed) await rename(join(assets, before), join(assets, after));
  // A page that loads a part in the middle of this would get half of each version.
  for (const part of PARTS) {
    await rename(join(folder, part), join(next, `old-${part}`));
    await rename(join(next, part), join(folder, part));
  }
}

function nextName(name: string, version: string): string {
  return `${createHash('sha256').update(version).update(name).digest('hex').slice(0, 8)}${/\.\w+$/.exec(name)?.[0]}`;
}

/** Counts how often this page was reloaded. */
function countReloads(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type !== 'reload') return;
  sessionStorage.setItem('test.reloads', String(Number(sessionStorage.getItem('test.reloads')) + 1));
}

test(
  'a new version is installed under an open page: the next screen reloads it, once in a session',
  CI,
  async ({ browser, watch }) => {
    // The files of the version before.
    watch.expectRefusal(404, /^\/assets\//);
    watch.expectError(/^Error: This part could not be loaded|^Refused to apply style/);
    const web = await copyOfBuild();
    const product = await startProduct({ empty: true, env: { WEB_DIST: join(web, 'dist') } });
    try {
      const { url: baseURL, mailboxUrl } = product;
      const maren = await arrive(browser, { baseURL, mailboxUrl, firstName: 'Maren', lastName: 'Holm' });
      const { page, context } = maren;
      await startCommunity(maren, 'Makers');
      await page.goto(`${baseURL}/settings/profile`);
      await expect(page.getByLabel('First name')).toHaveValue('Maren');
      // A link that is clicked before the page's scripts have started loads its address by itself: only reloads count.
      await page.addInitScript(countReloads);
      const reloads = () => page.evaluate(() => Number(sessionStorage.getItem('test.reloads')));

      await installNext(web, 'second');
      const reloaded = page.waitForEvent('domcontentloaded');
      // Pointing at a link loads the parts of its screen.
      await page.getByRole('link', { name: 'Events', exact: true }).hover();
      await reloaded;
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
      expect(await reloads(), 'it was loaded again, once').toBe(1);

      // A page that cannot load its parts for another reason must not load itself for ever.
      await installNext(web, 'third');
      await page.getByRole('link', { name: 'Makers' }).click();
      await expect(page.getByRole('alert')).toContainText('This part could not be loaded.');
      expect(await reloads()).toBe(1);
      await reload(page, 'somebody tries it by hand');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
      await context.close();
    } finally {
      await product.stop();
      await rm(web, { recursive: true });
    }
  },
);
