import type { InsightsView } from '@folkmoot/contract/registrations/schema.ts';

export type Grown = { day: string; registered: number; total: number };

const DAY = 86_400_000;

/** Every day from the first to the last, even those on which nothing happened, so that the line is straight. */
export function chartData(days: InsightsView['days'], locale?: string): Grown[] {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const known = new Map(days.map((day) => [day.date, day]));
  const named = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const grown: Grown[] = [];
  let total = 0;
  for (let at = Date.parse(first.date); at <= Date.parse(last.date); at += DAY) {
    const day = known.get(new Date(at).toISOString().slice(0, 10));
    total = day?.total ?? total;
    grown.push({ day: named.format(at), registered: day?.registered ?? 0, total });
  }
  return grown;
}

/** What the chart shows, as a sentence. */
export function chartSummary({ days, capacity }: Pick<InsightsView, 'days' | 'capacity'>): string {
  if (days.length === 0) return 'No one is going yet.';
  const of = capacity === null ? '' : ` of ${capacity.toLocaleString()} spots`;
  const most = days.reduce((best, day) => (day.registered > best.registered ? day : best));
  const when = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(most.date),
  );
  const busiest =
    days.length < 2
      ? ''
      : ` Busiest day: ${when}, ${most.registered.toLocaleString()} ${most.registered === 1 ? 'registration' : 'registrations'}.`;
  return `${(days.at(-1)?.total ?? 0).toLocaleString()} going${of}.${busiest}`;
}
