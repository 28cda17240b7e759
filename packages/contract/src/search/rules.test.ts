import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDay } from '../core/times/local-day.ts';
import {
  dayOf,
  filtersIn,
  kindOf,
  parseSearch,
  spanOf,
  startOfDay,
  withFilter,
  withoutPart,
  writePart,
} from './rules.ts';
import { OPERATORS } from './schema.ts';

const said = (raw: string) =>
  parseSearch(raw).map((part) =>
    part.kind === 'filter' ? `${part.operator}=${part.value}` : `${part.kind} ${part.value}`,
  );

describe('searches', () => {
  test.each([
    ['kiln log', ['word kiln', 'word log']],
    ['from:ines', ['from=ines']],
    ['FROM:"Ines  Carter" kiln', ['from=Ines Carter', 'word kiln']],
    ['in:“print room” “see you”', ['in=print room', 'phrase see you']],
    ['"see you', ['phrase see you']],
    ['subject:hello http://a.b at 10:30', ['word subject:hello', 'word http://a.b', 'word at', 'word 10:30']],
    ['xfrom:ines', ['word xfrom:ines']],
    ['from: kiln', ['from=', 'word kiln']],
    ['has:link"a b"', ['has=link', 'phrase a b']],
    ['  "" " "  ', []],
  ])('the search %j is read as %j', (raw, expected) => expect(said(raw)).toEqual(expected));

  test('a search is never refused, and its parts are where they say, in order and without overlap', () => {
    const anything = fc.string({
      unit: fc.constantFrom('from:', 'in:', 'on:', '"', '”', ' ', 'a', 'ك', '漢', "'", ':', '\\', '🔥', '\n'),
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.string({ unit: 'binary' })), (raw) => {
        let end = 0;
        for (const part of parseSearch(raw)) {
          expect(part.start).toBeGreaterThanOrEqual(end);
          expect(part.end).toBeGreaterThan(part.start);
          end = part.end;
        }
        expect(end).toBeLessThanOrEqual(raw.length);
      }),
    );
  });

  const value = fc
    .stringMatching(/^[a-zé漢 ]{1,12}$/u)
    .map((text) => text.replace(/ +/g, ' ').trim())
    .filter((text) => text !== '');
  const written = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('filter' as const), operator: fc.constantFrom(...OPERATORS), value }),
      fc.record({ kind: fc.constant('phrase' as const), value }),
      fc.record({ kind: fc.constant('word' as const), value: fc.stringMatching(/^[a-z漢-]{1,8}$/u) }),
    ),
    { maxLength: 6 },
  );
  test('a search is read as it was written', () => {
    fc.assert(
      fc.property(written, (parts) => {
        const read = parseSearch(parts.map(writePart).join(' '));
        expect(read.map(({ start: _, end: __, ...part }) => part)).toEqual(parts);
      }),
    );
  });

  test('a search can gain a filter and lose it again', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...OPERATORS), value, (parts, operator, name) => {
        const raw = parts.map(writePart).join(' ');
        const more = withFilter(raw, operator, name);
        const added = filtersIn(parseSearch(more)).filter((one) => one.operator === operator && one.value === name);
        expect(added).toHaveLength(1);
        const less = added[0] ? withoutPart(more, added[0]) : more;
        expect(filtersIn(parseSearch(less)).some((one) => one.operator === operator && one.value === name)).toBe(false);
      }),
    );
    expect(withFilter('kiln from:', 'from', 'Ines Carter')).toBe('kiln from:"Ines Carter"');
  });
});

describe('days in a search', () => {
  const zones = [
    'UTC',
    'Europe/London',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Apia',
    'America/St_Johns',
  ];
  test('days in a search begin with their first minute in every time zone', () => {
    const days = fc
      .date({ min: new Date('1995-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const begins = startOfDay(day, zone);
        expect(localDay(begins, zone) >= day).toBe(true);
        expect(localDay(new Date(begins.getTime() - 60_000), zone) < day).toBe(true);
      }),
    );
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2026-03-29', 'Europe/London').toISOString()).toBe('2026-03-29T00:00:00.000Z');
  });

  test('a day in a search must exist in the calendar, and today is today where the searcher is', () => {
    const clock = { now: new Date('2026-11-21T23:30:00Z'), timeZone: 'Europe/Berlin' };
    expect(dayOf('today', clock)).toBe('2026-11-22');
    expect(dayOf('Yesterday', clock)).toBe('2026-11-21');
    expect(dayOf('2024-02-29', clock)).toBe('2024-02-29');
    for (const wrong of ['2025-02-29', '2026-13-01', '0000-00-00', 'soon', '21.11.2026', ''])
      expect(dayOf(wrong, clock)).toBeUndefined();
  });

  test('days in a search narrow one another, and impossible ones are reported', () => {
    const clock = { now: new Date('2026-11-21T12:00:00Z'), timeZone: 'UTC' };
    const span = (raw: string) => spanOf(filtersIn(parseSearch(raw)), clock);
    expect(span('after:2026-11-10 after:2026-11-12 before:2026-11-20')).toMatchObject({
      from: new Date('2026-11-13T00:00:00Z'),
      until: new Date('2026-11-20T00:00:00Z'),
    });
    expect(span('on:today')).toMatchObject({
      from: new Date('2026-11-21T00:00:00Z'),
      until: new Date('2026-11-22T00:00:00Z'),
    });
    expect(span('before:soon kiln').wrong).toHaveLength(1);
    expect(span('kiln')).toEqual({ from: null, until: null, wrong: [] });
  });
});

test('kinds in a search may be plural', () => {
  expect([kindOf('Links'), kindOf('image'), kindOf('s'), kindOf('cats')]).toEqual([
    'link',
    'image',
    undefined,
    undefined,
  ]);
});
