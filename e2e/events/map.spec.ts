import { type MapSite, startMaps } from '@folkmoot/sandbox/src/maps/start.ts';
import { type Event, startEvent } from '../events.ts';
import { expect, expectFingersFit, expectNoSeriousViolations, test } from '../fixtures.ts';
import { arrive } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { CI, DESK, PHONE } from '../viewports.ts';

const ROPEWORKS = { lat: 54.068, lng: -2.277 };
const LOCATION = {
  ...{ sublocality: '', locality: 'Alderwick', administrative_area_level_1: '', administrative_area_level_2: '' },
  ...{ administrative_area_level_3: '', country: 'United Kingdom', description: 'The Old Ropeworks' },
  ...{ latLng: ROPEWORKS, placeId: '', meetingLink: '' },
};

test.describe('a map with streets, where the operator has chosen a service', () => {
  let maps: MapSite;
  let product: Product;
  let event: Event;
  test.beforeAll(async ({ browser }) => {
    maps = await startMaps(ROPEWORKS);
    const env = { MAP_STYLE_URL: `${maps.url}/style.json`, MAP_STYLE_DARK_URL: `${maps.url}/dark.json` };
    product = await startProduct({ empty: true, env });
    const { mailboxUrl, url: baseURL } = product;
    const maren = await arrive(browser, { baseURL, mailboxUrl, firstName: 'Maren', lastName: 'Oduya' });
    event = await startEvent(maren, 'Kiln Opening', { location: LOCATION });
    await maren.context.close();
  });
  test.afterAll(async () => {
    await product.stop();
    await maps.stop();
  });

  for (const [where, viewport, colorScheme, hasTouch] of [
    ['the desk', DESK, 'light', false],
    ['the phone', PHONE, 'dark', true],
  ] as const) {
    test(`on ${where}, a visitor opens the map of an event`, CI, async ({ browser }) => {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        hasTouch,
        isMobile: hasTouch,
        baseURL: product.url,
      });
      const page = await context.newPage();
      const blocked: string[] = [];
      page.on('console', (said) => {
        if (/Content Security Policy/i.test(said.text())) blocked.push(said.text());
      });
      maps.asked.length = 0;
      await page.goto(`/${event.alias}`);
      const show = page.getByRole('button', { name: 'Show map' });
      await expect(
        page.getByText(`The map comes from ${new URL(maps.url).host}, which will see your IP address.`),
      ).toBeVisible();
      expect(maps.asked, 'what the service learns before anybody wants the map').toEqual([]);
      if (hasTouch) await show.tap();
      else await show.click();
      const map = page.getByRole('region', { name: 'Map of The Old Ropeworks' });
      await expect(map).toBeFocused();
      await expect(page.getByRole('img', { name: 'The Old Ropeworks', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Made-up streets' })).toBeVisible();
      expect(maps.asked[0]).toBe(colorScheme === 'dark' ? '/dark.json' : '/style.json');
      expect(
        maps.asked.slice(1).every((path) => path.endsWith('.pbf')),
        String(maps.asked),
      ).toBe(true);
      expect(maps.asked.length).toBeGreaterThan(1);

      const [zoomed] = await Promise.all([
        page.waitForRequest(/\/tiles\/1[0-3]\//),
        (async () => {
          for (let press = 0; press < 3; press += 1) await page.keyboard.press('-');
        })(),
      ]);
      expect(zoomed.url()).toContain(maps.url);
      await expectNoSeriousViolations(page);
      if (hasTouch) await expectFingersFit(page);
      expect(blocked).toEqual([]);
      await context.close();
    });
  }
});
