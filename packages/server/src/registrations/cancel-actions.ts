import { isUtf8 } from 'node:buffer';

/** Shorter strings of letters are words; from this length on they are an encoding. */
const LEAST = 24;

const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^[A-Za-z0-9+/]{2}==$|^[A-Za-z0-9+/]{3}=$/;

/**
 * The HTML of an email, which may come as it is or as Base64 of UTF-8: the specification names no encoding. It is
 * Base64 only if it contains no tag, has the form an encoder produces, and decodes to text.
 *
 * @returns undefined if it is no text either way: bytes are never sent.
 */
export function htmlOf(given: string): string | undefined {
  if (!isText(given)) return undefined;
  const bare = given.trim();
  if (bare.includes('<') || !BASE64.test(bare)) return given;
  const decoded = decode(bare);
  if (decoded !== undefined && isText(decoded)) return decoded;
  return bare.length < LEAST ? given : undefined;
}

function decode(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  // Other spellings of the same bytes are not what an encoder writes.
  return bytes.toString('base64') === base64 && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Without the control characters that no text has; tabs and ends of lines are text. */
function isText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(text);
}
