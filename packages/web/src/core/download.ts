import { readProblem } from './problem.ts';
import { currentAccess } from './token.ts';

/**
 * Saves a file of ours that is not for everybody: asked for with the token, which a plain link cannot carry.
 *
 * @throws ApiProblem with the server's words.
 */
export async function download(path: string, name: string): Promise<void> {
  const access = await currentAccess();
  const response = await fetch(path, access ? { headers: { authorization: `Bearer ${access.token}` } } : {});
  if (!response.ok) throw await readProblem(response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
