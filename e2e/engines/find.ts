export type Role = 'button' | 'link' | 'textbox' | 'heading' | 'text' | 'tab' | 'menuitem' | 'frame';
export type Wanted = {
  role: Role;
  /** The whole accessible name, or how it begins with `begins`, or ends with `ends`. */
  name: string;
  begins?: boolean;
  ends?: boolean;
  /** Only inside what has these words: a message, a question. */
  within?: string;
  /** Only inside the open dialog. */
  dialog?: boolean;
};

/**
 * Runs in a page, as text: the middle of the first thing on the screen that has this role and name, scrolled into view, which
 * nothing covers; null if there is none.
 */
export const findIn = `function ({ role, name, begins, ends, dialog, within }) {
  const SELECTORS = {
    button: 'button, [role="button"], summary, input[type="submit"]',
    link: 'a[href]',
    textbox: 'input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea, [contenteditable="true"]',
    heading: 'h1, h2, h3',
    frame: 'iframe',
    tab: '[role="tab"], [role="radio"], input[type="radio"], label',
    menuitem: '[role="menuitem"], [role="option"]',
    text: 'p, span, b, strong, div, li, td, time, article, h1, h2, h3, label',
  };
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return tidy(by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '));
    const own = element.getAttribute(role === 'frame' ? 'title' : 'aria-label');
    if (own) return tidy(own);
    if (element.labels?.length) return tidy([...element.labels].map((label) => label.textContent).join(' ')).replace(/ ?\\*$/, '');
    const said = element.cloneNode(true);
    for (const silent of said.querySelectorAll('[aria-hidden="true"]')) silent.remove();
    return tidy(said.textContent);
  };
  const fits = (text) => (begins ? text.startsWith(name) : ends ? text.endsWith(name) : text === name);
  const around = [...document.querySelectorAll('article, [role="article"]')].filter((one) => one.textContent.includes(within));
  const roots = dialog ? [...document.querySelectorAll('[role="dialog"]')].slice(-1) : within ? around.slice(-1) : [document];
  for (const root of roots)
    for (const element of root.querySelectorAll(SELECTORS[role])) {
      if (!fits(nameOf(element)) || element.closest('[inert], [aria-hidden="true"]')) continue;
      if (element.disabled || element.getAttribute('data-disabled') === 'true') continue;
      let box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      if (box.bottom < 0 || box.top > innerHeight || box.left < 0) {
        element.scrollIntoView({ block: 'center' });
        box = element.getBoundingClientRect();
      }
      const middle = () => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
      if (role === 'text' || role === 'heading') return middle();
      const isHit = () => {
        const hit = document.elementFromPoint(middle().x, middle().y);
        return hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element);
      };
      if (isHit()) return middle();
      // It may be out of sight in a list that scrolls.
      element.scrollIntoView({ block: 'center' });
      box = element.getBoundingClientRect();
      if (isHit()) return middle();
    }
  return null;
}`;
