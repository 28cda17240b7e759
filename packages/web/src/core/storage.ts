/* Small values stored in this browser. If storage is full or forbidden, they are simply not stored. */

/** The stored text under `key`. */
export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`folkmoot.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores `value` under `key`; undefined removes it. */
export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`folkmoot.${key}`);
    else localStorage.setItem(`folkmoot.${key}`, value);
  } catch {
    // Not stored.
  }
}

type Kind = 'string' | 'number' | 'boolean' | 'object';

/**
 * Whether a value that was read from storage is an object whose fields are of these kinds: older versions, and people,
 * may have stored something else. `null` is allowed where `maybe` names the field. A schema would check more, and every
 * page with a composer would load zod for it.
 */
export function hasShape<Shape extends object>(
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
  maybe: readonly string[] = [],
): value is Shape {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(kinds).every(([name, kind]) =>
    fields[name] === null ? maybe.includes(name) : typeof fields[name] === kind,
  );
}

const WRITTEN = [
  'folkmoot.draft.',
  'folkmoot.outbox.',
  'folkmoot.pass.',
  'folkmoot.qna.',
  'folkmoot.intent',
  'folkmoot.channels',
  'folkmoot.recents',
];

/**
 * Clears unsent text, the events opened by a passcode, the keys of anonymous questions and what was opened last, so that they
 * do not outlive the session on this browser.
 */
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
