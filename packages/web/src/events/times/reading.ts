/* Days and clock times as people type them, and as their own locale writes them. */

const LONG = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** `Sat 20 June 2026`, as the locale writes it. */
export function dayText(day: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { ...LONG, timeZone: 'UTC' }).format(Date.parse(day));
}

/** `19:15` or `7:15 PM`, as the locale writes it. */
export function timeText(time: string, locale?: string): string {
  const at = Date.parse(`2026-01-01T${time}Z`);
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(at);
}

const CLOCK = /^(\d{1,2})(?:\s*[:.h'’]\s*(\d{2})(?:min)?)?\s*h?$/u;
const TOGETHER = /^(\d{1,2})(\d{2})$/;

/**
 * A clock time: `7pm`, `7.15 p.m.`, `19:15`, `1915`, `noon`, and the locale's own words for the halves of the day. Null
 * if it is not a time.
 */
export function readTime(typed: string, locale?: string): string | null {
  const text = fold(typed, locale);
  if (/^(noon|midday)$/.test(text)) return '12:00';
  if (text === 'midnight') return '00:00';
  const { rest, half } = halfOf(text, locale);
  const [, hours, minutes = '00'] = CLOCK.exec(rest) ?? TOGETHER.exec(rest) ?? [];
  if (hours === undefined) return null;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return null;
  const turned = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return `${String(turned).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Takes the words for the half of the day off a time, before or after it. */
function halfOf(text: string, locale: string | undefined): { rest: string; half?: 'am' | 'pm' } {
  for (const half of ['am', 'pm'] as const)
    for (const word of [half, half.charAt(0), wordFor(half, locale)]) {
      if (word === '') continue;
      const bare = text.replace(/([ap])\.\s?m\.?$/, '$1m');
      if (bare.endsWith(word)) return { rest: bare.slice(0, -word.length).trim(), half };
      if (bare.startsWith(word)) return { rest: bare.slice(word.length).trim(), half };
    }
  return { rest: text };
}

function wordFor(half: 'am' | 'pm', locale: string | undefined): string {
  const at = Date.UTC(2026, 0, 1, half === 'am' ? 9 : 21);
  const parts = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' }).formatToParts(at);
  return fold(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '', locale);
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Chinese, Japanese and Korean name the parts behind their numbers. */
const NAMED = /^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]/u;
const NUMBERS = /^(\d{1,4})[./ -]+(\d{1,2})(?:[./ -]+(\d{1,4}))?\.?$/;

/**
 * A day: `2026-06-20`, `20/6/2026` in the order of the locale, `20 June 2026`, `June 20`. Without a year it is the next
 * such day. Null if it is not a day.
 *
 * @param today `2026-06-20`.
 */
export function readDay(typed: string, locale?: string, today = new Date().toISOString().slice(0, 10)): string | null {
  const text = fold(typed, locale);
  const iso = ISO.exec(text) ?? NAMED.exec(text);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, first, second, third] = NUMBERS.exec(text) ?? [];
  if (first !== undefined && second !== undefined) {
    const order = orderOf(locale);
    const year = first.length === 4 ? first : third;
    if (year !== undefined && year.length !== 4) return null;
    const [one, two] = first.length === 4 ? [second, third] : [first, second];
    if (two === undefined) return null;
    const dayFirst = first.length !== 4 && order.indexOf('day') < order.indexOf('month');
    return dayOrNext(year, Number(dayFirst ? two : one), Number(dayFirst ? one : two), today);
  }
  const month = monthIn(text, locale);
  const numbers = text.match(/\d+/g) ?? [];
  const year = numbers.find((digits) => digits.length === 4);
  const [day, ...more] = numbers.filter((digits) => digits !== year);
  if (month === 0 || day === undefined || day.length > 2 || more.some((digits) => Number(digits) !== month))
    return null;
  return dayOrNext(year, month, Number(day), today);
}

function dayOrNext(year: string | undefined, month: number, day: number, today: string): string | null {
  if (year !== undefined) return dayFrom(Number(year), month, day);
  const first = Number(today.slice(0, 4));
  for (let ahead = 0; ahead < 9; ahead += 1) {
    const found = dayFrom(first + ahead, month, day);
    if (found !== null && found >= today) return found;
  }
  return null;
}

function orderOf(locale: string | undefined): string[] {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type);
}

/** The month whose name, or its first three letters, is one of the words; English names count everywhere. */
function monthIn(text: string, locale: string | undefined): number {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  for (const language of [locale, 'en'])
    for (let month = 1; month <= 12; month += 1)
      for (const style of ['long', 'short'] as const) {
        const options = { day: 'numeric', month: style, timeZone: 'UTC' } as const;
        const parts = new Intl.DateTimeFormat(language, options).formatToParts(Date.UTC(2026, month - 1, 1));
        const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '', locale).replace(/\.$/, '');
        if (/\p{L}/u.test(name) && words.some((word) => word === name || (word.length > 2 && name.startsWith(word))))
          return month;
      }
  return 0;
}

function dayFrom(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}

/** Small letters, plain spaces, and 0 to 9 for the locale's own digits. */
function fold(text: string, locale: string | undefined): string {
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  const own = [...digits].reverse();
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => (own.indexOf(digit) < 0 ? digit : String(own.indexOf(digit))))
    .replace(/[\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
