import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { runsOf } from './fonts.ts';
import { createPdfs, type PdfJob, PdfNotMade, type PdfText } from './pdf.ts';

const pdfs = createPdfs();
afterAll(() => pdfs.close());

const paper = (texts: Partial<PdfText>[], more: PdfJob['parts'] = []): PdfJob => ({
  title: 'Ticket: Ταβέρνα',
  width: 400,
  height: 300,
  parts: [
    {
      is: 'flow',
      x: 10,
      y: 10,
      width: 300,
      texts: texts.map((one) => ({ text: '', style: 'text', size: 12, colour: '#002e16', ...one })),
    },
    ...more,
  ],
});

/** What a reader would copy out of it: by the table that says which letter each glyph is. */
async function textOf(job: PdfJob): Promise<string> {
  const pdf = Buffer.from(await pdfs.make(job));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const streams = pdf
    .toString('latin1')
    .split('stream\n')
    .slice(1)
    .map((part) => {
      const raw = Buffer.from(part.slice(0, part.indexOf('\nendstream')), 'latin1');
      try {
        return inflateSync(raw).toString('latin1');
      } catch {
        return '';
      }
    });
  const letters = streams
    .filter((one) => one.includes('beginbfrange') || one.includes('beginbfchar'))
    .flatMap((one) => [...one.matchAll(/<([0-9a-f]{4,8})>/gi)].map((match) => match[1] ?? ''));
  return letters.map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')).join('');
}

describe('a PDF', () => {
  test.each([
    ['Latin', 'Zoë Ångström-Çelik & Łukasz'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Cyrillic', 'Олександр Їжакевич'],
    ['Vietnamese', 'Nguyễn Thị Phượng'],
    ['Chinese', '陳小明'],
    ['Japanese', 'さくら 龍之介'],
    ['Korean', '김민준'],
    ['Devanagari', 'अनीता'],
  ])('has the letters of a name in %s', async (_, name) => {
    const text = await textOf(paper([{ text: name }, { text: name, style: 'title', size: 20 }]));
    const plain = name.normalize('NFC').replace(/[\p{M}\s]/gu, '');
    expect([...plain].filter((letter) => !text.includes(letter))).toEqual([]);
  });

  test('is made of mixed and impossible texts too', async () => {
    const texts = ['', '\u0000\u0007', 'Wren 🎪 陈 Ωmega', 'שָׁלוֹם', 'x'.repeat(5000), 'word '.repeat(900), '\ud800'];
    expect((await pdfs.make(paper(texts.map((text) => ({ text }))))).length).toBeGreaterThan(1000);
  });

  test('ends a text that is too long with an ellipsis', async () => {
    const long = Array.from({ length: 200 }, (_, at) => `w${at}`).join(' ');
    expect(await textOf(paper([{ text: long, most: 2 }]))).toContain('…');
    expect(await textOf(paper([{ text: 'short', most: 2 }]))).not.toContain('…');
  });

  test('has a QR code of everything that a ticket says', async () => {
    const qr = { is: 'qr', x: 10, y: 100, edge: 150, text: 'a'.repeat(230) } as const;
    const [without, made] = [await pdfs.make(paper([])), await pdfs.make(paper([], [qr]))];
    expect(made.length).toBeGreaterThan(without.length + 1000);
  });

  test('is given up if it takes too long, and the next one is made', async () => {
    const hasty = createPdfs(1);
    await expect(hasty.make(paper([{ text: 'さくら'.repeat(100) }]))).rejects.toThrow(PdfNotMade);
    await hasty.close();
    expect((await pdfs.make(paper([{ text: 'next' }]))).length).toBeGreaterThan(500);
  });

  test('is refused at once while many wait', async () => {
    const many = await Promise.allSettled(Array.from({ length: 60 }, () => pdfs.make(paper([{ text: 'rush' }]))));
    const made = many.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBe(40);
  });
});

test('a letter is looked for in our own fonts first', () => {
  const filesOf = (text: string) => runsOf(text, 'text').map(({ text, face }) => [text, face.file.replace(/.*\//, '')]);
  expect(filesOf('Wren Ωμέγα')).toEqual([
    ['Wren ', 'hanken-grotesk-latin-wght-normal.woff2'],
    ['Ωμέγα', 'noto-sans-greek-wght-normal.woff2'],
  ]);
});
