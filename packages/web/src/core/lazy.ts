import { type ComponentType, lazy, type ReactNode } from 'react';

const RELOADED = 'folkmoot.reloaded';
const AGAIN_MS = 5000;

/** There was no connection when a part was requested: browsers remember that failure until the page is reloaded. */
let away = false;

/**
 * The page is being left: Firefox gives up the parts that are on their way, and a reload would bring this page back instead of the one that
 * was wanted. If it stays after all, its next reload is a person's.
 */
let left: boolean | undefined;
// Not on the server, which leaves no page; and not where we only ask.
if (!import.meta.env.SSR) addEventListener('beforeunload', ({ isTrusted }) => (left = isTrusted));

/**
 * Loads a part of the program. After a new version is installed, an old page asks for files that are gone:
 * the page is then reloaded, once in a session; and once more each time the connection is back.
 *
 * @param load the dynamic import, written out where it is used so that Vite sees it.
 */
export function loadChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch(async (error: unknown) => {
      if (!navigator.onLine || !(await answers())) away = true;
      else if (!left && (away || !sessionStorage.getItem(RELOADED)) && nothingUnsaved()) {
        away = false;
        sessionStorage.setItem(RELOADED, '1');
        location.reload();
        return new Promise<Module>(() => undefined);
      }
      throw new Error('This part could not be loaded. Check the connection, then try again.', {
        cause: error,
      });
    });
}

/** If the server is down, a reload fails too, and what was typed would be lost with this page. */
function answers(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Asks the listeners that would keep a browser from leaving the page. */
function nothingUnsaved(): boolean {
  return dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

let tell: (error: unknown) => void = () => undefined;

/** Called when a part cannot be loaded for now. */
export function onChunkFailure(said: (error: unknown) => void): void {
  tell = said;
}

/** Retries whenever there may be a connection, until it loads: an error would replace the whole page. */
export async function loadUntilDone<File>(
  loadPart: () => Promise<File>,
  said = (error: unknown) => tell(error),
): Promise<File> {
  for (let first = true; ; first = false) {
    try {
      return await loadPart();
    } catch (error) {
      if (first) said(error);
      await connection(AGAIN_MS);
    }
  }
}

/** When the browser reports a connection, or after some milliseconds: it does not notice when a server is back. */
export function connection(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });
}

/**
 * A component that is loaded when it is first shown, such as a dialog.
 *
 * @param name the component's export in the loaded file.
 * @returns the component, and `preload`, which loads it before: it is then shown at once. A component that is still on its
 * way shows the fallback around it, and React leaves that on the screen for 300 ms. `preload` never throws.
 */
export function lazyPart<File, Name extends keyof File>(load: () => Promise<File>, name: Name) {
  type Loaded = { default: ComponentType<PropsOf<File[Name]>> };
  const loadPart = loadChunk(load);
  let loaded: Loaded | undefined;
  const keep = (file: File): Loaded => (loaded ??= { default: file[name] as Loaded['default'] });
  const part = lazy(() => (loaded ? atOnce(loaded) : loadUntilDone(loadPart).then(keep)));
  const preload = async (): Promise<void> => {
    if (!loaded) await loadPart().then(keep, () => undefined);
  };
  return Object.assign(part, { preload });
}

/** React takes what `then` gives before it returns; it waits for any other promise. */
function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: React.lazy calls it.
  return { then: (take: (value: T) => void) => take(value) } as unknown as Promise<T>;
}

type PropsOf<Component> = Component extends () => ReactNode
  ? Record<never, never>
  : Component extends (props: infer Props) => ReactNode
    ? Props
    : never;
