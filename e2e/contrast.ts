import type { CDPSession, Page } from '@playwright/test';

/*
 * Measures whether text and icons on buttons, what is typed into fields, and the edges of fields, checkboxes and switches
 * stand out from their background, in every state. What is disabled keeps words that can be read: they say why.
 */

/** What is pressed: buttons, links that look like buttons, tabs and the entries of menus. */
const PRESSED = 'button, [role="button"], a[class*="Button"], a[class*="button"], [role="tab"], [role="menuitem"]';

/** What is known by its edge. Search boxes are known by their icon and label, and may be quiet. */
const EDGED =
  'input:not([type="hidden"], [type="file"], [type="search"], [type="range"]), textarea, .mantine-Switch-track, .mantine-Input-input:not([type="search"])';

const STATES = {
  rest: { own: [], around: [] },
  hover: { own: ['hover'], around: ['hover'] },
  focus: { own: ['focus', 'focus-visible'], around: ['focus-within'] },
  pressed: { own: ['hover', 'active'], around: ['hover', 'active'] },
} as const;

/** What cannot be read on the current page, in any state: one line for each. */
export async function unreadable(page: Page): Promise<string[]> {
  const still = await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  });
  await page.evaluate(mark, [PRESSED, EDGED] as const);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const own = await nodes(session, root.nodeId, '[data-measured]');
  const around = await nodes(session, root.nodeId, '[data-around]');
  const found: string[] = [];
  for (const [state, forced] of Object.entries(STATES)) {
    const force = (ids: number[], names: readonly string[]) =>
      Promise.all(
        ids.map((nodeId) =>
          session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...names] }).catch(unlessGone),
        ),
      );
    await force(around, forced.around);
    await force(own, forced.own);
    found.push(...(await page.evaluate(measure, EDGED)).map((line) => `${state}: ${line}`));
  }
  // Without the session nothing is forced any more.
  await session.detach();
  await page.evaluate(unmark);
  await still.evaluate((style) => (style as HTMLElement).remove());
  return found;
}

async function nodes(session: CDPSession, nodeId: number, selector: string): Promise<number[]> {
  return (await session.send('DOM.querySelectorAll', { nodeId, selector })).nodeIds;
}

/** What an answer that came late has replaced is no longer on the page. */
function unlessGone(error: Error): void {
  if (!error.message.includes('Could not find node')) throw error;
}

function mark([pressed, edged]: readonly [string, string]): void {
  const known = new Set<string>();
  for (const element of document.querySelectorAll(`${pressed}, ${edged}`)) {
    if (element.getClientRects().length === 0) continue;
    // One of many that look alike, as in a list, is enough.
    const alike = [element, element.parentElement, element.parentElement?.parentElement, element.firstElementChild];
    const look = alike.map((one) => `${one?.className} ${one?.getAttributeNames()}`).join('|');
    if (known.has(`${look} ${element.textContent === ''}`)) continue;
    known.add(`${look} ${element.textContent === ''}`);
    element.setAttribute('data-measured', '');
    for (let one = element.parentElement; one; one = one.parentElement) one.setAttribute('data-around', '');
  }
}

function unmark(): void {
  for (const name of ['data-measured', 'data-around'])
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
}

/** Runs in the page: every text and every drawing on what is marked that is too close to its ground. */
function measure(edged: string): string[] {
  type Colour = readonly [number, number, number, number];
  const known = new Map<string, Colour>();
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (text: string): Colour => {
    const before = known.get(text);
    if (before || !canvas) return before ?? [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    known.set(text, colour);
    return colour;
  };
  const over = (top: Colour, below: Colour, share = top[3]): Colour => {
    const mixed = (at: 0 | 1 | 2) => top[at] * share + below[at] * (1 - share);
    return [mixed(0), mixed(1), mixed(2), 1];
  };
  const light = ([red, green, blue]: Colour) => {
    const of = (value: number) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * of(red) + 0.7152 * of(green) + 0.0722 * of(blue);
  };
  const ratioOf = (one: Colour, other: Colour) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  type Layer = { own: Colour; opacity: number; image: boolean };
  const layers = new Map<Element, Layer>();
  const layerOf = (element: Element): Layer => {
    const before = layers.get(element);
    if (before) return before;
    const { backgroundColor, opacity, backgroundImage } = getComputedStyle(element);
    const layer = { own: parse(backgroundColor), opacity: Number(opacity), image: backgroundImage !== 'none' };
    layers.set(element, layer);
    return layer;
  };
  type Seen = { ink: Colour; ground: Colour; shown: number; picture: boolean };
  /** The colour of an element and of its background, with everything around it composited. */
  const seen = (element: Element, ink: string): Seen => {
    const chain: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) chain.unshift(one);
    const lay = (at: number, below: Colour): Seen => {
      const one = chain[at];
      if (!one) return { ink: over(parse(ink), below), ground: below, shown: 1, picture: false };
      const { own, opacity, image } = layerOf(one);
      const inside = lay(at + 1, over(own, below));
      const covered = own[3] === 1 && !inside.picture;
      return {
        ink: over(inside.ink, below, opacity),
        ground: over(inside.ground, below, opacity),
        shown: inside.shown * opacity,
        picture: covered ? false : inside.picture || image,
      };
    };
    return lay(0, parse('Canvas'));
  };
  const told = (colour: Colour) => `rgb(${colour.slice(0, 3).map(Math.round).join(' ')})`;
  const found = new Map<string, string>();
  const check = (button: Element, element: Element, ink: string, wanted: number, what: string) => {
    const { ink: top, ground, shown, picture } = seen(element, ink);
    if (shown < 0.1 || picture) return;
    const ratio = ratioOf(top, ground);
    if (ratio >= wanted - 0.005) return;
    const name = button.getAttribute('aria-label') ?? button.textContent?.trim().slice(0, 40) ?? '';
    const key = `${button.className} ${what}`;
    const line = `"${name}" ${what} ${ratio.toFixed(2)}:1, ${told(top)} on ${told(ground)}, ${button.className}`;
    if (!found.has(key)) found.set(key, line);
  };
  /** An edge, or, where it has none of its own, the surface inside it. */
  const checkEdge = (field: Element) => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(field);
    const around = field.parentElement;
    const { width, height } = field.getBoundingClientRect();
    if (!around || width < 8 || height < 8 || Number.parseFloat(borderTopWidth) < 1) return;
    // Without an edge, as where a toolbar is around it.
    if (parse(borderTopColor)[3] < 0.05) return;
    const { ink, ground, shown, picture } = seen(around, borderTopColor);
    if (shown < 0.1 || picture || ratioOf(over(parse(backgroundColor), ground), ground) >= 2.995) return;
    const ratio = ratioOf(ink, ground);
    const label = field.getAttribute('aria-label') ?? (field as HTMLInputElement).labels?.[0]?.textContent ?? '';
    if (ratio < 2.995)
      found.set(
        `${field.className} edge`,
        `"${label.slice(0, 40)}" edge ${ratio.toFixed(2)}:1, ${told(ink)} on ${told(ground)}, ${field.className}`,
      );
  };
  for (const button of document.querySelectorAll('[data-measured]')) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    const isDisabled = button.matches(':disabled, [aria-disabled="true"], [data-disabled]');
    if (button.matches(edged)) {
      if (!isDisabled) checkEdge(button);
      const { value = '', type } = button as HTMLInputElement;
      if (/[\p{L}\p{N}]/u.test(value) && !/^(checkbox|radio|color)$/.test(type))
        check(button, button, getComputedStyle(button).color, 4.5, 'what is typed');
      if (!button.matches('button')) continue;
    }
    let written = false;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const element = node.parentElement;
      if (!element || !/[\p{L}\p{N}]/u.test(node.textContent ?? '') || element.closest('svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      if (width < 2 || height < 2 || box.width < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
      written = true;
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      check(button, element, style.color, large ? 3 : 4.5, 'text');
    }
    if (written || isDisabled) continue;
    for (const svg of button.querySelectorAll('svg')) {
      if (svg.getBoundingClientRect().width < 2) continue;
      const inks = new Set<string>();
      for (const shape of svg.querySelectorAll('path, circle, rect, line, polyline')) {
        const { stroke, fill } = getComputedStyle(shape);
        // Line drawings begin with a frame that is not drawn.
        const ink = stroke === 'none' ? fill : stroke;
        if (/^(rgb|color|ok)/.test(ink)) inks.add(ink);
      }
      for (const ink of inks) check(button, svg, ink, 3, 'icon');
    }
  }
  return [...found.values()];
}
