/** What can be said of a card or an account while it is typed. */

/** Digits in groups, as they stand on the card. */
export function spaced(number) {
  const digits = number.replace(/\D/g, '').slice(0, 19);
  const groups = brandOf(digits) === 'American Express' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : undefined;
  if (groups) return groups.exec(digits)?.slice(1).filter(Boolean).join(' ') ?? '';
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Whose card it is, by its first digits; empty if unknown. */
export function brandOf(number) {
  if (/^4/.test(number)) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'Mastercard';
  if (/^3[47]/.test(number)) return 'American Express';
  return '';
}

function addsUp(number) {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** `MM / YY` while it is typed. */
export function datedAs(text, before) {
  let digits = text.replace(/\D/g, '').slice(0, 4);
  if (/^[2-9]$/.test(digits)) digits = `0${digits}`;
  const isDeleting = before.length > text.length;
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Month and year of `MM / YY`. */
export function monthAndYear(text) {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? [];
  return { month: Number(month), year: year === '' ? 0 : 2000 + Number(year) };
}

const isIban = (text) => {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const turned = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(turned) % 97n === 1n;
};

/**
 * What is wrong with what stands in a field, in a sentence, or undefined.
 *
 * @param now a date, before which cards have expired.
 */
export function whyWrong(name, value, number, now) {
  if (name === 'number') {
    const digits = value.replace(/\D/g, '');
    if (digits === '') return 'Enter your card number.';
    const full = brandOf(digits) === 'American Express' ? 15 : 16;
    if (digits.length < full) return 'Your card number is incomplete.';
    return addsUp(digits) ? undefined : 'Your card number is invalid.';
  }
  if (name === 'expiry') {
    if (value === '') return 'Enter the expiry date.';
    const { month, year } = monthAndYear(value);
    if (year === 0) return 'The expiry date is incomplete.';
    if (month < 1 || month > 12) return 'The month is invalid.';
    const isPast = year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
    return isPast ? 'Your card has expired.' : undefined;
  }
  if (name === 'cvc') {
    const full = brandOf(number.replace(/\D/g, '')) === 'American Express' ? 4 : 3;
    if (value === '') return 'Enter the security code.';
    return value.length < full ? 'The security code is incomplete.' : undefined;
  }
  if (value.trim() === '') return 'Enter your IBAN.';
  return isIban(value) ? undefined : 'This IBAN is invalid.';
}
