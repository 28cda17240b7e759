import { expect, test } from '../fixtures.ts';
import type { Watch } from '../watching/watch.ts';

/* What fails every journey, met on purpose. */

/** What was met, which then does not fail this journey. */
const met = async (watch: Watch) => watch.complaints({ forget: true });

/** Nothing is left on the screen that would be told once more. */
test.afterEach(({ page }) => page.goto('about:blank'));

test('a press that leads to nothing is told, and one that leads to something is not', async ({ page, watch }) => {
  await page.goto('/api/docs');
  await page.evaluate(() => {
    document.body.innerHTML =
      '<button>Publish</button><button>Focus</button><button>Call</button><button>Count</button><output></output>';
    const [, focus, call, count] = document.querySelectorAll('button');
    focus?.addEventListener('click', () => focus.setAttribute('class', 'pressed'));
    call?.addEventListener('click', () => void fetch('/api/v1/public/events'));
    count?.addEventListener('click', () => document.querySelector('output')?.append('1'));
  });
  for (const name of ['Publish', 'Focus', 'Call', 'Count']) {
    await page.getByRole('button', { name }).click();
    await page.evaluate(() => window.pressesSettled?.());
  }
  expect(await met(watch)).toEqual([
    expect.stringMatching(/^dead press: button “Publish” at /),
    expect.stringMatching(/^dead press: button “Focus” at /),
  ]);
});

test('an answer that nobody expected, an error in the console and words that are cut are told', async ({
  page,
  watch,
}) => {
  await page.goto('/api/docs');
  await page.evaluate(async () => {
    await fetch('/api/v1/nowhere');
    console.error('It broke.');
    document.body.innerHTML =
      '<button style="width: 20px; overflow: hidden; white-space: nowrap">Save changes</button>';
  });
  const told = (await met(watch)).join('\n');
  expect(told).toMatch(/^an answer that was not expected: 404 GET \/api\/v1\/nowhere$/m);
  expect(told).toMatch(/^the console, at .*: It broke\.$/m);
  expect(told).toMatch(/^cut: button “Save changes” at /m);
});

test('words that are cut before a press are told, and a main action that something lies over', async ({
  page,
  watch,
}) => {
  await page.goto('/api/docs');
  await page.evaluate(() => {
    document.body.innerHTML = `<button type="submit">Save</button><p style="height: 300vh"></p><button type="submit">Pay</button>
      <h2 style="width: 20px; overflow: hidden; white-space: nowrap">Your ticket</h2><button class="next">Next</button>
      <aside style="position: fixed; inset: 0; pointer-events: none">A notice</aside>`;
    const notice = document.querySelector('aside');
    document.querySelector('.next')?.addEventListener('click', () => {
      document.querySelector('h2')?.remove();
      if (notice) notice.style.pointerEvents = 'auto';
    });
  });
  await page.getByRole('button', { name: 'Next' }).click();
  const told = (await met(watch)).filter((one) => !one.startsWith('the console'));
  expect(told).toEqual([
    expect.stringMatching(/^cut: h2 “Your ticket” at /),
    expect.stringMatching(/^covered: button “Save”, by aside “A notice”, at /),
    expect.stringMatching(/^covered: button “Pay”, by aside “A notice”, at /),
  ]);
});

test('an answer that is part of the journey is not told', async ({ page, watch }) => {
  watch.expectRefusal(404, /^\/api\/v1\/nowhere$/);
  await page.goto('/api/docs');
  await page.evaluate(() => fetch('/api/v1/nowhere'));
  expect((await met(watch)).filter((one) => one.includes('nowhere'))).toEqual([]);
});
