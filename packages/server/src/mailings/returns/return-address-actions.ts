import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The address that a mail server reports to, which names the letter (VERP). */
export type ReturnAddresses = {
  /** Where reports about a letter go: `bounces+…@moot.example`. */
  of(letterId: string): string;
  /** The letter that an address names; undefined if it is not one of ours. */
  read(address: string): string | undefined;
};

/** Bytes of the signature: nobody can guess an address, and the part before the @ stays short. */
const SIGNATURE = 8;

/** Some servers write addresses in lower case, so they are in hexadecimal. */
const SIGNED = /\+([0-9a-f]{32})([0-9a-f]{16})$/;

/** @param base the address that reports go to, such as `bounces@moot.example`. */
export function createReturnAddresses(secret: string, base: string): ReturnAddresses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot:return-addresses', 32));
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)];
  const signatureOf = (id: string) => createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE);
  return {
    of(letterId) {
      const id = letterId.replaceAll('-', '');
      return `${local}+${id}${signatureOf(id).toString('hex')}${domain}`;
    },
    read(address) {
      const typed = address.toLowerCase();
      if (!typed.endsWith(domain.toLowerCase())) return undefined;
      const [, id, signature] = SIGNED.exec(typed.slice(0, -domain.length)) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(id))) return undefined;
      return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
