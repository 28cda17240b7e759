import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { readMoney, stepOf } from '@folkmoot/contract/core/money/money-rules.ts';
import { refundOrder } from '@folkmoot/contract/payments/orders-api.ts';
import { LIMITS, type OrderView, refusals } from '@folkmoot/contract/payments/orders-schema.ts';
import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { typedAs } from '../selling/ticket-form.ts';
import { refreshOrders } from '../selling/useSelling.ts';
import css from './orders.module.css';

type Values = { which: 'all' | 'part'; amount: string; reason: string; endRegistration: boolean };

/** What is wrong with what a host wants to give back, in the words of the contract. */
function schemaFor(left: number, currency: string) {
  return z
    .object({
      which: z.string() as z.ZodType<Values['which'], Values['which']>,
      amount: z.string(),
      reason: z.string().max(LIMITS.reason, `The reason cannot exceed ${LIMITS.reason} characters.`),
      endRegistration: z.boolean(),
    })
    .superRefine(({ which, amount }, context) => {
      if (which === 'all') return;
      const say = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message });
      const read = readMoney(amount, currency);
      if (read === undefined || read === 0) say(`Enter an amount, such as ${typedAs(left, currency)}.`);
      else if (read > left) say(refusals.tooMuch.message);
      else if (read % stepOf(currency) !== 0) say(refusals.refundStep.message);
    });
}

/** Gives back what was paid for an order, or a part of it; the button names the sum. */
export function RefundDialog({ order }: { order: OrderView }) {
  const { currency } = order;
  const left = order.total - order.refunded;
  // Made once: sent twice, it gives back once.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useFields<Values>({
    schema: schemaFor(left, currency),
    initial: { which: 'all', amount: '', reason: '', endRegistration: order.hasPlace },
  });
  const { values } = form;
  const part = readMoney(values.amount, currency);
  const sum = values.which === 'all' ? left : part;
  const send = async ({ which, amount, reason, endRegistration }: Values) => {
    const { message } = await call(refundOrder, {
      ...{ orderId: order.id, clientId, reason, endRegistration },
      amount: which === 'all' ? null : (readMoney(amount, currency) ?? null),
    });
    refreshOrders();
    return { message };
  };
  return (
    <FormDialog
      title={`Refund ${order.name}`}
      subtitle={`${order.ticketName}, ${formatMoney(order.total, currency)} paid`}
      width={460}
      form={form}
      send={send}
      submitLabel={sum ? `Refund ${formatMoney(sum, currency)}` : 'Refund'}
      loadingLabel="Refunding"
      danger
    >
      <Radio.Group
        label="How much"
        value={values.which}
        onChange={(which) => form.setFieldValue('which', which as Values['which'])}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="all"
            label={`${order.refunded > 0 ? 'All that is left' : 'All of it'}, ${formatMoney(left, currency)}`}
          />
          <Radio value="part" label="Part of it" />
        </Stack>
      </Radio.Group>
      {values.which === 'part' && (
        <TextInput
          label={`Amount in ${currency}`}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('amount')}
        />
      )}
      <Textarea
        label="Reason (optional)"
        description="The buyer will see it in the email about the refund."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        dir="auto"
        autosize
        maxLength={LIMITS.reason * 2}
        {...form.getInputProps('reason')}
      />
      {order.hasPlace && (
        <Switch
          label="End their registration"
          description="They lose their place, and their ticket is no longer valid. Otherwise they keep both."
          checked={values.endRegistration}
          onChange={({ currentTarget }) => form.setFieldValue('endRegistration', currentTarget.checked)}
        />
      )}
      <p className={css.note}>
        This site’s fee goes back too; Stripe keeps its own. The money usually arrives within ten days.
      </p>
    </FormDialog>
  );
}
