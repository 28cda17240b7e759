import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';

/*
 * What a screen reader would say along a journey: role, name, state and description of what has the focus, as Chromium tells
 * them, and what changes in live regions. It is compared with an approved text. `APPROVE=1 npm test -- e2e spoken` approves
 * what is said now: read it before it is committed.
 */

const STATES = ['checked', 'expanded', 'pressed', 'selected', 'required', 'disabled', 'invalid'];

export class Speech {
  readonly #lines: string[] = [];
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Listens to everything that a page loads from now on. */
  static async of(page: Page): Promise<Speech> {
    await page.addInitScript(listen);
    return new Speech(page, await page.context().newCDPSession(page));
  }

  /** Goes to an address as a browser does. */
  async go(path: string, then: Locator): Promise<void> {
    await this.#page.goto(path);
    await expect(then).toBeVisible();
    this.#lines.push(`# ${path.replace(/[\da-f-]{36}|[\da-f]{8,}|\d+/g, '…')}`);
  }

  /** Presses a key that moves the focus, and writes down what is said of where it goes. */
  async press(key: string, to?: Locator): Promise<void> {
    const before = await this.#page.evaluateHandle(() => document.activeElement);
    await this.#page.keyboard.press(key);
    if (to) await expect(to).toBeFocused();
    else await expect.poll(() => before.evaluate((element) => element !== document.activeElement)).toBe(true);
    await this.focus(key);
  }

  /** Writes down what is said of what has the focus. */
  async focus(why: string): Promise<void> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    });
    const [node] = nodes;
    const states = (node?.properties ?? [])
      .filter(({ name, value }) => STATES.includes(name) && value.value !== false && value.value !== 'false')
      .map(({ name, value }) => (value.value === true || value.value === 'true' ? name : `${name} ${value.value}`));
    const words = [node?.name?.value, node?.role?.value, ...states, node?.description?.value].filter(Boolean);
    this.#lines.push(`${why}: ${words.join(' | ')}`);
  }

  /** Waits until a live region says this, and writes it down. */
  async hear(words: string | RegExp): Promise<void> {
    const said = () => this.#page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    const fits = (line: string) => (typeof words === 'string' ? line.includes(words) : words.test(line));
    await expect.poll(async () => (await said()).some(fits), `somebody hears ${words}`).toBe(true);
    const line = (await said()).find(fits) ?? '';
    await this.#page.evaluate((line) => {
      const { said } = globalThis as unknown as { said: string[] };
      said.splice(0, said.indexOf(line) + 1);
    }, line);
    this.#lines.push(`says: ${line}`);
  }

  /** Everything that was said. Times, and what is another each time, are left out. */
  text(...others: readonly string[]): string {
    const hidden = others.reduce((text, other) => text.replaceAll(other, '…'), this.#lines.join('\n'));
    return `${hidden.replace(/\d{1,2}:\d\d/g, 'HH:MM')}\n`;
  }
}

/** In the page: keeps what its live regions say. */
function listen(): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';
  const say = (node: Node | null) => {
    const words = node?.textContent?.replace(/\s+/g, ' ').trim();
    if (words) said.push(words);
  };
  const around = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null;
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      const region = around(target);
      if (region?.matches('[role]')) say(region);
      else if (region && type === 'characterData') say(target);
      for (const node of addedNodes) {
        if (region) say(node);
        else if (node instanceof Element)
          for (const alert of [node, ...node.querySelectorAll('[role="alert"]')])
            if (alert.matches('[role="alert"]')) say(alert);
      }
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
