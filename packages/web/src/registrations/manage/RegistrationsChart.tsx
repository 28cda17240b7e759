import type { InsightsView } from '@folkmoot/contract/registrations/schema.ts';
import { AreaChart, BarChart } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useState } from 'react';
import css from '../guests/guests.module.css';
import { chartData, chartSummary } from './chart-data.ts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';

type RegistrationsChartProps = { insights: InsightsView; height: number };

/** The growth of the list, day by day. The same is above it as a sentence, and on Insights as a table. */
export function RegistrationsChart({ insights, height }: RegistrationsChartProps) {
  const [way, setWay] = useState<'total' | 'day'>('total');
  const still = useReducedMotion();
  const data = chartData(insights.days);
  const shared = {
    h: height,
    data,
    dataKey: 'day',
    withTooltip: true,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    yAxisProps: { allowDecimals: false, width: 34, interval: 0 as const },
    xAxisProps: { minTickGap: 40 },
  };
  return (
    <figure className={css.chart}>
      <figcaption>
        <b>Registrations over time</b>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={way}
          onChange={(next) => setWay(next as 'total' | 'day')}
          data={[
            { value: 'total', label: 'Total' },
            { value: 'day', label: 'Per day' },
          ]}
        />
      </figcaption>
      <p className={css.chartSummary}>{chartSummary(insights)}</p>
      {data.length > 0 && (
        <div aria-hidden="true">
          {way === 'total' ? (
            <AreaChart
              {...shared}
              series={[{ name: 'total', label: 'Going', color: 'var(--fm-brand)' }]}
              curveType="monotone"
              withDots={data.length < 3}
              areaProps={{ isAnimationActive: !still }}
              areaChartProps={{ accessibilityLayer: false }}
              {...(insights.capacity === null
                ? {}
                : {
                    // The scale reaches up to it.
                    referenceLines: [
                      {
                        ...{ y: insights.capacity, label: 'Capacity', color: 'var(--fm-text-2)' },
                        ifOverflow: 'extendDomain' as const,
                      },
                    ],
                  })}
            />
          ) : (
            <BarChart
              {...shared}
              series={[{ name: 'registered', label: 'Registered', color: 'var(--fm-brand)' }]}
              barProps={{ isAnimationActive: !still }}
              barChartProps={{ accessibilityLayer: false }}
            />
          )}
        </div>
      )}
    </figure>
  );
}
