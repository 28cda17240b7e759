import type { ReactNode, RefObject } from 'react';

/** Says where in the form a field of the contract is, so that a missing one can be focused. */
export function Field({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  return (
    <div data-field={path} className={className}>
      {children}
    </div>
  );
}

/** What the functions below search: the element around a form, and nothing beside it. */
export type FormElement = RefObject<HTMLElement | null>;

/** Focuses the field of a form, without moving the page. */
export function focusField(form: FormElement, path: string): void {
  const field = form.current?.querySelector<HTMLElement>(`[data-field="${path}"] :is(input, textarea)`);
  field?.focus({ preventScroll: true });
}

/**
 * Focuses the first day or time of a form that could not be read, and says whether there is one: what was typed there is
 * not among the form's values. The field itself says what is wrong with it.
 */
export function focusUnreadable(form: FormElement): boolean {
  const field = form.current?.querySelector<HTMLElement>('[data-unreadable]');
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return field != null;
}

/** Focuses the first field of a form that has an error. */
export function focusFirstWrong(form: FormElement, errors: Readonly<Record<string, string | undefined>>): void {
  for (const field of form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []) {
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
