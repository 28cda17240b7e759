/** What is filled in or chosen in a form. */
const FIELDS =
  'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"]';

/**
 * Marks where a dialog begins, for Mantine, which gives it the focus: what names itself with `data-autofocus`, else the first field
 * that is in sight, else the heading, so that the dialog is read from its beginning. Never Close, which happens to come first.
 *
 * @param content the element of the dialog; this is its ref
 */
export function markFirst(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return;
  const heading = content.querySelector<HTMLElement>('h2');
  if (heading) heading.tabIndex = -1;
  const first = fieldInSight(content) ?? heading;
  first?.setAttribute('data-autofocus', 'true');
}

function fieldInSight(content: HTMLElement): HTMLElement | undefined {
  const fields = [...content.querySelectorAll<HTMLInputElement>(FIELDS)];
  const first = fields.find((field) => field.tabIndex >= 0 && field.checkVisibility());
  if (!first || first.getBoundingClientRect().top >= content.getBoundingClientRect().bottom) return undefined;
  // Of radios, Tab goes to the one that is chosen.
  return fields.find(({ type, name, checked }) => type === 'radio' && name === first.name && checked) ?? first;
}
