import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { escapeHtml } from '../escape-html.ts';
import { type Drawn, programIn } from './drawing.ts';
import { firstAnswersOf } from './first-answers.ts';
import { dataBlock, type PageHead } from './page-meta.ts';

/* The one page of the web client, as the build left it. */

/** What is around a screen: what members see, what visitors see, the pages of signing in, or nothing. */
type Frame = 'shell' | 'public' | 'auth' | 'none';

/** What a browser loads for a screen, as the build recorded it (`packages/web/build/weight.ts`). */
type ScreenFiles = { screen: string; path: string; frame: Frame; files: readonly string[]; drawn?: boolean };

type Built = { page: string; screens: readonly Screen[]; shell: string };
type Screen = { name: string; address: string; path: RegExp; frame: Frame; links: string; isDrawn: boolean };

export type Visit = {
  path: string;
  /** Whether the browser says that somebody is signed in. Their session may have ended: this only decides what is sent first. */
  hasSession: boolean;
  /**
   * Draws the page as a visitor sees it; undefined if it cannot.
   *
   * @param build changes whenever a new build is there.
   */
  draw: (sent: string, build: string) => Promise<Drawn | undefined>;
};

/**
 * Reads the page that is sent for every address. It is cached until a new build replaces it.
 *
 * @param marks what the operator has set up that pages have to know before anything is asked: attributes of `<html>`.
 * @returns a function that gives it, with its own head if there is one, and with links to the files of the screen at
 * this address; undefined without a build.
 */
export function pageIn(
  folder: string,
  marks: readonly string[] = [],
): (visit: Visit, head: () => Promise<PageHead | undefined>) => Promise<Sent | undefined> {
  const files = [join(folder, 'index.html'), shellIn(folder), programIn(folder)];
  let known: { build: string; built: Built } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    const times = await Promise.all(files.map(changedAt));
    const build = times.join(' ');
    if (times[0] === undefined) known = undefined;
    else if (known?.build !== build) known = { build, built: await read(folder, marks) };
    checkedAt = performance.now();
  };
  return async (visit, headOf) => {
    if (performance.now() - checkedAt > CHECKED_MS) await check();
    return known && filled(known, visit, await headOf());
  };
}

/** How long a build is taken for the newest, in milliseconds. */
const CHECKED_MS = 1000;

/** A page as it is sent, and the tag by which a browser knows that it has not changed. */
export type Sent = { html: string; tag: string };

function tagged(html: string): Sent {
  return { html, tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

/** The pages of what was drawn, each with its head: what is drawn is sent to many. */
const finished = new WeakMap<Drawn, { linked: string; sent: Sent }>();

function shellIn(folder: string): string {
  return join(dirname(folder), 'dist-server/shell.html');
}

/** When a file was last written, in milliseconds; undefined without it. */
function changedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** What a page without a head of its own says of itself. */
const OWN_HEAD = /<title>[^<]*<\/title>(?:\s*<meta name="description"[^>]*>)?/;

/**
 * Nothing is shown before the page is there whole: what comes later in it may be above on a phone, and would move the rest.
 * Browsers that do not know this show it as it comes.
 */
const ONCE_DRAWN = '<link rel="expect" href="#drawn" blocking="render">';

/** What a member's page asks for first: the browser asks while the scripts are on their way. */
function firstLink(path: string): string {
  return `<link id="start" rel="preload" as="fetch" crossorigin href="${escapeHtml(firstAnswersOf(path))}">`;
}

async function filled(
  { build, built: { page, screens, shell } }: { build: string; built: Built },
  { path, hasSession, draw }: Visit,
  head: PageHead | undefined,
): Promise<Sent> {
  const whole = head === undefined ? page : page.replace(OWN_HEAD, () => head.html);
  const here = screens.filter((screen) => (head?.screen ? screen.name === head.screen : screen.path.test(path)));
  const shown = here.find(({ frame }) => (frame === 'shell') === hasSession) ?? here[0];
  if (!shown) return tagged(whole);
  const linked = whole.replace('</head>', () => `${shown.links}</head>`);
  if (hasSession) {
    const isMembers = shown.frame === 'shell';
    return tagged(isMembers ? withRoot(linked, 'data-drawn="shell"', `${firstLink(path)}${shell}`) : linked);
  }
  // What is at an alias is only drawn if everybody may see it: then it has a head. In another case or with a slash at
  // its end, an address leads to the same page, which would be drawn and kept once more.
  const drawn =
    shown.isDrawn && path === (head?.path ?? shown.address) ? await draw(head?.answers ?? '{}', build) : undefined;
  if (!drawn) return tagged(linked);
  const known = finished.get(drawn);
  if (known?.linked === linked) return known.sent;
  const { at, tint, html, answers } = drawn;
  // What is drawn can be read before any script has come: styles, letters and pictures come first.
  const calm = linked.replaceAll(/<link rel="modulepreload"|<script type="module"/g, '$& fetchpriority="low"');
  const tinted = tint ? calm.replace('<body', () => `<body data-tint="${escapeHtml(tint)}"`) : calm;
  const held = tinted.replace('</head>', () => `${ONCE_DRAWN}</head>`);
  const data = dataBlock('application/json', JSON.stringify(answers), 'drawn');
  const sent = tagged(withRoot(held, `data-drawn="page" data-at="${at}"`, html, data));
  finished.set(drawn, { linked, sent });
  return sent;
}

/** Puts HTML into the root. The pictures that it names first are fetched as soon as the head has been read. */
function withRoot(page: string, attributes: string, html: string, after = ''): string {
  const [links = ''] = /^(?:<link (?:id="start" )?rel="preload"[^>]*>)*/.exec(html) ?? [];
  return page
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root" ${attributes}>${html.slice(links.length)}</div>${after}`);
}

async function read(folder: string, marks: readonly string[]): Promise<Built> {
  const [plain, listed, shell] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readFile(join(folder, 'parts.json'), 'utf8').catch(() => '[]'),
    readFile(shellIn(folder), 'utf8').catch(() => ''),
  ]);
  const page = plain.replace('<html', () => ['<html', ...marks].join(' '));
  const screens = (JSON.parse(listed) as ScreenFiles[]).map(({ screen, path, frame, files, drawn = false }) => ({
    isDrawn: drawn && frame !== 'shell',
    name: screen,
    address: path,
    path: patternOf(path),
    frame,
    links: files
      .filter((name) => !page.includes(name))
      .map(linkTo)
      .join(''),
  }));
  // An address with words of its own is that screen, and not the community of that name.
  return { page, shell, screens: screens.toSorted((one, other) => wordsIn(other.path) - wordsIn(one.path)) };
}

/** The addresses of a path in which `$alias` and the like stand for anything but a slash. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : part));
  return new RegExp(`^${parts.join('/')}/?$`);
}

function wordsIn({ source }: RegExp): number {
  return source.split('/').filter((part) => /^[a-z-]/.test(part)).length;
}

/** After the page's own, so that styles come in the order in which the client would load them. */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}
