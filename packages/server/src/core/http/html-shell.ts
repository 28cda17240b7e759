import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageHead } from './page-meta.ts';

/* The one page of the web client, as the build left it. */

type Built = { page: string; parts: Record<string, string> };

/**
 * Reads the page that is sent for every address. It is cached until a new build replaces it.
 *
 * @returns a function that gives it, with its own head if there is one; undefined without a build.
 */
export function pageIn(folder: string): (head: () => Promise<PageHead | undefined>) => Promise<string | undefined> {
  const file = join(folder, 'index.html');
  let known: { at: number; built: Built } | undefined;
  return async (headOf) => {
    const at = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at === undefined) return undefined;
    if (known?.at !== at) known = { at, built: await read(folder, file) };
    return filled(known.built, await headOf());
  };
}

function filled({ page, parts }: Built, head: PageHead | undefined): string {
  if (head === undefined) return page;
  const whole = page.replace(/<title>[^<]*<\/title>/, () => head.html);
  const links = head.screen && parts[head.screen];
  return links ? whole.replace('</head>', () => `${links}</head>`) : whole;
}

async function read(folder: string, file: string): Promise<Built> {
  const [page, listed] = await Promise.all([
    readFile(file, 'utf8'),
    readFile(join(folder, 'parts.json'), 'utf8').catch(() => '{}'),
  ]);
  const parts = Object.entries(JSON.parse(listed) as Record<string, string[]>);
  return { page, parts: Object.fromEntries(parts.map(([screen, files]) => [screen, files.map(linkTo).join('')])) };
}

/** After the page's own, so that styles come in the order in which the client would load them. */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}
