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

const WRITTEN = ['folkmoot.draft.', 'folkmoot.outbox.', 'folkmoot.pass.'];

/** Forgets what somebody wrote here and has not sent, and the events that a passcode opened for them, so that it does not outlive their session on this browser. */
export function forgetWritten(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (WRITTEN.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
    }
  } catch {
    // A forbidden storage holds nothing.
  }
}
