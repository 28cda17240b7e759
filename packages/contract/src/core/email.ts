import { z } from 'zod';

/** Characters of an address, and of the part before the @, at most. Source: RFC 5321, 4.5.3.1. */
const LONGEST = { address: 254, local: 64 } as const;

/** RFC 5322's dot-atom with the letters of RFC 6531. A leading hyphen could be read as an option of a program. */
const LOCAL = /^(?!-)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** Letters of a domain in any script; what `URL` would drop or take for something else is not among them. */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+([.。．｡][\p{L}\p{M}\p{N}-]+)+$/u;

/** A domain in its ASCII form: labels that neither begin nor end with a hyphen, the last one with letters. */
const ASCII_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/**
 * An email address in two forms: as mail is sent to it, with the part before the @ as it was typed, and as it is stored
 * and compared. Both are composed (NFC) and have their domain in ASCII. Dots and plus tags before the @ stay.
 *
 * @returns null if it is not an address.
 */
export function readAddress(typed: string): { address: string; key: string } | null {
  const whole = typed.trim().normalize('NFC');
  if (!whole.isWellFormed()) return null;
  const at = whole.lastIndexOf('@');
  if (at < 1) return null;
  const local = whole.slice(0, at);
  const domain = asciiDomain(whole.slice(at + 1));
  if (domain === null || !LOCAL.test(local) || bytesOf(local) > LONGEST.local) return null;
  const address = `${local}@${domain}`;
  const key = address.toLowerCase().normalize('NFC');
  return Math.max(bytesOf(address), bytesOf(key)) > LONGEST.address ? null : { address, key };
}

/**
 * The one form in which an email address is stored and compared: in lower case (`Müller@Bücher.example` is
 * `müller@xn--bcher-kva.example`).
 *
 * @returns null if it is not an address.
 */
export function canonicalAddress(typed: string): string | null {
  return readAddress(typed)?.key ?? null;
}

const Origin = z.url({ normalize: true });

/** The ASCII form of a domain by UTS 46, as `URL` in browsers and in Node has it. */
function asciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null;
  const name = Origin.safeParse(`http://${domain}`).data?.slice('http://'.length, -1) ?? '';
  return ASCII_DOMAIN.test(name) ? name : null;
}

/** Bytes in UTF-8. */
const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%../g, '_').length;

/** An address that shows whose it is only to people who know it: `n•••@post.example`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)][0] ?? ''}•••${address.slice(at)}`;
}

/**
 * The schema of an email address that somebody types; its value is the canonical one.
 *
 * @param wrong what to say if it is not an address.
 */
export const emailAddress = (wrong: string) =>
  z.string().transform((typed, context) => {
    const address = canonicalAddress(typed);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: wrong });
    return z.NEVER;
  });
