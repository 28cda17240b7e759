import { expect, test, vi } from 'vitest';
import { createSignal, createStore } from './store.ts';

test('a signal reaches every current subscriber', () => {
  const signal = createSignal<[string]>();
  const [stays, stops] = [vi.fn(), vi.fn()];
  signal.subscribe(stays);
  signal.subscribe(stops)();
  signal.emit('news');
  expect(stays).toHaveBeenCalledExactlyOnceWith('news');
  expect(stops).not.toHaveBeenCalled();
});

test('a store announces a new value, and nothing if the value is the same', () => {
  const store = createStore(1);
  const heard = vi.fn();
  store.subscribe(heard);
  store.set(2);
  store.set(2);
  expect(store.get()).toBe(2);
  expect(heard).toHaveBeenCalledExactlyOnceWith(2);
});
