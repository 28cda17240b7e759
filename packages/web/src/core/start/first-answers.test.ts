import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type FirstAnswers = typeof import('./first-answers.ts');
let { onAnswerTaken, forgetFirstAnswers, keepFirstAnswers, takeFirstAnswer } = {} as FirstAnswers;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ onAnswerTaken, forgetFirstAnswers, keepFirstAnswers, takeFirstAnswer } = await import('./first-answers.ts'));
});
afterEach(() => vi.useRealTimers());

test('a first answer serves one call, soon after it has come, until something is changed', () => {
  keepFirstAnswers({ '/a': 1, '/b': 2, '/c': 3 });
  expect([takeFirstAnswer('/a'), takeFirstAnswer('/a'), takeFirstAnswer('/x')]).toEqual([1, undefined, undefined]);
  vi.advanceTimersByTime(3001);
  expect(takeFirstAnswer('/b')).toBeUndefined();
  keepFirstAnswers({ '/c': 3 });
  forgetFirstAnswers();
  expect(takeFirstAnswer('/c')).toBeUndefined();
});

test('what is live catches up once after answers that were taken when the socket was ready', () => {
  const catchUp = vi.fn();
  keepFirstAnswers({ '/a': 1, '/b': 2, '/c': 3 });
  takeFirstAnswer('/a');
  vi.advanceTimersByTime(1000);
  expect(catchUp).not.toHaveBeenCalled();
  onAnswerTaken(catchUp);
  takeFirstAnswer('/x');
  vi.advanceTimersByTime(1000);
  expect(catchUp).not.toHaveBeenCalled();
  takeFirstAnswer('/b');
  takeFirstAnswer('/c');
  vi.advanceTimersByTime(1000);
  expect(catchUp).toHaveBeenCalledTimes(1);
});
