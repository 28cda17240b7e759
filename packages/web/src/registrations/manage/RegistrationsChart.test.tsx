import type { InsightsView } from '@folkmoot/contract/registrations/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { RegistrationsChart } from './RegistrationsChart.tsx';

test('insights: the chart has a scale of even steps up to the capacity, and says in words what it shows', async () => {
  const days = [
    { date: '2026-03-28', registered: 30, left: 0, total: 30 },
    { date: '2026-03-31', registered: 6, left: 0, total: 36 },
  ];
  const insights = { days, capacity: 60 } as InsightsView;
  const { container } = await draw(<RegistrationsChart insights={insights} height={200} />);
  await expect.element(page.getByText(/^36 going of 60 spots\. Busiest day: /)).toBeVisible();
  const steps = () =>
    [...container.querySelectorAll('.recharts-cartesian-axis-tick-value')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^\d+$/.test(text))
      .map(Number);
  await expect.poll(() => steps().length).toBeGreaterThan(2);
  expect(container.textContent).toContain('Capacity');
  expect(Math.max(...steps())).toBeGreaterThanOrEqual(60);
  const [first = 0, second = 0] = steps();
  expect(steps()).toEqual(steps().map((_, at) => first + at * (second - first)));
  await expectAccessible();
});
