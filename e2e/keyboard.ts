import { expect, type Locator, type Page } from '@playwright/test';

/** The most times Tab is pressed on the way to something. */
const FAR = 60;

type Step = 'Tab' | 'Shift+Tab' | 'ArrowRight' | 'ArrowLeft';

/** Presses Tab, or an arrow key, until this has the focus; every stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator, key: Step = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < FAR; pressed += 1) {
    await page.keyboard.press(key);
    await expectFocusShown(page);
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`${FAR} presses of ${key} did not reach ${target}.`);
}

/** Whether the focused element shows its focus: by an outline, a shadow or a border, on itself or on its container. */
export async function expectFocusShown(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'nothing has the focus';
    const looks = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      return `${outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : outlineWidth} ${boxShadow} ${borderColor}`;
    };
    const around = [focused, focused.parentElement, focused.nextElementSibling].filter((one) => one !== null);
    if (around.some((element) => !looks(element).startsWith('none none'))) return 'yes';
    // A field may leave it to the frame around it, some steps further out.
    for (let outer = focused.parentElement; outer && around.length < 7; outer = outer.parentElement) around.push(outer);
    const before = around.map(looks);
    (focused as HTMLElement).blur();
    const after = around.map(looks);
    (focused as HTMLElement).focus();
    return before.some((look, at) => look !== after[at]) ? 'yes' : focused.outerHTML.slice(0, 200);
  });
  expect(shown, 'the focus is visible').toBe('yes');
}

/** Waits until something to be sorted has been picked up: the library listens for the arrow keys one task later. */
export async function expectPickedUp(page: Page, what: string): Promise<void> {
  await expect(page.getByText(`Picked up ${what}`)).toBeAttached();
  await page.evaluate(() => new Promise((next) => setTimeout(next)));
}
