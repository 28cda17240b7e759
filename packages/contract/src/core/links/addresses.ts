/** What a program reads an address with, in browsers and in Node. */
declare const URL: new (
  address: string,
) => { href: string; protocol: string; hostname: string; username: string; password: string; pathname: string };

/** Characters of an address, as it is stored, at most. */
export const LONGEST_ADDRESS = 2000;

/** Beside every link to somewhere that a person typed. */
export const OUTSIDE_REL = 'nofollow ugc noopener noreferrer';

/** Controls, marks that turn or hide what is beside them, and spaces inside; and the backslash, which browsers take for a slash. */
const NEVER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s\\]/u;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `example.org:8080` is a host with its port. */
const HOST_AND_PORT = /^[^/?#:@]+:\d{1,5}(?:[/?#]|$)/;

/** A name with a dot in it, `localhost`, or an address in numbers. */
const HOST = /^(?:localhost|[^.]+(?:\.[^.]+)+|\[.+\])$/;

const MAILBOX = /^[^\s@<>"(),;:\\[\]%?#/]+@[^\s@<>"(),;:\\[\]%?#/]+$/;

/**
 * A web address that somebody typed, in the form in which it is stored: as `URL` reads it, so with its host in ASCII. One without a
 * scheme gets https. Only http and https; no user or password; nothing that a reader does not see.
 *
 * @returns null if it is not such an address.
 */
export function readWebAddress(typed: string): string | null {
  const raw = typed.trim();
  if (raw === '' || raw.length > LONGEST_ADDRESS || NEVER.test(raw) || raw.startsWith('/') || !raw.isWellFormed())
    return null;
  const hasScheme = SCHEME.test(raw) && !HOST_AND_PORT.test(raw);
  if (hasScheme && !/^https?:\/\/[^/]/i.test(raw)) return null;
  const whole = hasScheme ? raw : `https://${raw}`;
  if (/^https?:\/\/[^/?#]*@/i.test(whole)) return null;
  const url = parsed(whole);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return HOST.test(url.hostname) && url.href.length <= LONGEST_ADDRESS ? url.href : null;
}

/**
 * An address for the text of a link: a web address, or an email address, with or without `mailto:`.
 *
 * @returns null if it is neither.
 */
export function readLinkAddress(typed: string): string | null {
  const raw = typed.trim();
  const mailbox = raw.replace(/^mailto:/i, '');
  if (!MAILBOX.test(mailbox)) return readWebAddress(raw);
  const at = mailbox.lastIndexOf('@');
  const host = NEVER.test(mailbox) ? null : readWebAddress(`https://${mailbox.slice(at + 1)}`);
  if (host === null || !mailbox.isWellFormed() || mailbox.length > 254) return null;
  return `mailto:${mailbox.slice(0, at)}@${parsed(host)?.hostname ?? ''}`;
}

/** What is shown beneath a link: where it leads. Names of hosts in other scripts, unless they mix scripts that look alike. */
export function hostShown(address: string): string {
  if (address.startsWith('mailto:')) return address.slice('mailto:'.length);
  const host = parsed(address)?.hostname ?? '';
  const readable = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (fromPunycode(label.slice(4)) ?? label) : label))
    .join('.');
  return (isOneScript(readable) ? readable : host).replace(/^www\./, '');
}

/** Scripts that are read together with Latin letters and resemble none of them. Source: UTS 39, 5.2, "highly restrictive". */
const TOGETHER = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
];
/** Scripts of which a whole name may be. */
const ALONE = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Georgian'],
  ...['Ethiopic', 'Khmer', 'Armenian', 'Thaana'],
].map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u'));

/** Whether the letters of a host, its last label included, are of one script, or of scripts that nobody confuses. */
function isOneScript(host: string): boolean {
  const letters = host.replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '');
  return [...ALONE, ...TOGETHER].some((script) => script.test(letters));
}

/** RFC 3492, 5 and 6.2: where the code starts, and how its deltas are written. */
const PUNYCODE = { base: 36, least: 1, most: 26, skew: 38, damp: 700, bias: 72, first: 128 } as const;

/** The letters of a label in punycode, without its `xn--`; null if it is none. */
export function fromPunycode(label: string): string | null {
  const { base, least, most, skew, damp, first } = PUNYCODE;
  const cut = label.lastIndexOf('-');
  const out = cut > 0 ? [...label.slice(0, cut)] : [];
  let [code, index, bias, at]: [number, number, number, number] = [first, 0, PUNYCODE.bias, cut > 0 ? cut + 1 : 0];
  while (at < label.length) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(swapped(label[at++]), base);
      if (Number.isNaN(digit)) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, least), most);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const points = out.length + 1;
    let delta = Math.floor((index - before) / (before === 0 ? damp : 2));
    delta += Math.floor(delta / points);
    let k = 0;
    for (; delta > ((base - least) * most) / 2; k += base) delta = Math.floor(delta / (base - least));
    bias = k + Math.floor(((base - least + 1) * delta) / (delta + skew));
    code += Math.floor(index / points);
    if (code > 0x10_ff_ff) return null;
    index %= points;
    out.splice(index++, 0, String.fromCodePoint(code));
  }
  return out.join('');
}

/** Punycode counts a to z, then 0 to 9; numbers with base 36 the other way round. */
function swapped(digit = ''): string {
  if (/^[a-z]$/.test(digit)) {
    const value = digit.charCodeAt(0) - 97;
    return value < 26 ? value.toString(36) : '';
  }
  return /^\d$/.test(digit) ? (Number(digit) + 26).toString(36) : '';
}

function parsed(address: string): InstanceType<typeof URL> | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
