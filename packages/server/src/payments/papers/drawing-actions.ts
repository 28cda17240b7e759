import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { writtenNumber } from '@folkmoot/contract/payments/papers-rules.ts';
import { linesIn } from '@folkmoot/contract/payments/papers-schema.ts';
import { PLAIN } from '../../core/mail/palette.ts';
import type { PdfJob, PdfRow, PdfText } from '../../core/pdf/pdf.ts';
import type { Paper } from './papers-store.ts';

/** A sheet of A4 in points. */
const SHEET = { width: 595, height: 842, margin: 56 } as const;
const INNER = SHEET.width - 2 * SHEET.margin;
/** Seller and buyer are beside each other. */
const COLUMN = { width: INNER / 2 - 14, second: SHEET.margin + INNER / 2 + 14 } as const;
const TOP = { title: 52, parties: 138, rows: 348, end: 736 } as const;
const { ink, quiet, line } = PLAIN.light;

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

/** An invoice or a credit note to print: both sides, what was sold, and the VAT that is in it. */
export function drawPaper(paper: Paper): PdfJob {
  const { kind, number, seller, buyer } = paper;
  const written = writtenNumber(kind, number);
  const company = buyer.company;
  const flow = (x: number, y: number, width: number, texts: readonly PdfText[]) =>
    ({ is: 'flow', x, y, width, texts }) as const;
  const payer = [...(company.name === '' ? [] : [buyer.name]), buyer.email];
  return {
    title: `${TITLES[kind]} ${written}`,
    width: SHEET.width,
    height: SHEET.height,
    parts: [
      flow(SHEET.margin, TOP.title, COLUMN.width, [
        { text: TITLES[kind], style: 'title', size: 30, colour: ink, most: 1 },
        { text: written, style: 'bold', size: 13, colour: ink, gap: 2, most: 1 },
      ]),
      flow(COLUMN.second, TOP.title + 8, COLUMN.width, [
        ...fact('Date', dayOf(paper.issued, paper.zone)),
        ...(kind === 'credit_note' ? fact('For invoice', writtenNumber('invoice', paper.invoice)) : []),
      ]),
      flow(SHEET.margin, TOP.parties, COLUMN.width, party('From', seller.name, seller.address, seller.taxNumber, [])),
      flow(
        COLUMN.second,
        TOP.parties,
        COLUMN.width,
        party('To', company.name || buyer.name, company.address, company.taxNumber, payer),
      ),
      { is: 'rows', x: SHEET.margin, y: TOP.rows, width: INNER, colour: line, rows: rowsOf(paper) },
      flow(SHEET.margin, TOP.end, INNER, [
        ...said(paper).map((text) => ({ text, style: 'text', size: 10, colour: quiet, gap: 3, most: 2 }) as const),
      ]),
    ],
  };
}

const fact = (label: string, value: string): PdfText[] => [
  { text: label, style: 'text', size: 9, colour: quiet, most: 1 },
  { text: value, style: 'bold', size: 12, colour: ink, most: 1 },
];

/** A side of the sale, with what is known of it. */
function party(label: string, name: string, address: string, taxNumber: string, more: readonly string[]): PdfText[] {
  const plain = (text: string): PdfText => ({ text, style: 'text', size: 10.5, colour: ink, gap: 1, most: 2 });
  return [
    { text: label, style: 'text', size: 9, colour: quiet, most: 1 },
    { text: name, style: 'bold', size: 12, colour: ink, gap: 2, most: 2 },
    ...linesIn(address).map(plain),
    ...(taxNumber === '' ? [] : [plain(`VAT or tax number: ${taxNumber}`)]),
    ...more.filter((text) => text !== '').map(plain),
  ];
}

function rowsOf(paper: Paper): PdfRow[] {
  const { kind, ticketName, eventName, starts, zone, price, discount, code, fee, amount, vat, vatRate } = paper;
  const money = (sum: number) => formatMoney(sum, paper.currency);
  const row = (label: string, sum: number, style: 'text' | 'bold' = 'text', below = ''): PdfRow => ({
    left: { text: label, style, size: 11.5, colour: ink, most: 2 },
    ...(below !== '' && { below: { text: below, style: 'text', size: 10, colour: quiet, most: 2 } }),
    right: { text: money(sum), style, size: 11.5, colour: ink, most: 1 },
  });
  const event = [eventName, ...(starts === null ? [] : [dayOf(starts, zone)])].join(', ');
  const sold =
    kind === 'credit_note'
      ? [row(`Refund: ${ticketName}`, amount, 'text', event)]
      : [
          row(ticketName, price, 'text', event),
          ...(discount > 0 ? [row(`Discount, code ${code ?? ''}`, -discount)] : []),
          ...(fee > 0 ? [row('Platform fee', fee)] : []),
        ];
  return [
    ...sold,
    row(kind === 'credit_note' ? 'Total credited' : 'Total', amount, 'bold'),
    ...(vat === null || vatRate === null
      ? []
      : [row(`VAT included, ${vatRate}%`, vat), row('Total without VAT', amount - vat)]),
  ];
}

/** How it was paid, or what else has to be known of it. */
function said({ kind, isVoid, paid, zone, intentId, live }: Paper): string[] {
  const reference = intentId === '' ? '' : ` Reference: ${intentId}.`;
  return [
    ...(isVoid ? ['Void: the money did not arrive, and this credit note no longer counts.'] : []),
    kind === 'invoice'
      ? `Paid through Stripe on ${dayOf(paid, zone)}.${reference}`
      : `Given back through Stripe, the way it was paid.${reference}`,
    ...(live ? [] : ['This was a test: no money has moved.']),
  ];
}

const dayOf = (epoch: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(epoch * 1000);
