/** A text with its selection, in UTF-16 units as a textarea counts. */
export type TextSelection = { text: string; start: number; end: number };

export type Format = 'bold' | 'italic' | 'strike' | 'code' | 'block' | 'quote' | 'list' | 'numbers' | 'link';

const MARKS = { bold: '**', italic: '_', strike: '~~', code: '`' } as const;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))[ \t]+/;
const NUMBER = /^\s*\d{1,9}[.)][ \t]+/;
const BULLET = /^\s*[-*+][ \t]+/;
const QUOTE = /^> ?/;

/** The text after a format is added to the selection, or removed if it has it already. */
export function formatted(written: TextSelection, format: Format): TextSelection {
  switch (format) {
    case 'bold':
    case 'italic':
    case 'strike':
    case 'code':
      return wrapped(written, MARKS[format]);
    case 'block':
      return fenced(written);
    case 'quote':
      return lined(written, QUOTE, () => '> ');
    case 'list':
      return lined(written, BULLET, () => '- ', NUMBER);
    case 'numbers':
      return lined(written, NUMBER, (index) => `${index + 1}. `, BULLET);
    case 'link':
      return linked(written, '');
  }
}

/** The selection as a link; the caret goes to the missing part. */
export function linked({ text, start, end }: TextSelection, url: string): TextSelection {
  const label = text.slice(start, end);
  const next = `${text.slice(0, start)}[${label}](${url})${text.slice(end)}`;
  const inUrl = start + label.length + 3;
  if (label === '') return { text: next, start: start + 1, end: start + 1 };
  return { text: next, start: inUrl + url.length, end: inUrl + url.length };
}

/** A new line within a list or quote goes on with it; in an empty item it ends. Undefined elsewhere. */
export function nextLine({ text, start, end }: TextSelection): TextSelection | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const item = ITEM.exec(line);
  const mark = item
    ? `${item[1]}${item[2] ?? `${Number(item[3]) + 1}${item[4]}`} `
    : (/^(?:> ?)+/.exec(line)?.[0] ?? undefined);
  if (mark === undefined) return undefined;
  const after = text.slice(end);
  if (line.slice((item?.[0] ?? mark).length).trim() === '')
    return { text: text.slice(0, from) + after, start: from, end: from };
  const caret = start + 1 + mark.length;
  return { text: `${text.slice(0, start)}\n${mark}${after}`, start: caret, end: caret };
}

/** Whether a position in a text is inside a code block, where nothing is formatted. */
export function inBlock(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
}

function wrapped({ text, start, end }: TextSelection, mark: string): TextSelection {
  const size = mark.length;
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return {
      text: text.slice(0, start - size) + text.slice(start, end) + text.slice(end + size),
      start: start - size,
      end: end - size,
    };
  const chosen = text.slice(start, end);
  if (chosen.length > 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark))
    return { text: text.slice(0, start) + chosen.slice(size, -size) + text.slice(end), start, end: end - 2 * size };
  // Markdown ignores a mark next to a space.
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  return {
    text: text.slice(0, from) + mark + text.slice(from, to) + mark + text.slice(to),
    start: from + size,
    end: to + size,
  };
}

function fenced({ text, start, end }: TextSelection): TextSelection {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const open = `${before === '' || before.endsWith('\n') ? '' : '\n'}\`\`\`\n`;
  const close = `\n\`\`\`${after === '' || after.startsWith('\n') ? '' : '\n'}`;
  return {
    text: before + open + text.slice(start, end) + close + after,
    start: start + open.length,
    end: end + open.length,
  };
}

function lined(
  { text, start, end }: TextSelection,
  there: RegExp,
  mark: (index: number) => string,
  other?: RegExp,
): TextSelection {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(end, from));
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const off = lines.every((line) => there.test(line));
  const changed = lines
    .map((line, index) => (off ? line.replace(there, '') : mark(index) + (other ? line.replace(other, '') : line)))
    .join('\n');
  const grown = changed.length - (to - from);
  const one = start === end;
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: one ? Math.max(from, start + grown) : from,
    end: one ? Math.max(from, start + grown) : to + grown,
  };
}
