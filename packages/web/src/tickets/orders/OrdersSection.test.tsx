import { listOrders, refundOrder, retryRefund } from '@folkmoot/contract/payments/orders-api.ts';
import { type OrderView, refusals, TOASTS } from '@folkmoot/contract/payments/orders-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDownFile, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { OrdersSection } from './OrdersSection.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

const order = (fields: Partial<OrderView> = {}): OrderView => ({
  ...{ id: crypto.randomUUID(), name: 'Wren Halloran', email: 'wren@post.example', ticketName: 'Workshop pass' },
  ...{ currency: 'GBP', total: 1890, fee: 90, refunded: 0, state: 'paid', paid_epoc: 1_700_000_000, hasPlace: true },
  ...{ dispute: null, refunds: [], papers: [] },
  ...fields,
});
const failed: OrderView['refunds'][number] = {
  ...{ id: crypto.randomUUID(), amount: 1890, reason: 'host', note: '', state: 'failed', retried: false },
  ...{ failure: 'expired_or_canceled_card', created_epoc: 1_700_000_000 },
};
const sums = [{ currency: 'GBP', sold: 3780, fees: 260, refunded: 500, disputed: 0, yours: 3020 }];

const show = async (data: OrderView[], disputed = 0) => {
  const all = sums.map((sum) => ({ ...sum, disputed, yours: sum.yours - disputed }));
  answer(listOrders, { data, nextCursor: null, sums: data.length > 0 ? all : [] });
  await draw(<OrdersSection event={eventView()} />, { as: HEDDA });
};
const rows = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
const dialog = page.getByRole('dialog', { name: /^Refund/ });

test('orders: nothing sold yet', async () => {
  await show([]);
  await expect.element(page.getByText(/Nothing has been sold yet/)).toBeVisible();
});

test('orders: each with its state, and what they come to', async () => {
  await show([order(), order({ name: 'Kofi Mensah', refunded: 500, state: 'partly_refunded' })]);
  await expect.element(rows.nth(1).getByText('Partly refunded')).toBeVisible();
  await expect.element(rows.nth(1).getByText('£5.00 refunded')).toBeVisible();
  await expect.element(page.getByText('£30.20')).toBeVisible();
  await expectAccessible();
});

test('orders: a refund names the sum, and says at its field what is too much', async () => {
  await show([order({ refunded: 500, state: 'partly_refunded' })]);
  answer(refundOrder, { message: TOASTS.refunded, data: order() });
  await page.getByRole('button', { name: 'Refund Wren Halloran' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Refund £13.90' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Part of it' }).click();
  const amount = dialog.getByRole('textbox', { name: 'Amount in GBP' });
  await amount.fill('13.91');
  await dialog.getByRole('button', { name: 'Refund £13.91' }).click();
  await expect.element(dialog.getByText(refusals.tooMuch.message)).toBeVisible();
  await expectAccessible();
  await amount.fill('4,50');
  await dialog.getByRole('switch', { name: /^End their registration/ }).click();
  await dialog.getByRole('button', { name: 'Refund £4.50' }).click();
  await expect.element(page.getByText(TOASTS.refunded)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ amount: 450, reason: '', endRegistration: false },
  });
});

test('orders: a failed refund shows why, and is tried again', async () => {
  await show([order({ state: 'refund_failed', refunds: [failed] })]);
  answer(retryRefund, { message: TOASTS.refunded, data: order() });
  await expect.element(page.getByText(/Stripe says: expired or canceled card/)).toBeVisible();
  await page.getByRole('button', { name: 'Try the refund to Wren Halloran again' }).click();
  await expect.element(page.getByText(TOASTS.refunded)).toBeVisible();
});

const dispute = { state: 'open' as const, amount: 1890, reason: 'product_not_received', answer_epoc: 1_800_000_000 };

test('orders: a disputed one says why it cannot be refunded, and until when the bank can be answered', async () => {
  await show([order({ state: 'disputed', dispute })], 1890);
  await expect.element(rows.getByText('Disputed', { exact: true })).toBeVisible();
  await expect
    .element(
      rows.getByText(
        /cannot be refunded until the bank has decided\. Reason: product not received\. Answer the bank on Stripe by .*2027\./,
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText('-£18.90')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Refund/ })).not.toBeInTheDocument();
  await expectAccessible();
});

test('orders: a lost dispute leaves nothing to refund; a won one is an order like any other', async () => {
  const won = order({ name: 'Kofi Mensah', dispute: { ...dispute, state: 'won' } });
  await show([order({ state: 'dispute_lost', dispute: { ...dispute, state: 'lost' }, hasPlace: false }), won]);
  await expect.element(rows.getByText('Dispute lost')).toBeVisible();
  await expect.element(rows.getByText(refusals.disputeLost.message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Refund Kofi Mensah' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Refund Wren Halloran' })).not.toBeInTheDocument();
});

test('orders: what a bank only asks about can still be refunded', async () => {
  await show([order({ state: 'disputed', dispute: { ...dispute, state: 'inquiry' } })]);
  await expect.element(rows.getByText(/The buyer’s bank is asking about this payment of £18\.90\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Refund Wren Halloran' })).toBeVisible();
});

const paper = {
  kind: 'invoice',
  number: 7,
  refundId: null,
  amount: 1890,
  issued_epoc: 1_700_000_000,
  isVoid: false,
} as const;
const credit = { ...paper, kind: 'credit_note', number: 2, refundId: crypto.randomUUID(), isVoid: true } as const;

test('orders: the invoice and the credit notes of each are in its menu', async () => {
  const id = crypto.randomUUID();
  await show([order({ id, papers: [paper, credit] }), order({ name: 'Kofi Mensah' })]);
  await page.getByRole('button', { name: 'Invoice and credit notes for Wren Halloran' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Credit note CN-00002 (void)' })).toBeVisible();
  await expectAccessible();
  breakDownFile('/api/v1/orders/:orderId/invoice');
  await page.getByRole('menuitem', { name: 'Invoice INV-00007' }).click();
  await expect.poll(() => calls.some(({ path }) => path.endsWith(`/orders/${id}/invoice`))).toBe(true);
  await expect.element(page.getByText('Could not create the PDF.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Invoice and credit notes for Kofi Mensah' }).elements()).toEqual([]);
});

test('orders: all of them are exported', async () => {
  await show([order()]);
  breakDownFile('/api/v1/events/:eventId/orders/export.csv');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/orders/export.csv'))).toBe(true);
  await expect.element(page.getByText('Could not export the orders.')).toBeVisible();
});
