import { posix } from 'node:path';
import { isTest } from './source.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

/** In dependency order: a slice may use those before it. The same noun names it in every package. */
export const slices = [
  ...['accounts', 'blocks', 'media', 'writing', 'communities', 'conversations', 'channels', 'personal', 'inbox'],
  ...['threads', 'saved', 'notifications', 'mailings', 'reports', 'places', 'participations', 'events'],
  ...['questionnaires', 'calendars', 'payments', 'tickets', 'codes', 'registrations'],
  ...['admission', 'groups', 'contacts'],
  ...['invitations', 'qna', 'home', 'links', 'search', 'telemetry', 'support'],
];

/**
 * What may be beside the slices in each package's src: code below the slices, and code that joins them all.
 * @type {Record<'contract' | 'server' | 'web', { below: string[], above: string[] }>}
 */
const beside = {
  contract: { below: ['core'], above: [] },
  server: { below: ['core'], above: ['seed'] },
  web: { below: ['core', 'styles', 'ui'], above: ['shell'] },
};

/** A folder with more files than this is split by topic; tests and styles count. */
const FILES_PER_FOLDER = 25;

/**
 * The closed vocabulary of file names in a slice, and in its topic folders (`events/access/access-store.ts`). A part
 * of a slice comes before the word: `invites-store.ts`.
 */
const vocabulary = {
  contract: {
    names: [/^([a-z-]+\/)?([a-z]+-)*(schema|api|rules)\.ts$/, /^([a-z-]+\/)?[a-z-]+\.test\.ts$/],
    allowed: 'schema.ts, api.ts, rules.ts (or invites-rules.ts when a slice is split) and *.test.ts',
  },
  server: {
    names: [
      /^([a-z-]+\/)?([a-z]+-)*(handlers|store|actions|jobs|mail|routes)\.ts$/,
      /^slice\.ts$/,
      /^([a-z-]+\/)?personal-data\.ts$/,
      /^([a-z-]+\/)?[a-z-]+\.test\.ts$/,
    ],
    allowed:
      'slice.ts, personal-data.ts, handlers.ts, store.ts, actions.ts, jobs.ts, mail.ts, routes.ts (or invites-store.ts when a slice is split) and *.test.ts',
  },
  web: {
    names: [
      /^routes\.tsx$/,
      /^([a-z-]+\/)?[A-Z]\w*(\.test)?\.tsx$/,
      /^([a-z-]+\/)?use[A-Z]\w*(\.test)?\.tsx?$/,
      /^([a-z-]+\/)?[a-z]+(-[a-z]+)*(\.test)?\.ts$/,
      /^([a-z-]+\/)?[a-z]+(-[a-z]+)*\.module\.css$/,
    ],
    allowed:
      'routes.tsx, PascalCase.tsx, useThing.ts, kebab-case.ts for plain logic (queries.ts, event-draft.ts), kebab-case.module.css and tests, at most one folder deep',
  },
};

/**
 * Splits a path into package, slice and file name; null for anything that is not in the src of a layered package.
 * @param {string} path
 */
function locate(path) {
  const match = /^packages\/(contract|server|web)\/src\/(?:([^/]+)\/)?(.+)$/.exec(path);
  if (match === null) return null;
  const pack = /** @type {keyof typeof vocabulary} */ (match[1]);
  return { pack, folder: match[2] ?? '', file: match[3] ?? '' };
}

/**
 * File names, folders and the direction of imports between slices.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkSlices(sources) {
  return [
    ...crowded(sources),
    ...sources.flatMap((source) => {
      const at = locate(source.path);
      if (at === null) return [];
      if (at.folder === '') return checkList(source);
      const { below, above } = beside[at.pack];
      if (!slices.includes(at.folder) && ![...below, ...above].includes(at.folder)) {
        return [{ path: source.path, message: `"${at.folder}" is not a slice. The slices are: ${slices.join(', ')}.` }];
      }
      return [...checkName(source, at), ...checkImports(source, at)];
    }),
  ];
}

/**
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
function crowded(sources) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { path } of sources) files.set(posix.dirname(path), (files.get(posix.dirname(path)) ?? 0) + 1);
  return [...files]
    .filter(
      ([folder, count]) => /^(packages\/\w+\/(src|test)|e2e|bench|tools)\b/.test(folder) && count > FILES_PER_FOLDER,
    )
    .map(([path, count]) => ({
      path,
      message: `${count} files. A folder with more than ${FILES_PER_FOLDER} is split by topic.`,
    }));
}

/**
 * @param {Source} source
 * @param {NonNullable<ReturnType<typeof locate>>} at
 * @returns {Finding[]}
 */
function checkName(source, { pack, folder, file }) {
  if (!slices.includes(folder)) return [];
  const { names, allowed } = vocabulary[pack];
  if (!names.some((name) => name.test(file))) {
    return [{ path: source.path, message: `A slice of the ${pack} holds only ${allowed}.` }];
  }
  const isPlainLogic = pack === 'web' && /(^|\/)[a-z-]+\.ts$/.test(file) && !/(^|\/)queries/.test(file);
  if (isPlainLogic && /from 'react'/.test(source.code)) {
    return [
      {
        path: source.path,
        message:
          'A file with a lower-case name is plain logic without React. Name a hook useThing.ts, a component PascalCase.tsx.',
      },
    ];
  }
  return [];
}

/**
 * @param {Source} source
 * @param {NonNullable<ReturnType<typeof locate>>} at
 * @returns {Finding[]}
 */
function checkImports(source, { pack, folder, file }) {
  const { below, above } = beside[pack];
  if (above.includes(folder) || isTest(source.path)) return [];
  return importsOf(source).flatMap(({ target, line }) => {
    const there = locate(target);
    if (there === null || there.folder === folder) return [];
    const found = (/** @type {string} */ message) => [{ path: source.path, line, message }];
    const known = slices.includes(there.folder);
    // The session belongs to core, and its calls to the contract's accounts.
    if (below.includes(folder) && there.pack === 'contract' && there.folder === 'accounts' && pack !== 'contract')
      return [];
    if (below.includes(folder))
      return known || above.includes(there.folder)
        ? found(`${folder} must not know any slice, but this imports ${there.folder}. Let the slice hand it in.`)
        : [];
    if (above.includes(there.folder)) return found(`A slice does not import ${there.folder}, which joins the slices.`);
    if (!known) return [];
    if (slices.indexOf(there.folder) > slices.indexOf(folder)) {
      return found(
        `${folder} comes before ${there.folder} and may not use it. Declare a hook that the later slice offers in its slice.ts, or let the shell connect them.`,
      );
    }
    // A slice connects itself to the hooks of an earlier one.
    if (pack === 'server' && file === 'slice.ts' && there.file === 'slice.ts') return [];
    const isOpen = /^([a-z-]+\/)?([a-z]+-)*(actions|store)\.ts$/.test(there.file);
    return pack === 'server' && there.pack === 'server' && !isOpen
      ? found(`Of another slice only actions.ts and store.ts may be used, not ${there.folder}/${there.file}.`)
      : [];
  });
}

/**
 * The lists of slices, and the file in which each slice says what belongs to it.
 * @type {Record<string, { pack: string, file: string }>}
 */
const lists = {
  'packages/server/src/app.ts': { pack: 'server', file: 'slice.ts' },
  'packages/web/src/routes.tsx': { pack: 'web', file: 'routes.tsx' },
};

/**
 * `app.ts` and the root `routes.tsx` list the slices, and read nothing else of them.
 * @param {Source} source
 * @returns {Finding[]}
 */
function checkList(source) {
  const list = lists[source.path];
  if (list === undefined) return [];
  return importsOf(source).flatMap(({ target, line }) => {
    const there = locate(target);
    if (there === null || !slices.includes(there.folder)) return [];
    if (there.pack === list.pack && there.file === list.file) return [];
    const message = `This list may only import a slice's ${list.file}, but this imports ${there.folder}/${there.file}.`;
    return [{ path: source.path, line, message }];
  });
}

/**
 * The files of layered packages that a file imports, from any package, as repository paths.
 * @param {Source} source
 */
function importsOf(source) {
  return [...source.code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap((match) => {
    const name = match[1] ?? '';
    const line = source.code.slice(0, match.index).split('\n').length;
    if (name.startsWith('.')) return [{ line, target: posix.join(posix.dirname(source.path), name) }];
    return name.startsWith('@folkmoot/contract/')
      ? [{ line, target: name.replace('@folkmoot/contract/', 'packages/contract/src/') }]
      : [];
  });
}
