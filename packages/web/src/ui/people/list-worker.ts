import { type ListChoice, type ListResult, type ListTools, readListFile } from '@folkmoot/contract/core/list-file.ts';
import type { CardProperty } from '@folkmoot/contract/core/vcard.ts';
import ICAL from 'ical.js';
import Papa from 'papaparse';

/** What reading a list needs of a browser. */
const TOOLS: ListTools = {
  parse: (text, options) => Papa.parse<string[]>(text, options),
  card: (text) => ICAL.parse(text)[1] as CardProperty[],
  decode: (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes),
};

/** Reads lists beside the page, which stays quick while 50,000 rows are read. */
addEventListener('message', async ({ data }: MessageEvent<{ file: File; choice: ListChoice }>) => {
  const result = await data.file.arrayBuffer().then(
    (bytes): ListResult => readListFile(new Uint8Array(bytes), TOOLS, data.choice),
    (): ListResult => ({ problem: 'The file could not be read. Choose it again.' }),
  );
  postMessage(result);
});
