/* What people do on a page that the server has drawn, before its program has loaded, is done once it has. */

/** As `public/before-paint.js` notes it. */
type Early = {
  /** `at`: when, on the page's clock. */
  actions: (Noted & { kind: 'click' | 'submit'; at: number })[];
  /** The last text or choice of each field, the newest last: React may empty a field when it takes it over. */
  typed: Map<Field, Noted<Field> & { text: string; checked: boolean }>;
  /** By what a person knows an element. */
  words: (element: HTMLElement) => string;
  stop: () => void;
};
/** An element, and which of those with the same words it was. */
type Noted<Kind extends HTMLElement = HTMLElement> = { element: Kind; words: string; place: number; of: number };
type Field = HTMLInputElement | HTMLTextAreaElement;

/** What was pressed longer ago is not repeated: it would surprise. What was typed is never lost. */
const MOST_MS = 10_000;

/**
 * Repeats what was pressed, typed and chosen as soon as React has taken over the elements in question. Called when it
 * begins to.
 *
 * @param root the root of the page.
 */
export function repeatEarlyInput(root: HTMLElement): void {
  const early = earlyInput();
  if (!early) return;
  const nowFor = <Kind extends HTMLElement>(noted: Noted<Kind>) => findAgain(root, noted, early.words);
  const look = () => {
    const heard =
      isWhollyTakenOver(root) && [...early.typed.values()].every((noted) => repeatTyping(nowFor(noted), noted));
    if (!heard) return void requestAnimationFrame(look);
    early.stop();
    for (const { kind, at, ...noted } of early.actions) {
      if (performance.now() - at > MOST_MS) continue;
      const now = nowFor(noted);
      if (kind === 'click') {
        if (now) press(now);
      } else if (now instanceof HTMLFormElement) now.requestSubmit();
    }
    // A password may be among it.
    early.typed.clear();
    early.actions.length = 0;
  };
  look();
}

/** As a pointer does: some buttons act when it goes down. */
function press(element: HTMLElement): void {
  for (const kind of ['mousedown', 'mouseup'])
    element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true }));
  element.click();
}

/** Whether React has everything that can be used: parts that load later are taken over later. */
function isWhollyTakenOver(root: HTMLElement): boolean {
  const used = [...root.querySelectorAll('main > *, button, input, textarea, form')];
  return used.length > 0 && used.every(isTakenOver);
}

/**
 * The element, or the one that is there in its place, where the browser draws something else than the server: the one
 * at the same place among those that say the same. Where there are more or fewer of them now, nothing is repeated.
 */
function findAgain<Kind extends HTMLElement>(
  root: HTMLElement,
  { element, words, place, of }: Noted<Kind>,
  wordsOf: Early['words'],
): Kind | undefined {
  if (element.isConnected && wordsOf(element) === words) return element;
  const alike = [...root.querySelectorAll<Kind>(element.tagName)].filter((one) => wordsOf(one) === words);
  return alike.length === of ? alike[place] : undefined;
}

/** On a page that the program draws itself there is nothing to press before. */
export function forgetEarlyInput(): void {
  earlyInput()?.stop();
}

function earlyInput(): Early | undefined {
  return (window as unknown as { folkmootEarly?: Early }).folkmootEarly;
}

/** React notes its properties on each element that it has taken over or made. */
function isTakenOver(element: Element): boolean {
  return Object.keys(element).some((name) => name.startsWith('__reactProps'));
}

const PROTOTYPES = { INPUT: HTMLInputElement, TEXTAREA: HTMLTextAreaElement } as const;

/**
 * Tells React what is in a field: it only hears of changes that it sees.
 *
 * @returns whether React has heard; it does not while it is still taking the field over.
 */
function repeatTyping(field: Tracked | undefined, { text, checked }: { text: string; checked: boolean }): boolean {
  if (!field) return true;
  if (field.type === 'radio' || field.type === 'checkbox') {
    if (!repeated.has(field)) {
      repeated.add(field);
      // React hears of a click that changes something.
      (field as HTMLInputElement).checked = !checked;
      field.click();
    }
    return true;
  }
  if (field.value === text && field._valueTracker?.getValue() === text && repeated.has(field)) return true;
  const prototype = PROTOTYPES[field.tagName as keyof typeof PROTOTYPES]?.prototype;
  const write = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  // Through React's own property first, which notes an empty field, then past it.
  field.value = '';
  write?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  repeated.add(field);
  return false;
}

/** A field as React keeps it, with the last value of which it has heard. */
type Tracked = Field & { _valueTracker?: { getValue: () => string } };
const repeated = new WeakSet<Field>();
