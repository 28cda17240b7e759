import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slices } from './slices.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

const path = 'ARCHITECTURE.md';

/**
 * What ARCHITECTURE.md says of the code: its list of slices has those that any of the three packages has, in their
 * order, and the files of its tour are there.
 * @param {string} root
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkDocs(root, sources) {
  if (!existsSync(join(root, path))) return [];
  const text = readFileSync(join(root, path), 'utf8');
  return [...checkSliceList(text, sources), ...checkTour(text, sources)];
}

/**
 * @param {string} text
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
function checkSliceList(text, sources) {
  const folders = new Set(
    sources.map((source) => /^packages\/(?:contract|server|web)\/src\/([a-z]+)\//.exec(source.path)?.[1]),
  );
  const there = slices.filter((slice) => folders.has(slice));
  const listed = (/`([a-z]+(?:\s+→\s+[a-z]+)+)`/.exec(text)?.[1] ?? '').split(/\s+→\s+/);
  return listed.join() === there.join()
    ? []
    : [{ path, message: `The list of slices is not what the packages have: ${there.join(' → ')}.` }];
}

/**
 * @param {string} text
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
function checkTour(text, sources) {
  const tour = /^## One request, followed$([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  const files = [...tour.matchAll(/`((?:web|contract|server)\/src\/[\w/-]+\.tsx?)`/g)].map((match) => match[1] ?? '');
  return files
    .filter((file) => !sources.some((source) => source.path === `packages/${file}`))
    .map((file) => ({ path, message: `The tour mentions ${file}, which does not exist.` }));
}
