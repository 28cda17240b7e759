import { readAddress } from './email.ts';
import { createReading, type Entered, splitName } from './entry.ts';
import { LIST } from './list.ts';

/** A property of a card as jCard has it (RFC 7095): name, parameters, type and values. */
export type CardProperty = [
  name: string,
  params: Record<string, string | string[]>,
  type: string,
  ...values: (string | (string | string[])[])[],
];

/** What reading cards needs of the platform. */
export type CardTools = {
  /** The properties of one card of version 3.0 or 4.0; throws if there is no reading it. */
  card(text: string): CardProperty[];
  /** Decodes text; with `fatal` it throws at bytes that the encoding does not have, and always at encodings that it does not know. */
  decode(bytes: Uint8Array<ArrayBuffer>, encoding: string, fatal: boolean): string;
};

/** Who is on the cards of a file. */
export type Cards = {
  entered: Entered;
  /** Addresses of the same people that are left out, since nobody is invited twice. */
  others: number;
  /** Cards without an address. */
  without: number;
  /** There are more cards than are read. */
  more: boolean;
};

/** Whether a file holds cards. */
export function isCards(text: string): boolean {
  return /^\s*BEGIN\s*:\s*VCARD\s*$/im.test(text.slice(0, 200));
}

/** Reads the people on vCards (2.1, 3.0 and 4.0): each once, at the address that they prefer or have first. */
export function readCards(text: string, tools: CardTools): Cards {
  const reading = createReading();
  const found = { others: 0, without: 0, more: false };
  let count = 0;
  for (const lines of cardsIn(text)) {
    count += 1;
    if (count > LIST.rows) {
      found.more = true;
      break;
    }
    const { emails, firstName, lastName } = personOn(lines, tools);
    const chosen = emails.find((email) => readAddress(email.trim()) !== null) ?? emails[0];
    if (chosen === undefined) found.without += 1;
    else {
      found.others += emails.length - 1;
      reading.add(chosen.trim(), firstName, lastName);
    }
  }
  return { entered: reading.done(), ...found };
}

/** A line of a card: what it is about, and its value. */
type Line = { name: string; head: string; value: string };

/** What is read of a card. A photo alone may be a hundred times as long. */
const READ = new Set(['VERSION', 'FN', 'N', 'EMAIL']);

/** The lines of each card that are read, unfolded. A card within a card is somebody else's. */
function* cardsIn(text: string): Generator<Line[]> {
  let depth = 0;
  let lines: Line[] = [];
  let last: Line | undefined;
  let isOpen = false;
  for (const raw of text.split(/\r\n|\n|\r/)) {
    // The rest of a quoted-printable line, of which every letter counts.
    if (isOpen && last) {
      isOpen = raw.endsWith('=');
      last.value += isOpen ? raw.slice(0, -1) : raw;
      continue;
    }
    if (/^[ \t]/.test(raw) && !/^\s*(BEGIN|END)\s*:\s*VCARD\s*$/i.test(raw)) {
      if (last) last.value += raw.slice(1);
      continue;
    }
    last = undefined;
    if (/^\s*BEGIN\s*:\s*VCARD\s*$/i.test(raw)) {
      depth += 1;
      if (depth === 1) lines = [];
    } else if (/^\s*END\s*:\s*VCARD\s*$/i.test(raw)) {
      if (depth === 1) yield lines;
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) {
      const line = lineOf(raw);
      if (!line) continue;
      if (isQuoted(line) && line.value.endsWith('=')) {
        isOpen = true;
        line.value = line.value.slice(0, -1);
      }
      last = line;
      if (depth === 1 && READ.has(line.name)) lines.push(line);
    }
  }
}

/** A line cut at its first colon outside quotes; `item1.EMAIL` is an EMAIL. */
function lineOf(raw: string): Line | undefined {
  const cut = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(raw);
  if (!cut) return undefined;
  const [, head = '', value = ''] = cut;
  const name = /^\s*(?:[\w-]+\.)?([\w-]+)/.exec(head)?.[1]?.toUpperCase();
  return name === undefined ? undefined : { name, head, value };
}

const isQuoted = ({ head }: Line) => /;\s*(?:ENCODING\s*=\s*)?"?QUOTED-PRINTABLE"?\s*(?:;|$)/i.test(head);

/** The person on a card, their addresses in the order in which they prefer them. */
function personOn(lines: readonly Line[], tools: CardTools): { emails: string[]; firstName: string; lastName: string } {
  const version = lines.find(({ name }) => name === 'VERSION')?.value.trim() ?? '';
  const properties = lines
    .filter(({ name }) => name !== 'VERSION')
    .flatMap((line) => propertyOf(line, version, tools))
    .filter(([name]) => name !== 'version');
  const emails = properties
    .flatMap(([name, params, , value]) =>
      name === 'email' && typeof value === 'string' && value.trim() !== ''
        ? [{ email: value, rank: rankOf(params) }]
        : [],
    )
    // Equal ones stay in their order.
    .sort((one, other) => one.rank - other.rank)
    .map(({ email }) => email);
  const [family = '', given = ''] = partsOf(properties.find(([name]) => name === 'n')?.[3]);
  if (family !== '' || given !== '') return { emails, firstName: given, lastName: family };
  const [firstName, lastName] = splitName(partsOf(properties.find(([name]) => name === 'fn')?.[3]).join(' '));
  return { emails, firstName, lastName };
}

/** The parts of a value, such as family name and given name. */
function partsOf(value: CardProperty[3] | undefined): string[] {
  if (value === undefined) return [];
  return [value].flat().map((part) => [part].flat().join(' ').trim());
}

/** How much an address is preferred: from 1, and 101 for those of which nothing is said. */
function rankOf(params: CardProperty[1]): number {
  const types = [params.type ?? []].flat().map((type) => type.toLowerCase());
  const said = Number([params.pref ?? []].flat()[0]);
  if (said >= 1) return Math.min(said, 100);
  return types.includes('pref') ? 1 : 101;
}

/** One property, read by the library; none if it cannot be read. */
function propertyOf(line: Line, version: string, tools: CardTools): CardProperty[] {
  const isOld = version === '2.1' || version === '' || isQuoted(line);
  const text = isOld ? modern(line, tools) : `${line.head.trim()}:${line.value}`;
  try {
    return tools.card(`BEGIN:VCARD\r\nVERSION:${version === '4.0' ? '4.0' : '3.0'}\r\n${text}\r\nEND:VCARD`);
  } catch {
    return [];
  }
}

/** A line of version 2.1 as version 3.0 has it. Its parts are decoded one by one: a semicolon in one of them ends nothing. */
function modern(line: Line, tools: CardTools): string {
  const params = line.head.split(';').slice(1);
  const isPreferred = params.some((param) => /^\s*(?:TYPE\s*=.*\bPREF\b.*|PREF(?:\s*=\s*1)?)\s*$/i.test(param));
  const charset = /;\s*CHARSET\s*=\s*"?([^;"]+)/i.exec(line.head)?.[1]?.trim();
  const decode = isQuoted(line) ? (part: string) => fromQuoted(part, charset, tools) : (part: string) => part;
  const parts = line.name === 'N' ? line.value.split(/(?<!\\);/) : [line.value];
  const value = parts.map((part) => escaped(decode(part.replace(/\\([;:,\\])/g, '$1')))).join(';');
  return `${line.name}${isPreferred ? ';TYPE=PREF' : ''}:${value}`;
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/[\r\n]+/g, ' ');

/** Quoted-printable text in the encoding that it names, else in UTF-8, else as Windows writes it in Western Europe. */
function fromQuoted(text: string, charset: string | undefined, { decode }: CardTools): string {
  const bytes: number[] = [];
  for (const [piece] of text.matchAll(/=[\dA-F]{2}|=|[^=]+/gi)) {
    if (/^=[\dA-F]{2}$/i.test(piece)) bytes.push(Number.parseInt(piece.slice(1), 16));
    else
      for (const [, hex, letter = ''] of encodeURIComponent(piece).matchAll(/%(..)|(.)/gs))
        bytes.push(hex === undefined ? letter.charCodeAt(0) : Number.parseInt(hex, 16));
  }
  for (const encoding of [...(charset === undefined ? [] : [charset]), 'utf-8']) {
    try {
      return decode(Uint8Array.from(bytes), encoding, true);
    } catch {
      // Another one is tried.
    }
  }
  return decode(Uint8Array.from(bytes), 'windows-1252', false);
}
