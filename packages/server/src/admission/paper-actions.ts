import { ticketLine } from '@folkmoot/contract/admission/rules.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import { writtenCode } from '@folkmoot/contract/participations/codes-rules.ts';
import { PLAIN, TINTED } from '../core/mail/palette.ts';
import type { PdfJob, PdfText } from '../core/pdf/pdf.ts';
import { whenLine } from '../events/mails/letter-actions.ts';
import type { OwnTicket } from './actions.ts';

/** A sheet of A4 in points, with the ticket in its upper half: it can be folded. */
const SHEET = { width: 595, height: 842, margin: 40 } as const;
const CARD = { x: SHEET.margin, y: 48, width: SHEET.width - 2 * SHEET.margin, height: 340, round: 14 } as const;
/** The colour of the event along the upper edge. */
const BAND = 12;
/** Where the part with the QR code begins. */
const STUB = { x: CARD.x + 340, width: CARD.width - 340 } as const;
const QR_EDGE = 152;
const PADDING = 22;

/**
 * A ticket to print: what, when in the event's own zone, where, for whom, and the codes.
 *
 * @param jws what the QR code contains; null if the ticket opens no door any more, which it then says.
 */
export function ticketPaper(
  { own, event, admission, ...kind }: OwnTicket,
  jws: string | null,
  { name: product, origin }: { name: string; origin: string },
): PdfJob {
  const { light } = TINTED[event.tint];
  const colour = light.ink;
  const quiet = light.quiet;
  const fact = (label: string, value: string): PdfText[] =>
    value === ''
      ? []
      : [
          { text: label, style: 'text', size: 9, colour: quiet, gap: 9, most: 1 },
          { text: value, style: 'bold', size: 12, colour, most: 3 },
        ];
  const page = `${origin}/${event.alias}`;
  const said =
    jws === null ? 'This ticket is no longer valid.' : 'Show this code at the door, on paper or on a screen.';
  return {
    title: `Ticket: ${event.name}`,
    width: SHEET.width,
    height: SHEET.height,
    parts: [
      { is: 'box', ...CARD, colour: light.line },
      { is: 'box', ...CARD, height: 40, colour: light.accent },
      {
        is: 'box',
        x: CARD.x + 1,
        y: CARD.y + BAND,
        width: CARD.width - 2,
        height: CARD.height - BAND - 1,
        round: CARD.round - 1,
        colour: light.card,
      },
      {
        is: 'line',
        x: STUB.x,
        y: CARD.y + 20,
        toX: STUB.x,
        toY: CARD.y + CARD.height - 12,
        colour: light.line,
        dashed: true,
      },
      {
        is: 'flow',
        x: CARD.x + PADDING,
        y: CARD.y + 32,
        width: STUB.x - CARD.x - 2 * PADDING,
        texts: [
          { text: event.server?.name ?? product, style: 'text', size: 11, colour: quiet, most: 1 },
          { text: event.name, style: 'title', size: 27, colour, gap: 4, most: 3 },
          ...fact('When', whenLine(event)),
          ...fact('Where', whereOf(event)),
          ...fact('Ticket', ticketLine(kind)),
        ],
      },
      ...(jws === null
        ? []
        : [{ is: 'qr', x: STUB.x + (STUB.width - QR_EDGE) / 2, y: CARD.y + 48, edge: QR_EDGE, text: jws } as const]),
      {
        is: 'flow',
        x: STUB.x + 8,
        y: CARD.y + 56 + QR_EDGE,
        width: STUB.width - 16,
        centred: true,
        texts: [
          { text: `${own.firstName} ${own.lastName}`, style: 'bold', size: 13, colour, most: 3 },
          ...(jws === null
            ? []
            : [{ text: writtenCode(admission.code), style: 'code', size: 15, colour, gap: 6 } as const]),
        ],
      },
      {
        is: 'flow',
        x: CARD.x,
        y: CARD.y + CARD.height + 18,
        width: CARD.width,
        texts: [
          { text: said, style: 'text', size: 11, colour: PLAIN.light.ink },
          { text: page, style: 'text', size: 10, colour: PLAIN.light.quiet, gap: 3, most: 2 },
        ],
      },
    ],
  };
}
