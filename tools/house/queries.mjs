import { findAll, isTest } from './source.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

/** `channels` of packages/web/src/channels/browse/Row.tsx; of `core` and `ui` the folder in them, because their folders share nothing either. */
const roomOf = (/** @type {string} */ path) =>
  /^packages\/web\/src\/((?:core|ui|shell)\/[^/]+|[^/]+)/.exec(path)?.[1] ?? path;

const query = /\bdocument\s*\.\s*(?:querySelector(?:All)?(?:<[^(]*>)?|getElementsBy\w+)\s*\(([^)]*)\)/g;
/** `data-unread` in `[data-unread]`, `data-unread={…}`, `'data-unread': …` and `dataset.unread`. */
const queried = /\[(data-[\w-]+)/g;
const written = /(?<!\[)\b(data-[\w-]+)(?=\s*[={]|['"]?\s*:|\s|>)/g;

/**
 * A query of the whole document finds what any slice writes: `[data-unread]` meant a day that could not be read, and
 * found a community with unread messages.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkQueries(sources) {
  const own = sources.filter(
    ({ path }) => path.startsWith('packages/web/src/') && /\.tsx?$/.test(path) && !isTest(path),
  );
  /** @type {Map<string, Set<string>>} */
  const writers = new Map();
  for (const { path, code } of own)
    for (const [, name = ''] of code.matchAll(written)) {
      if (!writers.has(name)) writers.set(name, new Set());
      writers.get(name)?.add(roomOf(path));
    }
  return own.flatMap((source) => {
    const room = roomOf(source.path);
    // A selector may have a name in the file, so all of the file's selectors count where a query is made.
    if (!source.code.match(query)) return [];
    return [...source.code.matchAll(queried)].flatMap(([, name = '']) => {
      const others = [...(writers.get(name) ?? [])].filter((one) => one !== room);
      if (others.length === 0) return [];
      return findAll(
        source,
        new RegExp(`\\[${name}\\b`, 'g'),
        `A query of the whole document also finds what ${others.sort().join(', ')} marks with ${name}. Search inside an element that you hold a ref to.`,
      );
    });
  });
}
