import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCommonPassword } from '@folkmoot/contract/accounts/password-rules.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import type { Refusal } from '@folkmoot/contract/core/problem.ts';
import { fold } from '@folkmoot/contract/core/text.ts';

let list: ReadonlySet<string> | undefined;

/** Some fifty thousand passwords from leaks, the most used first; read with the first password that is chosen. */
function common(): ReadonlySet<string> {
  list ??= new Set(
    JSON.parse(
      readFileSync(fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')), 'utf8'),
    ) as string[],
  );
  return list;
}

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const unmask = (text: string) => text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Digits and signs before and after a word, which everybody thinks of. */
const bare = (text: string) => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');

/** True if it is on the list of leaked passwords, as it is, with digits around it, doubled, or with 0 for o. */
function isLeaked(password: string): boolean {
  const lower = password.toLowerCase();
  const half = lower.slice(0, lower.length / 2);
  const forms = [lower, bare(lower), unmask(lower), bare(unmask(bare(lower))), unmask(bare(lower))];
  if (half.repeat(2) === lower) forms.push(half, bare(half));
  return forms.some((form) => form.length > 0 && common().has(form));
}

/** What an attacker knows about a person: their address and names, and the product's. */
export type OwnWords = { email?: string | undefined; names: readonly (string | undefined)[]; product: string };

/** Letters that must be left of a password once its owner's words are taken out. */
const LEFT_AT_LEAST = 8;

/** True where the password is little more than the person's own words or the product's name. */
function isOwn(password: string, { email, names, product }: OwnWords): boolean {
  const folded = fold(password);
  const [local = ''] = email?.split('@') ?? [];
  if (email && folded.includes(fold(email))) return true;
  const words = [local, ...names, product, 'folkmoot']
    .map((word) => fold(word ?? ''))
    .filter((word) => word.length >= 3);
  let rest = folded;
  for (const word of words.sort((one, other) => other.length - one.length)) rest = rest.replaceAll(word, '');
  return rest.length < folded.length && rest.replace(/[\W\d_]/g, '').length < LEFT_AT_LEAST;
}

/**
 * Why this password must not be chosen, or undefined. The contract's own rules come first; the list of leaked
 * passwords is only on the server, since it is half a megabyte.
 */
export function passwordRefusal(password: string, own: OwnWords): Refusal | undefined {
  if (isCommonPassword(password) || isLeaked(password)) return refusals.commonPassword;
  return isOwn(password, own) ? refusals.knownPassword : undefined;
}
