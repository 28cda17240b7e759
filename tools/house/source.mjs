import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file of the repository as the rules see it.
 * @typedef {{ path: string, text: string, code: string }} Source `code` is the text without comments, line for line
 * @typedef {{ path: string, line?: number, message: string }} Finding
 */

const folders = ['packages', 'tools', 'e2e', 'bench', 'deploy', 'docs'];
const ignored = new Set(['node_modules', 'dist', 'dist-server', '.cache', 'data', 'shots', 'results', 'public']);
const kinds = /\.(ts|tsx|mjs|js|css|sql|html|md)$/;

/**
 * Every source file below the root, with paths written with forward slashes.
 * @param {string} root
 * @returns {Source[]}
 */
export function readSources(root) {
  return folders
    .flatMap((folder) => filesUnder(root, folder))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, code: withoutComments(text, path) };
    });
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesUnder(root, inner);
      return kinds.test(entry.name) ? [inner] : [];
    });
}

/**
 * Blanks comments out and keeps the line breaks. Good enough for rules that look for words: it does not parse
 * strings, but a `//` inside one (an address) is spared because a colon or a quote precedes it.
 * @param {string} text
 * @param {string} path
 */
function withoutComments(text, path) {
  const blank = (/** @type {string} */ found) => found.replace(/[^\n]/g, ' ');
  if (path.endsWith('.sql')) return text.replace(/--.*$/gm, blank);
  if (!/\.(ts|tsx|mjs|js)$/.test(path)) return text;
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|[\s;{}()[\],])\/\/.*$/gm, blank);
}

/**
 * Where a pattern occurs in a file, as findings with a line number.
 * @param {Source} source
 * @param {RegExp} pattern with the flag g
 * @param {string} message
 * @param {string} [text]
 * @returns {Finding[]}
 */
export function findAll(source, pattern, message, text = source.code) {
  return [...text.matchAll(pattern)].map((match) => ({
    path: source.path,
    line: text.slice(0, match.index).split('\n').length,
    message,
  }));
}

/** @param {string} path */
export function isTest(path) {
  return /\.(test|spec)\.tsx?$/.test(path) || /^packages\/\w+\/test\//.test(path);
}
