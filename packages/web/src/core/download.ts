import { fetchFile } from './api-client.ts';

/**
 * Saves one of our files that not everybody may read: asked for with the token, which a plain link cannot carry.
 *
 * @throws ApiError with the server's sentence.
 */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await fetchFile(path), name);
}

/** Saves what the browser already has as a file. */
export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
