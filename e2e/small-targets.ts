/**
 * Runs in a page: each target that a finger misses, with what is where it would press. A target is large enough if the
 * points beside, above and below its middle belong to it, half of `finger` away; so it does not matter whether it is drawn
 * that large or takes taps around it, and an area that a neighbour covers does not count. Exempt, as in WCAG 2.5.5, is what
 * stands in a sentence, and the author's name of a message, because the picture beside it does the same.
 */
export function smallTargets({ finger, within }: { finger: number; within: string }): string[] {
  const TARGETS =
    'a[href], button, summary, input, select, textarea, [role="slider"], [role="option"], [role="menuitem"]';
  // Boxes begin between pixels, and the border of a field belongs to what is around the input.
  const reach = finger / 2 - 1.5;

  const isShown = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const { pointerEvents } = getComputedStyle(element);
    // Fixed above the edge of the window, such as the link that skips to the content, it has to be focused first.
    return (
      width > 1 && height > 1 && right > 0 && bottom > 0 && pointerEvents !== 'none' && !element.closest('[inert]')
    );
  };
  const isDrawn = (element: Element) =>
    isShown(element) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Whether it stands in a line with words that are no target. */
  const isInSentence = (element: Element) => {
    if (!getComputedStyle(element).display.startsWith('inline')) return false;
    let line = element.parentElement;
    while (line && getComputedStyle(line).display.startsWith('inline')) line = line.parentElement;
    const rest = line?.cloneNode(true) as Element | undefined;
    for (const target of rest?.querySelectorAll(TARGETS) ?? []) target.remove();
    return /\p{L}{2}/u.test(rest?.textContent ?? '');
  };
  const isAuthor = (element: Element) =>
    element.matches('[data-message] button') && element.parentElement?.querySelector(':scope > time') !== null;

  const nameOf = (element: Element | null) => {
    const text = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    const own = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? element.type) : text;
    return `${element?.tagName.toLowerCase()} “${own.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
  };

  const root = [...document.querySelectorAll(within)].at(-1) ?? document.body;
  return [...root.querySelectorAll<HTMLElement>(TARGETS)].flatMap((element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const box = [element, ...labels].find(isDrawn);
    if (box === undefined || isInSentence(element) || isAuthor(element)) return [];
    box.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = box.getClientRects()[0] ?? box.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const points = { left: [x - reach, y], right: [x + reach, y], above: [x, y - reach], below: [x, y + reach] };
    const missed = Object.entries(points).flatMap(([where, [across = 0, down = 0]]) => {
      const hit = document.elementFromPoint(across, down);
      const belongs = [element, ...labels].some((part) => part.contains(hit));
      return belongs ? [] : [`${where} is ${nameOf(hit)}`];
    });
    if (missed.length === 0) return [];
    return [`${nameOf(element)}, drawn ${Math.round(width)} × ${Math.round(height)}: ${missed.join(', ')}`];
  });
}
