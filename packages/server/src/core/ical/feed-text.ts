import { oneLine } from '@folkmoot/contract/core/text.ts';
import { textOf } from '../http/html.ts';

/** Characters that are looked at: no reader needs more, and rich text takes a while. */
const LOOKED_AT = 20_000;

/** Words in angle brackets that are no tags of HTML, such as `std::vector<int>`, are part of the text. */
const isRich = (text: string) =>
  /<\/?(?:a|abbr|b|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|img|li|meta|o:p|ol|p|pre|s|script|small|span|strong|style|su[bp]|table|tbody|t[dhr]|thead|u|ul)(?:\s[^>]*)?\/?>/i.test(
    text,
  );

/** What a feed says, as plain text of a few lines: without tags, control characters, and marks that turn text around. */
export function plainLines(raw: unknown, most: number): string {
  if (typeof raw !== 'string') return '';
  const looked = raw.slice(0, LOOKED_AT).toWellFormed();
  const text = isRich(looked) ? textOf(looked) : looked;
  const lines = text.split(/\r\n?|\n/).map(oneLine);
  return cut(lines.join('\n').replace(/\n{3,}/g, '\n\n'), most);
}

/** The same on one line. */
export function plainLine(raw: unknown, most: number): string {
  return cut(oneLine(plainLines(raw, LOOKED_AT)), most);
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, most: number): string {
  const trimmed = text.trim();
  return trimmed.length <= most
    ? trimmed
    : `${trimmed
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;
}

/** A web address that may be a link, or nothing. */
export function plainAddress(raw: unknown): string {
  const url = typeof raw === 'string' && raw.length <= 2000 ? URL.parse(raw.trim()) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : '';
}
