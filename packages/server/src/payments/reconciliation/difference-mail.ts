import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { renderEmail } from '../../core/mail/email-template.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { Difference } from './reconciliation-store.ts';

/** Differences that the email names one by one. */
const NAMED = 20;

/** Tells the owner of an installation where the ledger and Stripe differ. */
export function differenceMail(
  differences: readonly Difference[],
  { to, product, origin }: { to: string; product: string; origin: string },
): Mail {
  const count = differences.length;
  const many = count === 1 ? '1 difference' : `${count} differences`;
  const content = renderEmail({
    preview: 'What was written down of payments is not what Stripe has.',
    sender: { label: product, href: origin },
    heading: `${many} between the ledger and Stripe`,
    paragraphs: [
      'Once a day, what was written down of payments is compared with the balances at Stripe. They are not the same.',
      'Nothing was changed. What the ledger lacks is read again at Stripe; what agrees later is marked as resolved. The log and the table ledger_differences have all of it.',
    ],
    facts: [
      ...differences
        .slice(0, NAMED)
        .map((one) => ({ label: `${one.kind} ${one.stripeId}`, lines: [inWords(one), accountOf(one)] })),
      ...(count > NAMED ? [{ label: 'More', lines: [`${count - NAMED} others`] }] : []),
    ],
    reason: `You get this because you own this installation of ${product}.`,
  });
  return { to, subject: `Payments: ${many} between the ledger and Stripe`, ...content };
}

const accountOf = ({ account }: Difference) => (account === '' ? 'Your own account' : `Account ${account}`);

function inWords({ what, ours, theirs, currency }: Difference): string {
  const sum = (amount: number | null) => formatMoney(amount ?? 0, currency);
  if (what === 'not_in_ledger') return `Stripe has ${sum(theirs)}, the ledger has nothing.`;
  if (what === 'not_at_stripe') return `The ledger has ${sum(ours)}, Stripe has nothing.`;
  return `The ledger has ${sum(ours)}, Stripe has ${sum(theirs)}.`;
}
