import { fetchFile } from './api-client.ts';

/**
 * Saves a file of ours that is not for everybody: asked for with the token, which a plain link cannot carry.
 *
 * @throws ApiProblem with the server's words.
 */
export async function download(path: string, name: string): Promise<void> {
  const href = URL.createObjectURL(await fetchFile(path));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
