import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { GoesBack } from '@folkmoot/contract/payments/orders-schema.ts';
import type { GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { Checkbox } from '@mantine/core';

type Paid = NonNullable<GuestView['money']>;

/** What goes back to these guests if their places end, a row for each currency. */
export function goesBackTo(guests: readonly Pick<GuestView, 'money'>[]): GoesBack[] {
  const paid = guests.flatMap(({ money }): Paid[] => (money && !money.due && money.amount > 0 ? [money] : []));
  return [...new Set(paid.map(({ currency }) => currency))].map((currency) => {
    const some = paid.filter((one) => one.currency === currency);
    const free = some.filter(({ disputed }) => !disputed);
    const amount = free.reduce((sum, one) => sum + one.amount, 0);
    return { currency, people: free.length, amount, disputed: some.length - free.length };
  });
}

/** Sums of several currencies, such as `£56.70 and €20.00`. */
export function sumsOf(goesBack: readonly GoesBack[]): string {
  const sums = goesBack.filter(({ people }) => people > 0).map(({ amount, currency }) => formatMoney(amount, currency));
  return new Intl.ListFormat('en-GB').format(sums);
}

/** Those who wait for their bank, in a sentence; undefined if there are none. */
export function disputedWords(goesBack: readonly GoesBack[]): string | undefined {
  const count = goesBack.reduce((sum, { disputed }) => sum + disputed, 0);
  if (count === 0) return undefined;
  const who = count === 1 ? '1 payment is disputed and is' : `${count} payments are disputed and are`;
  return `${who} not in this sum: their bank decides first.`;
}

type RefundChoiceProps = { goesBack: readonly GoesBack[]; checked: boolean; onChange: (refund: boolean) => void };

/** Whether what was paid goes back, with its sum; nothing where nobody has paid. */
export function RefundChoice({ goesBack, checked, onChange }: RefundChoiceProps) {
  if (goesBack.length === 0) return null;
  const sums = sumsOf(goesBack);
  return (
    <Checkbox
      label={sums === '' ? 'Refund' : `Refund ${sums}`}
      description={[
        checked ? 'It goes back the way it was paid.' : 'What was paid stays with you.',
        disputedWords(goesBack),
      ]
        .filter((part) => part !== undefined)
        .join(' ')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
