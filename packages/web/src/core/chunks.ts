import { type ComponentType, lazy, type ReactNode } from 'react';

const RELOADED = 'folkmoot.reloaded-for-chunk';

/**
 * Loads a part of the program. After a new version is installed an old page asks for files that are gone:
 * the page is then loaded again, once in a session.
 *
 * @param load the dynamic import, written out where it is used so that Vite sees it.
 */
export function loadChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((error: unknown) => {
      if (navigator.onLine && !sessionStorage.getItem(RELOADED)) {
        sessionStorage.setItem(RELOADED, '1');
        location.reload();
        return new Promise<Module>(() => undefined);
      }
      throw new Error('This part of Folkmoot could not be loaded. Check the connection, then reload the page.', {
        cause: error,
      });
    });
}

/**
 * A component that is loaded when it is first shown, such as a dialog.
 *
 * @param name the component's export in the loaded file.
 */
export function lazyPart<File, Name extends keyof File>(load: () => Promise<File>, name: Name) {
  const loadPart = loadChunk(load);
  return lazy(() => loadPart().then((file) => ({ default: file[name] as ComponentType<PropsOf<File[Name]>> })));
}

type PropsOf<Component> = Component extends () => ReactNode
  ? Record<never, never>
  : Component extends (props: infer Props) => ReactNode
    ? Props
    : never;
