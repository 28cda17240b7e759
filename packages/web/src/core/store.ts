import { useSyncExternalStore } from 'react';

/** A signal: something that happens repeatedly, with listeners. */
export type Signal<News extends unknown[] = []> = {
  /** Calls `listener` each time. @returns a function that stops it. */
  subscribe: (listener: (...news: News) => void) => () => void;
  emit: (...news: News) => void;
};

/** A value outside the components, with listeners for its changes. */
export type Store<T> = {
  /** The value now; the same object until it changes. */
  get: () => T;
  /** Sets the value, and calls the listeners if it has changed. */
  set: (next: T) => void;
  /** Calls `listener` with each new value. @returns a function that stops it. */
  subscribe: Signal<[T]>['subscribe'];
};

export function createSignal<News extends unknown[] = []>(): Signal<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(...news) {
      for (const listener of listeners) listener(...news);
    },
  };
}

export function createStore<T>(initial: T): Store<T> {
  const changed = createSignal<[T]>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changed.emit(next);
    },
    subscribe: changed.subscribe,
  };
}

/** A store's value in a component. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
