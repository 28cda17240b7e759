import { ACTS, PAGES } from '@folkmoot/contract/telemetry/rules.ts';

const segmentsOf = (path: string) => path.split('/').filter((segment) => /^[a-z]/.test(segment));

/** The words of our own addresses. Everything else in a path is somebody's: an id, an alias, a code, a name. */
const WORDS: ReadonlySet<string> = new Set([
  ...PAGES.flatMap(segmentsOf),
  ...Object.values(ACTS).flatMap((call) => segmentsOf(call.split(' ')[1] ?? '')),
  ...['public', 'auth', 'assets', 'files', 'uploads', 'live', 'me', 'counts', 'unread', 'token', 'feeds', 'usage'],
]);

/**
 * An address as a pattern, without its query: `/channel/3f2c…` becomes `/channel/$`.
 *
 * @param own the origin of the product; of other addresses nothing is said.
 */
export function patternOf(address: string, own: string): string {
  if (!URL.canParse(address, own)) return '$';
  const { origin, pathname } = new URL(address, own);
  if (origin !== new URL(own).origin) return 'elsewhere';
  return pathname
    .split('/')
    .map((part) => (part === '' || WORDS.has(part) ? part : '$'))
    .join('/');
}
