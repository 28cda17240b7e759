import { type ListChoice, type ListResult, readListFile } from './list-file.ts';

/** Reads lists beside the page, which stays quick while 50,000 rows are read. */
addEventListener('message', async ({ data }: MessageEvent<{ file: File; choice: ListChoice }>) => {
  const result = await data.file.arrayBuffer().then(
    (bytes): ListResult => readListFile(new Uint8Array(bytes), data.choice),
    (): ListResult => ({ problem: 'The file could not be read. Choose it again.' }),
  );
  postMessage(result);
});
