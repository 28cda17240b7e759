/** What takes text itself. */
const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** What has the keyboard while it is open, wherever the focus is. */
export const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

type Composed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;
type Pressed = Composed & Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;

/** The code that browsers give a key that an input method has taken. */
const TAKEN = 229;

/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean and others). Safari ends a word before it reports the
 * Enter that confirms it: there `isComposing` is false already, and only the code tells.
 */
export function isComposing(event: Composed | { nativeEvent: Composed }): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === TAKEN;
}

/** Whether an element is a field that takes what is typed. */
export function isField(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest(FIELDS) !== null;
}

/** Whether a key types a character that nothing takes yet: no field has the focus, and no dialog or menu is open. */
export function isFreeCharacter(event: Pressed & Pick<KeyboardEvent, 'target'>): boolean {
  if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
  // A space presses the button that has the focus, or scrolls.
  if (event.key === ' ' || [...event.key].length !== 1) return false;
  return !isField(event.target) && document.querySelector(LAYERS) === null;
}

/** Whether this computer's keys are named as on a Mac. Asked after the first render only. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
