import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { CURRENCIES } from '@folkmoot/contract/core/money/money-rules.ts';
import { vatIn } from '@folkmoot/contract/payments/vat-rules.ts';
import { NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import css from './selling.module.css';
import { shares, type TicketValues } from './ticket-form.ts';

type Props = {
  form: UseFormReturnType<TicketValues>;
  /** The operator's share. */
  percent: number;
  /** All other paid tickets of the event are sold in this currency. */
  others: string | null;
  /** The currency of the account that is paid; null while there is none. */
  paidIn: string | null;
  /** Whose account is paid, if it is another host's. */
  seller: string | null;
};

/** What a ticket costs, who pays the operator's fee, and until when money goes back. */
export function PriceFields({ form, percent, others, paidIn, seller }: Props) {
  const { values } = form;
  const known = shares(values, percent);
  const money = (amount: number) => formatMoney(amount, values.currency);
  return (
    <>
      <div className={css.price}>
        <TextInput label="Price" required inputMode="decimal" autoComplete="off" {...form.getInputProps('price')} />
        <Select
          label="Currency"
          searchable
          allowDeselect={false}
          disabled={others !== null && others === values.currency}
          data={[...CURRENCIES]}
          {...form.getInputProps('currency')}
          onChange={(currency) => currency !== null && form.setFieldValue('currency', currency)}
        />
      </div>
      {paidIn !== null && paidIn !== values.currency && (
        <p className={css.note}>
          The Stripe account is in {paidIn}. Stripe converts what you sell in {values.currency}, and charges for it.
        </p>
      )}
      {percent > 0 && (
        <Radio.Group
          label={`Who pays the ${percent}% fee`}
          value={values.fee_bearer}
          onChange={(bearer) => form.setFieldValue('fee_bearer', bearer as TicketValues['fee_bearer'])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="buyer" label="The buyer: it is added to the price" />
            <Radio value="host" label={`${seller ?? 'You'}: it is taken from the price`} />
          </Stack>
        </Radio.Group>
      )}
      <dl className={css.sums} aria-live="polite">
        <dt>Buyers pay</dt>
        <dd>{known ? money(known.total) : '–'}</dd>
        <dt>{seller === null ? 'You get' : `${seller} gets`}, before Stripe’s own fee</dt>
        <dd>{known ? money(known.yours) : '–'}</dd>
      </dl>
      <NumberInput
        label="VAT included (%)"
        description={
          known && values.vat_rate
            ? `${money(vatIn(known.total, values.vat_rate))} of what buyers pay, shown on their invoices.`
            : 'Leave empty if you do not charge VAT.'
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        decimalScale={2}
        allowedDecimalSeparators={['.', ',']}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('vat_rate')}
        value={values.vat_rate ?? ''}
        onChange={(next) => form.setFieldValue('vat_rate', next === '' ? null : Number(next))}
      />
      <Switch
        label="Refundable"
        description="Guests who give up their place in time get a full refund. You can always refund them yourself."
        checked={values.is_refundable}
        onChange={({ currentTarget }) => form.setFieldValue('is_refundable', currentTarget.checked)}
      />
      {values.is_refundable && (
        <NumberInput
          label="How many days before the start refunds end"
          min={0}
          max={365}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          {...form.getInputProps('days')}
          value={values.days ?? ''}
          onChange={(next) => form.setFieldValue('days', next === '' ? null : Number(next))}
        />
      )}
    </>
  );
}
