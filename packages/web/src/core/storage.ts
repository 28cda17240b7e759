/* Small things this browser remembers. Storage can be full or forbidden; then they are simply not remembered. */

/** What was remembered under `key`, as text. */
export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`folkmoot.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers `value` under `key`; undefined forgets it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`folkmoot.${key}`);
    else localStorage.setItem(`folkmoot.${key}`, value);
  } catch {
    // Not remembered.
  }
}
