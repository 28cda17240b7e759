import { expect, test } from 'vitest';
import { SNIFFED, sniff } from './sniff.ts';

const of = (text: string) => sniff(Buffer.from(text));

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?><!-- kiln --><!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>', 'image/svg+xml'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><s:svg/>', 'image/svg+xml'],
  ['\uFEFF  <svg>', 'image/svg+xml'],
  ['<!DOCTYPE html><p>svg</p>', undefined],
  ['words about <svg>', undefined],
])('%j is identified by its first bytes', async (text, known) => expect(await of(text)).toBe(known));

test.each([
  // Enough to take a minute if each pair can be read in two ways.
  ['brackets', `<!DOCTYPE ${'[]'.repeat(32)}`],
  ['open brackets', `<!DOCTYPE ${'['.repeat(SNIFFED)}`],
  ['comments', '<!---->'.repeat(SNIFFED / 7)],
  ['open comments', '<!--'.repeat(SNIFFED / 4)],
  ['open declarations', '<?'.repeat(SNIFFED / 2)],
])('a file of nothing but %s does not block the process', { timeout: 5000 }, async (_, text) =>
  expect(await of(text.slice(0, SNIFFED))).toBeUndefined(),
);
