import { type Browser, type BrowserContext, type Locator, type Page, test } from '@playwright/test';
import type { DemoSignIn } from '../product.ts';
import { DESK, PHONE } from '../viewports.ts';

/* The demo world does its own main jobs: as its printed people, in one session each, with a mouse and with a finger. */

/** How somebody uses a page: with a mouse on the desk, with a finger on a phone. */
export type Hands = {
  where: string;
  touch: boolean;
  /** A page that is signed out. */
  visit: (path: string) => Promise<Page>;
  /** A page where one of the printed people has signed in, by the form. */
  signedIn: (firstName: string) => Promise<Page>;
  /** Clicks, or taps. */
  press: (control: Locator) => Promise<void>;
};

type World = { browser: Browser; baseURL: string | undefined; demoSignIns: DemoSignIn[] };

/** Makes the journeys with a mouse at 1440 px and with a finger at 390 px. */
export function byHand(journeys: (hands: (world: World) => Hands) => void): void {
  for (const touch of [false, true])
    test.describe(touch ? 'with a finger' : 'with a mouse', () => {
      const contexts: BrowserContext[] = [];
      test.afterEach(async () => {
        for (const context of contexts.splice(0)) await context.close();
      });
      journeys(({ browser, baseURL, demoSignIns }) => {
        const visit = async (path: string) => {
          const context = await browser.newContext({
            ...(baseURL ? { baseURL } : {}),
            locale: 'en-GB',
            timezoneId: 'Europe/London',
            reducedMotion: 'reduce',
            viewport: touch ? PHONE : DESK,
            hasTouch: touch,
            isMobile: touch,
          });
          contexts.push(context);
          const page = await context.newPage();
          await page.goto(path);
          return page;
        };
        const press = (control: Locator) => (touch ? control.tap() : control.click());
        return {
          where: touch ? 'phone' : 'desk',
          touch,
          visit,
          press,
          signedIn: async (firstName) => {
            const person = demoSignIns.find(({ name }) => name.startsWith(firstName));
            if (!person) throw new Error(`${firstName} is not among the people to sign in as.`);
            const page = await visit('/sign-in');
            await page.getByLabel('Email').fill(person.email);
            await page.getByLabel('Password', { exact: true }).fill(person.password);
            await press(page.getByRole('button', { name: 'Sign in', exact: true }));
            await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), / }).waitFor();
            return page;
          },
        };
      });
    });
}
