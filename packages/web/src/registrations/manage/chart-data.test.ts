import { expect, test } from 'vitest';
import { chartData, chartSummary } from './chart-data.ts';

const days = [
  { date: '2026-03-28', registered: 3, left: 0, total: 3 },
  { date: '2026-03-31', registered: 1, left: 2, total: 2 },
];

test('days on which nothing happened keep the total, even when clocks change', () => {
  expect(chartData(days, 'en-GB')).toEqual([
    { day: '28 Mar', registered: 3, total: 3 },
    { day: '29 Mar', registered: 0, total: 3 },
    { day: '30 Mar', registered: 0, total: 3 },
    { day: '31 Mar', registered: 1, total: 2 },
  ]);
  expect(chartData([])).toEqual([]);
});

test('the chart is available as a sentence too', () => {
  expect(chartSummary({ days, capacity: 40 })).toMatch(
    /^2 going of 40 spots\. Busiest day: .*28.*, 3 registrations\.$/,
  );
  expect(chartSummary({ days: [days[1], days[1]] as typeof days, capacity: null })).toMatch(/, 1 registration\.$/);
  expect(chartSummary({ days: [], capacity: null })).toBe('No one is going yet.');
});
