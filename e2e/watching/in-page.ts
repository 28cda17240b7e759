/* Runs in every page of a journey, before its own scripts: `addInitScript`. It must not use anything outside itself. */

export type Complaint = {
  kind: 'dead press' | 'cut' | 'covered';
  what: string;
  /** When it was pressed: a call that the browser has made since then is an effect. */
  since?: number;
};

declare global {
  interface Window {
    /** Tells the journey; the test binds it. */
    complain?: (complaint: Complaint) => void;
    /** Waits until every press has led to something or has been told. */
    pressesSettled?: () => Promise<void>;
    /** What is cut on the screen now. */
    lookAtText?: () => Complaint[];
    /** The main actions that something else lies over. Scrolls to each. */
    lookAtActions?: () => Complaint[];
  }
}

/**
 * Watches presses. A press of a button, link, tab, menu item, option, switch or checkbox must lead to something within
 * 1.5 s: a call, another address, a new window, a scroll, a file dialog, or a change in the page that is more than focus
 * and hover.
 */
export function watchPresses(patienceMs: number): void {
  const CONTROL =
    'button, a[href], summary, label, [role="button"], [role="tab"], [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"], [role="option"], [role="switch"], input[type="checkbox"], input[type="radio"]';
  /** They change with the focus and the pointer alone. */
  const PASSING = new Set([
    ...['data-hovered', 'data-active', 'data-focus', 'data-focused', 'data-mouse-down', 'data-combobox-active'],
    ...['tabindex', 'style', 'aria-activedescendant', 'data-combobox-selected', 'class', 'data-path', 'data-touch'],
  ]);
  // A journey may stop the clock.
  const { setTimeout: wait, performance: clock } = window;
  const time = clock.now.bind(clock);
  let happened = 0;
  const note = () => {
    happened += 1;
  };

  for (const [owner, name] of [
    [History.prototype, 'pushState'],
    [History.prototype, 'replaceState'],
    [HTMLInputElement.prototype, 'click'],
    [HTMLInputElement.prototype, 'showPicker'],
    [HTMLMediaElement.prototype, 'play'],
    [HTMLMediaElement.prototype, 'pause'],
    [Storage.prototype, 'setItem'],
    [Document.prototype, 'execCommand'],
  ] as [object, string][]) {
    const own = (owner as Record<string, (...args: unknown[]) => unknown>)[name];
    if (!own) continue;
    (owner as Record<string, unknown>)[name] = function (this: unknown, ...args: unknown[]) {
      note();
      return own.apply(this, args);
    };
  }
  const { open } = window;
  window.open = (...args: Parameters<typeof window.open>) => {
    note();
    return open.call(window, ...args);
  };
  for (const event of ['popstate', 'hashchange', 'scroll', 'pagehide', 'change', 'submit', 'toggle'])
    window.addEventListener(event, note, { capture: true, passive: true });

  const observe = () =>
    new MutationObserver((records) => {
      const counts = records.some(({ type, attributeName, target }) => {
        // A tooltip comes with the pointer.
        if (target instanceof Element && target.closest('[role="tooltip"]')) return false;
        return type !== 'attributes' || (attributeName !== null && !PASSING.has(attributeName));
      });
      if (counts) note();
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  if (document.documentElement) observe();
  else document.addEventListener('DOMContentLoaded', observe, { once: true });

  const nameOf = (element: Element) => {
    const labelled = element.getAttribute('aria-labelledby');
    const by = labelled ? document.getElementById(labelled.split(' ')[0] ?? '')?.textContent : undefined;
    const text = element.getAttribute('aria-label') ?? by ?? element.textContent ?? '';
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`;
  };

  /** What is chosen already need not change; what is off says so itself. */
  const isIdle = (control: Element) => {
    if (
      control.matches(
        '[aria-selected="true"], [aria-current], [aria-checked="true"][role*="radio"], [aria-disabled="true"], [data-disabled], :disabled',
      )
    )
      return true;
    if (control instanceof HTMLAnchorElement && control.href === location.href) return true;
    const input = control instanceof HTMLLabelElement ? control.control : control;
    // A label gives its field the focus, and a radio that is on stays on.
    if (input instanceof HTMLInputElement) return input.type !== 'checkbox';
    return control instanceof HTMLLabelElement;
  };

  const open_ = new Set<Promise<void>>();
  window.pressesSettled = async () => {
    await Promise.all(open_);
  };
  window.addEventListener(
    'click',
    (event) => {
      if (!event.isTrusted || !(event.target instanceof Element)) return;
      const control = event.target.closest(CONTROL);
      if (!control || isIdle(control)) return;
      // A press ends a step: what can be read by then is read whole.
      for (const cut of window.lookAtText?.() ?? []) window.complain?.(cut);
      const name = nameOf(control);
      const before = happened;
      const since = Date.now();
      const at = location.href;
      const outcome = (async () => {
        const until = time() + patienceMs;
        while (time() < until) {
          if (happened !== before) return;
          await new Promise((resolve) => wait(resolve, 30));
        }
        if (happened === before && document.hasFocus())
          window.complain?.({ kind: 'dead press', what: `${name} at ${at}`, since });
      })();
      open_.add(outcome);
      void outcome.finally(() => open_.delete(outcome));
    },
    { capture: true },
  );

  /** Words that people have to read whole: of controls, titles and labels. */
  const READ = 'button, a[href], h1, h2, h3, label, legend, [role="tab"], [role="alert"], [role="status"], th, dt, dd';
  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden="true"]');
  const hasOwnWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''));

  window.lookAtText = () => {
    const told: Complaint[] = [];
    for (const root of document.querySelectorAll(READ))
      for (const element of [root, ...root.querySelectorAll('*')]) {
        if (!(element instanceof HTMLElement) || !hasOwnWords(element) || !isDrawn(element)) continue;
        const style = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1) continue;
        // An ellipsis says that there is more; names that people chose may be long.
        const across =
          style.overflowX !== 'visible' &&
          style.textOverflow !== 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 1;
        const down =
          style.overflowY === 'hidden' &&
          style.webkitLineClamp === 'none' &&
          element.scrollHeight > element.clientHeight + 3;
        if (across || down) told.push({ kind: 'cut', what: `${nameOf(element)} at ${location.pathname}` });
      }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 1)
      told.push({ kind: 'cut', what: `the page is ${wide} px wider than the window, at ${location.pathname}` });
    return told;
  };
  window.lookAtActions = () => {
    const layers = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(isDrawn);
    const layer = layers.at(-1) ?? document;
    const told: Complaint[] = [];
    // The filled button of Mantine is the one without a variant.
    for (const action of layer.querySelectorAll('.mantine-Button-root:not([data-variant]), [type="submit"]')) {
      if (!isDrawn(action) || action.matches(':disabled, [aria-disabled="true"]')) continue;
      action.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y, width, height } = action.getBoundingClientRect();
      // Some are there for the keyboard alone, until they have the focus.
      if (width <= 1 || height <= 1 || getComputedStyle(action).clipPath !== 'none') continue;
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      // A toast leaves by itself.
      if (top?.contains(action) || action.contains(top) || top?.closest('.mantine-Notifications-root')) continue;
      told.push({
        kind: 'covered',
        what: `${nameOf(action)}, by ${top ? nameOf(top.closest(CONTROL) ?? top) : 'the edge'}, at ${location.pathname}`,
      });
    }
    return told;
  };
}
