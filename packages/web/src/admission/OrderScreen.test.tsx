import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { getBoughtOrder, setCompany } from '@folkmoot/contract/payments/papers-api.ts';
import { type BoughtOrder, LIMITS } from '@folkmoot/contract/payments/papers-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDownFile, calls, refuse } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { Order } from './OrderScreen.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const ID = '0190a3b4-0000-7000-8000-0000000000cc';
const REFUND = '0190a3b4-0000-7000-8000-0000000000dd';
const NONE = { name: '', address: '', taxNumber: '' };
const HALLORAN = { name: 'Halloran Ltd', address: '2 Mill Road\nAlderwick', taxNumber: 'GB987' };

const bought = (fields: Partial<BoughtOrder> = {}): BoughtOrder => ({
  ...{ id: ID, eventName: 'Kiln opening', ticketName: 'Workshop pass', currency: 'GBP', price: 2000, discount: 200 },
  ...{ code: 'CREW', fee: 90, total: 1890, refunded: 0, vatRate: 20, vat: 315, paid_epoc: 1_700_000_000 },
  papers: [{ kind: 'invoice', number: 7, refundId: null, amount: 1890, issued_epoc: 1_700_000_000, isVoid: false }],
  company: NONE,
  ...fields,
});

const show = (as: string | null = BEA, token?: string) =>
  draw(<Order orderId={ID} token={token} />, as === null ? {} : { as });
const button = (name: string) => page.getByRole('button', { name });

test('order: what was paid, and the invoice', async () => {
  answer(getBoughtOrder, { data: bought() });
  await show();
  for (const text of ['Workshop pass', 'Code CREW', 'Platform fee', 'Total', 'VAT included (20%)'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const sum of ['£20.00', '-£2.00', '£0.90', '£3.15'])
    await expect.element(page.getByText(sum, { exact: true })).toBeVisible();
  await expectAccessible();
  breakDownFile('/api/v1/orders/:orderId/invoice');
  await button('Download Invoice INV-00007').click();
  await expect.poll(() => calls.some(({ path }) => path.endsWith(`/orders/${ID}/invoice`))).toBe(true);
});

test('order: credit notes, one of them void, and no VAT where none is shown', async () => {
  const credit = { kind: 'credit_note', refundId: REFUND, issued_epoc: 1_700_000_000 } as const;
  const papers = [
    ...bought().papers,
    { ...credit, number: 1, amount: 500, isVoid: true },
    { ...credit, number: 2, amount: 500, isVoid: false },
  ];
  answer(getBoughtOrder, { data: bought({ papers, refunded: 500, vat: null, vatRate: null }) });
  await show();
  await expect.element(page.getByText('Credit note CN-00001 (void)')).toBeVisible();
  await expect.element(page.getByText('Credit note CN-00002', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Refunded', { exact: true })).toBeVisible();
  expect(page.getByText(/VAT included/).elements()).toEqual([]);
});

test('order: somebody without an account downloads by the token of their email', async () => {
  answer(getBoughtOrder, { data: bought() });
  await show(null, 'emailed');
  await expect
    .element(page.getByRole('link', { name: 'Download Invoice INV-00007' }))
    .toHaveAttribute('href', `/payments/api/v1/orders/${ID}/invoice?token=emailed`);
});

test('order: company details are added, and each fault is at its field', async () => {
  answer(getBoughtOrder, { data: bought() });
  answer(setCompany, { message: 'Saved!', data: bought({ company: HALLORAN }) });
  await show();
  await button('Add company details').click();
  const dialog = page.getByRole('dialog', { name: 'Company details' });
  await dialog.getByLabelText('Company').fill(HALLORAN.name);
  await dialog.getByLabelText('Address').fill('Line\n'.repeat(LIMITS.lines + 1));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(`The address cannot exceed ${LIMITS.lines} lines.`)).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Address').fill(HALLORAN.address);
  await dialog.getByLabelText('VAT or tax number').fill(HALLORAN.taxNumber);
  answer(getBoughtOrder, { data: bought({ company: HALLORAN }) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('2 Mill Road')).toBeVisible();
  await expect.element(button('Edit company details')).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual(HALLORAN);
});

test('order: one that is not yours', async () => {
  refuse(getBoughtOrder, { statusCode: 404, message: core.notFound.message });
  await show();
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
});
