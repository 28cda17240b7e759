import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { createTicket, updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { keepTicket } from './selling/kept-ticket.ts';
import { PriceFields } from './selling/PriceFields.tsx';
import { SaleFields } from './selling/SaleFields.tsx';
import css from './selling/selling.module.css';
import { canSell, otherSeller, whoIsPaid } from './selling/selling-state.ts';
import { priceIn, salesIn, type TicketValues, ticketSchema, valuesOf } from './selling/ticket-form.ts';
import { refreshSelling, useSelling } from './selling/useSelling.ts';

const ConnectDialog = lazyPart(() => import('./selling/ConnectDialog.tsx'), 'ConnectDialog');

/** What a price is in where nothing says it better. */
const USUAL_CURRENCY = 'EUR';

type Props = {
  event: Pick<EventView, 'id' | 'alias' | 'time_zone'>;
  ticket?: TicketView;
  /** The currency of the event's other paid tickets; null if there are none. */
  others: string | null;
  /** What was written before its writer went to Stripe. */
  kept?: TicketValues;
  onSaved: () => void;
  /** Goes to Stripe's page; tests look at it. */
  go?: (url: string) => void;
};

/** A ticket's name, description, how many there are, and what it costs. */
export function TicketDialog({ event, ticket, others, kept, onSaved, go }: Props) {
  const show = useShowDialog();
  const { payments, own } = useSelling(event.id);
  const [leaving, setLeaving] = useState(false);
  const percent = payments?.percent ?? 0;
  const initial = { ...valuesOf(ticket, others ?? USUAL_CURRENCY), ...kept };
  const form = useFields<TicketValues>({ schema: ticketSchema(percent, others), initial });
  const { values } = form;
  // A new price is in the currency of the account, once that is known and as long as nothing is typed.
  const paidIn = payments?.account?.currency ?? own?.currency ?? null;
  const usual = others ?? paidIn;
  const isUntouched = values.price === '' && ticket?.currency == null && !form.isTouched('currency');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the account is known, not on every keystroke.
  useEffect(() => {
    if (usual !== null && isUntouched && values.currency !== usual) {
      form.setFieldValue('currency', usual);
      form.resetTouched();
    }
  }, [usual]);
  const needsAccount =
    values.type === 'paid' && payments !== undefined && payments.available && !canSell(payments, own ?? null);
  const connecting = () =>
    show(
      <ConnectDialog
        event={event}
        percent={percent}
        onReady={refreshSelling}
        onLeave={() => {
          keepTicket(event.id, { ticketId: ticket?.id ?? null, values: form.getValues() });
          // Nothing is lost with this page any more, so nothing is asked.
          setLeaving(true);
        }}
        {...(go && { go })}
      />,
    );
  const send = async (sent: TicketValues) => {
    const { name, description, capacity } = sent;
    const fields = { eventId: event.id, name, description, capacity, ...priceIn(sent), ...salesIn(sent) };
    const { message } = ticket
      ? await call(updateTicket, { ...fields, ticketId: ticket.id })
      : await call(createTicket, fields);
    onSaved();
    refreshSelling();
    return { message };
  };
  // What the event is sold with is somebody else's to mend, or is mended beside the tickets.
  const isOthers = payments?.account != null;
  const asks = needsAccount && !isOthers;
  return (
    <FormDialog
      title={ticket ? 'Edit ticket' : 'Add ticket'}
      width={460}
      form={form}
      dirty={!leaving && (form.isDirty() || kept !== undefined)}
      send={async (sent) => {
        if (!asks) return send(sent);
        connecting();
        return undefined;
      }}
      submitLabel={asks ? 'Continue' : ticket ? 'Save ticket' : 'Add ticket'}
      loadingLabel="Saving"
    >
      <TextInput label="Name" required data-autofocus dir="auto" {...form.getInputProps('name')} />
      <Textarea label="Description (optional)" dir="auto" autosize {...form.getInputProps('description')} />
      <NumberInput
        label="Capacity (optional)"
        description="Leave empty to use only the event’s capacity."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        min={1}
        max={LIMITS.capacity}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...form.getInputProps('capacity')}
        value={values.capacity ?? ''}
        onChange={(next) => form.setFieldValue('capacity', next === '' ? null : Number(next))}
      />
      {(payments?.available === true || values.type === 'paid') && (
        <SegmentedControl
          aria-label="Free or paid"
          fullWidth
          data={[
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Paid' },
          ]}
          value={values.type}
          onChange={(type) => form.setFieldValue('type', type as TicketValues['type'])}
        />
      )}
      {values.type === 'paid' && payments !== undefined && own !== undefined && canSell(payments, own) && (
        <p className={css.note}>{whoIsPaid(payments)}</p>
      )}
      {values.type === 'paid' && (
        <PriceFields form={form} percent={percent} others={others} paidIn={paidIn} seller={otherSeller(payments)} />
      )}
      <SaleFields form={form} zone={event.time_zone} isNew={ticket === undefined} />
      {asks && (
        <p className={css.note}>
          You need a Stripe account to sell tickets. What you have written here is kept while you set it up.
        </p>
      )}
      {needsAccount && isOthers && (
        <p className={css.note} role="alert">
          This event’s Stripe account cannot take payments at the moment. See Payments, above the tickets.
        </p>
      )}
    </FormDialog>
  );
}
