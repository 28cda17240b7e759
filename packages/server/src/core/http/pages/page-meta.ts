import { escapeHtml } from '../escape-html.ts';

/* The head of a page, for programs that preview links: HTML is only made here, so that it is escaped everywhere. */

/** The product's name and its address, without a slash at its end. */
export type Product = { name: string; origin: string };

export type Head = {
  title: string;
  description: string;
  /** Its own address and its picture's, from the root. */
  path: string;
  image: string | null;
  type: 'website' | 'article';
  /** The picture that the page shows large, from the root: fetched before the page has been drawn. */
  shows?: { href: string; srcSet: string | undefined; sizes: string } | undefined;
  /** Its type in the words of schema.org. */
  thing?: object | undefined;
  /** Answers that the web client would ask for first, by the name it looks for, as JSON. */
  answers?: string | undefined;
};

/**
 * A head as HTML, the page's own address from the root, the screen that the web client shows under it, and the answers
 * that it comes with.
 */
export type PageHead = { html: string; path: string; screen?: 'event' | 'calendar'; answers?: string };

/** Characters of a description that other programs show. */
const DESCRIPTION = 200;

/** As HTML, ready for `<head>`. */
export function headHtml(head: Head, product: Product): string {
  const url = `${product.origin}${head.path}`;
  const description = shorten(head.description);
  const image = head.image === null ? undefined : `${product.origin}${head.image}`;
  const open: [string, string | undefined][] = [
    ['og:title', head.title],
    ['og:description', description],
    ['og:type', head.type],
    ['og:url', url],
    ['og:site_name', product.name],
    ['og:image', image],
    ['og:image:width', image && '1200'],
    ['og:image:height', image && '630'],
  ];
  const named: [string, string | undefined][] = [
    ['description', description],
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ['twitter:title', head.title],
    ['twitter:description', description],
    ['twitter:image', image],
  ];
  return [
    `<title>${escapeHtml(`${head.title} · ${product.name}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    head.shows && preload(head.shows),
    ...named.map(([name, content]) => meta('name', name, content)),
    ...open.map(([property, content]) => meta('property', property, content)),
    head.thing && dataBlock('application/ld+json', JSON.stringify(head.thing)),
    head.answers && dataBlock('application/json', head.answers, 'answers'),
  ]
    .filter((part) => part)
    .join('\n    ');
}

/** The browser then fetches the width that it will show. */
function preload({ href, srcSet, sizes }: NonNullable<Head['shows']>): string {
  const set = srcSet && ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"`;
  return `<link rel="preload" as="image" href="${escapeHtml(href)}"${set ?? ''} fetchpriority="high" />`;
}

function meta(key: 'name' | 'property', name: string, content: string | undefined): string {
  return content ? `<meta ${key}="${name}" content="${escapeHtml(content)}" />` : '';
}

/** A script that holds data and runs nothing: the policy for scripts does not apply to it. */
export function dataBlock(type: string, data: string, id?: string): string {
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${scriptSafe(data)}</script>`;
}

/** JSON in which no sequence ends the script or begins a comment. */
function scriptSafe(data: string): string {
  return data.replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const LETTERS = new Intl.Segmenter();

/** On one line, cut between words, never inside a letter. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // No letter is shorter than one unit.
  if (line.length <= DESCRIPTION) return line;
  let count = 0;
  let end = 0;
  for (const { index } of LETTERS.segment(line)) {
    count += 1;
    if (count === DESCRIPTION) end = index;
    if (count > DESCRIPTION) {
      const cut = line.slice(0, end);
      return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION / 2)).trimEnd()}…`;
    }
  }
  return line;
}

/** How many heads are cached, newest first. */
const KEPT = 100;
const kept = new Map<string, string>();

/** Memoizes `make`: for the same facts it is not called again. */
export function memoize(facts: string, make: () => string): string {
  const made = kept.get(facts) ?? make();
  kept.delete(facts);
  kept.set(facts, made);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}
