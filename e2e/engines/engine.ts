import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { Builder, logging, type WebDriver } from 'selenium-webdriver';
import { findIn, type Wanted } from './find.ts';

/*
 * Firefox and WebKit (the engine of Safari), from Debian's packages: firefox-esr by WebDriver BiDi (puppeteer-core), WebKitGTK by
 * classic WebDriver (selenium-webdriver). Both are given the few gestures that a smoke test needs.
 */

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT = '/usr/bin/WebKitWebDriver';
const MINIBROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const PATIENCE_MS = 20_000;
/** How far below the top of its frame the field of a card's number is, in pixels. */
const CARD_NUMBER = 48;

export type Name = 'firefox' | 'webkit';

/** Whether this machine has an engine, and a screen for it. */
export function isInstalled(name: Name): boolean {
  const xvfb = existsSync('/usr/bin/Xvfb');
  return xvfb && (name === 'firefox' ? existsSync(FIREFOX) : existsSync(WEBKIT) && existsSync(MINIBROWSER));
}

/** What every engine is asked for. */
type Driver = {
  open(url: string): Promise<void>;
  run<Result>(script: string): Promise<Result>;
  click(x: number, y: number): Promise<void>;
  point(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  key(name: 'Enter' | 'Tab'): Promise<void>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
};

export class Engine {
  readonly #driver: Driver;
  readonly #base: string;

  constructor(driver: Driver, base: string) {
    this.#driver = driver;
    this.#base = base;
  }

  open(path: string): Promise<void> {
    return this.#driver.open(new URL(path, this.#base).href);
  }

  /** Waits until something of this role and name is on the screen. @returns where its middle is. */
  async see(wanted: Wanted): Promise<{ x: number; y: number }> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const at = await this.#driver.run<{ x: number; y: number } | null>(
        `return (${findIn})(${JSON.stringify(wanted)})`,
      );
      if (at) return at;
      if (Date.now() > until) throw new Error(`There is no ${wanted.role} “${wanted.name}” on the screen.`);
      await wait(100);
    }
  }

  /** Whether something is on the screen at this moment. */
  async has(wanted: Wanted): Promise<boolean> {
    return (await this.#driver.run(`return (${findIn})(${JSON.stringify(wanted)})`)) !== null;
  }

  async press(wanted: Wanted): Promise<void> {
    const { x, y } = await this.#still(wanted);
    await this.#driver.click(x, y);
  }

  /** Moves the pointer over something. */
  async pointAt(wanted: Wanted): Promise<void> {
    const { x, y } = await this.#still(wanted);
    await this.#driver.point(x, y);
  }

  /** Where something stays: a page that is still arriving moves. */
  async #still(wanted: Wanted): Promise<{ x: number; y: number }> {
    let at = await this.see(wanted);
    for (;;) {
      await wait(200);
      const next = await this.see(wanted);
      const still = Math.abs(next.x - at.x) < 1 && Math.abs(next.y - at.y) < 1;
      at = next;
      if (still) return { x: Math.round(at.x), y: Math.round(at.y) };
    }
  }

  /** Clicks into a field, and types over what is in it. */
  async fill(name: string, text: string): Promise<void> {
    await this.press({ role: 'textbox', name });
    await this.#driver.run('document.activeElement?.select?.()');
    await this.#driver.type(text);
  }

  type(text: string): Promise<void> {
    return this.#driver.type(text);
  }

  enter(): Promise<void> {
    return this.#driver.key('Enter');
  }

  /** Types a card into the fields of the stand-in for Stripe, which are a page of their own in a frame. */
  async typeCard(number: string): Promise<void> {
    const { x } = await this.#still({ role: 'frame', name: 'Payment details' });
    const top = await this.#driver.run<number>(
      'return document.querySelector(\'iframe[title="Payment details"]\').getBoundingClientRect().top',
    );
    await this.#driver.click(x, Math.round(top) + CARD_NUMBER);
    for (const [at, text] of [number, '1140', '123'].entries()) {
      if (at > 0) await this.#driver.key('Tab');
      await this.#driver.type(text);
    }
  }

  /** What a script in the page returns. */
  run<Result>(script: string): Promise<Result> {
    return this.#driver.run(script);
  }

  picture(): Promise<Buffer> {
    return this.#driver.picture();
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}

/** Starts an engine with a new profile and a window of a desk. */
export async function startEngine(name: Name, base: string): Promise<Engine> {
  const screen = await startScreen();
  try {
    return new Engine(await (name === 'firefox' ? startFirefox(screen) : startWebkit(screen)), base);
  } catch (error) {
    screen.stop();
    throw error;
  }
}

type Screen = { env: NodeJS.ProcessEnv; stop: () => void };

/** A screen in memory: headless Firefox has no pointer that hovers. */
async function startScreen(): Promise<Screen> {
  // Xvfb writes the number of its display to this pipe.
  const xvfb = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pipe = xvfb.stdio[3] as NodeJS.ReadableStream;
  const display = await new Promise<string>((resolve, reject) => {
    pipe.once('data', (data) => resolve(String(data).trim()));
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended (${code}).`)));
  });
  return { env: { ...process.env, DISPLAY: `:${display}` }, stop: () => void xvfb.kill() };
}

async function startFirefox({ env, stop }: Screen): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'folkmoot-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: false,
    env: { ...env, HOME: profile },
    userDataDir: profile,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'ui.prefersReducedMotion': 1 },
  });
  const page: Page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: (script) => page.evaluate(`(() => { ${script} })()`) as Promise<never>,
    click: (x, y) => page.mouse.click(x, y),
    point: (x, y) => page.mouse.move(x, y),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    picture: async () => Buffer.from(await page.screenshot()),
    close: async () => {
      await browser.close();
      stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function startWebkit({ env, stop }: Screen): Promise<Driver> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'folkmoot-webkit-'));
  const service: ChildProcess = spawn('dbus-run-session', ['--', WEBKIT, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...env,
      ...{ HOME: home, LANG: 'en_GB.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' },
      // As root its sandbox does not start; it only ever opens our own pages.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  await answers(port);
  const driver: WebDriver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: MINIBROWSER, args: ['--automation', '--geometry=1440x980'] },
    })
    .setLoggingPrefs(new logging.Preferences())
    .build();
  const { Key } = await import('selenium-webdriver');
  const keys = async (text: string) => driver.actions().sendKeys(text).perform();
  return {
    open: (url) => driver.get(url),
    run: (script) => driver.executeScript(script),
    click: async (x, y) => driver.actions().move({ x, y }).click().perform(),
    // From beside it, as a hand does: a pointer that is there already does not move.
    point: async (x, y) =>
      driver
        .actions()
        .move({ x: x + 40, y })
        .move({ x, y })
        .perform(),
    type: keys,
    key: (name) => keys(name === 'Enter' ? Key.ENTER : Key.TAB),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => undefined);
      // The service and the bus that was started for it.
      if (service.pid !== undefined) process.kill(-service.pid);
      stop();
      // A folder that is mounted in it may not be let go yet; the run's temporary folder is deleted at its end.
      await rm(home, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const ready = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver does not answer.');
}
