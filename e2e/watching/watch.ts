import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { type Complaint, watchPresses } from './in-page.ts';

/** After this a press that has led to nothing is a dead one, in milliseconds. */
export const PATIENCE_MS = 1500;

/** An answer of 4xx that a journey is about, such as `409 POST /channels`. */
export type Refusal = { status: number; path: RegExp };

/** What a journey must not meet, in all of its browsers. */
export class Watch {
  readonly #told = new Set<string>();
  readonly #expected: Refusal[] = [];
  readonly #errors: RegExp[] = [];
  readonly #dead: RegExp[] = [];
  readonly #contexts = new Set<BrowserContext>();

  /** From now on this answer is part of the journey. */
  expectRefusal(status: number, path: RegExp): void {
    this.#expected.push({ status, path });
  }

  /** From now on this error is part of the journey, in the page or in its console. */
  expectError(message: RegExp): void {
    this.#errors.push(message);
  }

  /** From now on a press of this control may lead to nothing: for journeys about that. */
  expectDeadPress(control: RegExp): void {
    this.#dead.push(control);
  }

  async follow(context: BrowserContext): Promise<void> {
    // Counted here, because pages look whether the browser's own functions are still its own.
    const called = new WeakMap<Page, number>();
    await context.exposeBinding('complain', ({ page }, { kind, what, since }: Complaint) => {
      if (this.#dead.some((one) => one.test(what))) return;
      if (since === undefined || (called.get(page) ?? 0) < since) this.#tell(`${kind}: ${what}`);
    });
    await context.addInitScript(watchPresses, PATIENCE_MS);
    const calls = (page: Page | null) => void (page && called.set(page, Date.now()));
    context.on('request', (request) => {
      // Neither a service worker nor the first request of a new window has a page, and no press waits for one of them.
      if (request.serviceWorker() || request.isNavigationRequest()) return;
      calls(request.frame().page());
    });
    context.on('page', (page) => {
      page.on('websocket', (socket) => socket.on('framesent', () => calls(page)));
      page.on('filechooser', () => calls(page));
      page.on('download', () => calls(page));
      page.on('popup', () => calls(page));
    });
    context.on('weberror', (error) => {
      const { message } = error.error();
      if (!this.#errors.some((one) => one.test(message))) this.#tell(`an error in the page: ${message}`);
    });
    this.#contexts.add(context);
    const close = context.close.bind(context);
    context.close = async (options) => {
      this.#contexts.delete(context);
      await this.#look(context);
      await close(options);
    };
    context.on('console', (message) => {
      const { url } = message.location();
      // What was refused is told with its path, as an answer; a network that is away is no fault of the page.
      if (message.type() !== 'error' || /^Failed to load resource|net::ERR_/.test(message.text())) return;
      if (this.#errors.some((one) => one.test(message.text()))) return;
      this.#tell(`the console, at ${url}: ${message.text()}`);
    });
    context.on('response', (response) => this.#answered(response));
  }

  #answered(response: Response): void {
    const status = response.status();
    if (status < 400) return;
    const { pathname } = new URL(response.url());
    const method = response.request().method();
    if (this.#expected.some((one) => one.status === status && one.path.test(pathname))) return;
    this.#tell(`an answer that was not expected: ${status} ${method} ${pathname}`);
  }

  #tell(what: string): void {
    this.#told.add(what);
  }

  /** Once the last press in each of its pages has led to something. */
  async #look(context: BrowserContext): Promise<void> {
    await Promise.all(
      context.pages().map(async (page) => {
        const looking = page
          .evaluate(async () => {
            await window.pressesSettled?.();
            return [...(window.lookAtText?.() ?? []), ...(window.lookAtActions?.() ?? [])];
          })
          // A page that is on its way elsewhere has led to something.
          .catch(() => []);
        // A page that is held up answers nothing.
        const held = new Promise<[]>((resolve) => setTimeout(resolve, 2 * PATIENCE_MS, []));
        const looked = await Promise.race([looking, held]);
        for (const { kind, what } of looked) this.#tell(`${kind}: ${what}`);
      }),
    );
  }

  /** Looks at the pages that are still open. @returns everything that was met, and forgets it if asked. */
  async complaints({ forget = false } = {}): Promise<string[]> {
    await Promise.all([...this.#contexts].map((context) => this.#look(context)));
    const told = [...this.#told];
    if (forget) this.#told.clear();
    return told;
  }
}

const watches = new WeakMap<Browser, { current: Watch | undefined }>();

/** Has every context of a browser watched by whatever watch is current. A worker has one browser and one journey at a time. */
export function watchBrowser(browser: Browser): void {
  const holder: { current: Watch | undefined } = { current: undefined };
  watches.set(browser, holder);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await holder.current?.follow(context);
    return context;
  };
}

export function startWatch(browser: Browser): Watch {
  const watch = new Watch();
  const holder = watches.get(browser);
  if (holder) holder.current = watch;
  return watch;
}
