/** In the order in which they are looked for: an address of the web may contain all of the others. */
const PRIVATE: readonly (readonly [RegExp, string])[] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)]+/gi, '[address]'],
  [/[^\s"'`<>@]+@[^\s"'`<>@]+/g, '[email]'],
  // To the last closing mark, or to the end: what is quoted may quote, and a message may have been cut.
  [/".*"|".*$/gs, '"…"'],
  [/“.*”|“.*$/gs, '"…"'],
  [/«.*»|«.*$/gs, '"…"'],
  [/`.*`|`.*$/gs, '"…"'],
  [/(?<![\p{L}\d])['‘](?:.*['’]|.*$)/gsu, '"…"'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '[id]'],
  [/\/[^\s"'`<>)]*[^\s"'`<>).,;:]/g, '[path]'],
  [/\b(?=[\w-]*\d)[\w-]{12,}\b/g, '[token]'],
  [/\d{5,}/g, '[number]'],
];
const READ = 2000;
const LONGEST = 300;

/**
 * The message of an error without what may be of a person: addresses, paths, what is in quotation marks, ids, tokens and long
 * numbers. No list of secrets would be complete, so what is not known to be harmless goes.
 *
 * @returns at most 301 characters.
 */
export function scrubMessage(message: string): string {
  const clean = PRIVATE.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message.slice(0, READ));
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}
