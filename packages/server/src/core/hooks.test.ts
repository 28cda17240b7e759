import { expect, test } from 'vitest';
import { createHooks, defineHooks } from './hooks.ts';

type Needed = { greet(name: string): string; leave(): void };
const needed = defineHooks<Needed>('greeters', { greet: true, leave: true });

test('a hook that is passed on early calls what a later slice offers', () => {
  const hooks = createHooks();
  const { greet } = hooks.of(needed);
  expect(() => greet('Ada')).toThrow('greeters.greet was called before');
  hooks.connect([needed.offer({ greet: (name) => `Hello, ${name}` }), needed.offer({ leave: () => undefined })]);
  expect(greet('Ada')).toBe('Hello, Ada');
});

test('a hook that no slice offers stops the start', () => {
  const hooks = createHooks();
  hooks.of(needed);
  expect(() => hooks.connect([needed.offer({ greet: () => '' })])).toThrow(
    'greeters.leave is needed, and no slice offers it.',
  );
});

test('a hook that two slices offer stops the start', () => {
  const leave = () => undefined;
  expect(() => createHooks().connect([needed.offer({ leave }), needed.offer({ leave })])).toThrow(
    'Two slices offer greeters.leave.',
  );
});
