/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

/** Journeys about how pages are loaded, and walks through every screen. */
const aboutLoading = /^e2e\/(app\/|looks\/|demo\/accessibility|payments\/(card-fields|stripe-js))/;

/**
 * A page is loaded once in a journey, and where the link of an email is opened: a reload that nobody would make hid that a
 * guest who had paid saw no ticket.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkJourneys(sources) {
  return sources.flatMap(({ path, text }) => {
    if (!/^e2e\/.*\.ts$/.test(path) || path === 'e2e/opening.ts') return [];
    /** @type {Finding[]} */
    const found = [];
    let seen = new Set();
    const lines = text.split('\n');
    for (const [at, line] of lines.entries()) {
      if (/^\s*(?:onBoth|onDesk|test)\b.*\(/.test(line)) seen = new Set();
      if (/\.reload\(/.test(line) && !aboutLoading.test(path))
        found.push({
          path,
          line: at + 1,
          message: 'Use reload(page, why) of e2e/opening.ts, and only where a person would load the page again.',
        });
      const page = /\bawait ([\w.]+)\.goto\(/.exec(line)?.[1];
      if (page === undefined || !path.endsWith('.spec.ts') || aboutLoading.test(path)) continue;
      if (seen.has(page) && !/\/\/ Loaded: /.test(lines[at - 1] ?? ''))
        found.push({
          path,
          line: at + 1,
          message:
            'A journey loads a page once. Go on as by a link (moveTo of e2e/opening.ts), or say in the line above who loads it again: `// Loaded: the link of an email.`',
        });
      seen.add(page);
    }
    return found;
  });
}
