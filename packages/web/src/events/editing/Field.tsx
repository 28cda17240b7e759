import type { ReactNode } from 'react';

/** Says where in the form a field of the contract is, so that a missing one can be focused. */
export function Field({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  return (
    <div data-field={path} className={className}>
      {children}
    </div>
  );
}

/** Focuses the field of a form, without moving the page. */
export function focusField(path: string): void {
  document.querySelector<HTMLElement>(`[data-field="${path}"] :is(input, textarea)`)?.focus({ preventScroll: true });
}

/** Focuses a field whose text could not be read, and says whether there is one: what it means is not in the form. */
export function focusUnread(): boolean {
  const field = document.querySelector<HTMLElement>('[data-unread]');
  field?.focus();
  return field !== null;
}

/** Focuses the first field on the page that has an error. */
export function focusFirstWrong(errors: Readonly<Record<string, string | undefined>>): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-field]')) {
    const paths = field.dataset.field?.split(' ') ?? [];
    if (!paths.some((path) => errors[path] !== undefined)) continue;
    const target = field.querySelector<HTMLElement>(
      'input:not([type="hidden"]), textarea, [contenteditable="true"], button',
    );
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
    return;
  }
}
