import { invalid } from './errors.ts';

/** Parameters as they come: texts in a form, other values in JSON. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Fields = { [name: string]: Value };

/** Names that would reach into every object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads `metadata[order]=7&expand[]=a&items[0][id]=b` into nested fields. Numbered names and `[]` make lists.
 *
 * @throws Refusal if a name cannot be read.
 */
export function readForm(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
    if (first === undefined || rest === undefined)
      throw invalid(`Invalid parameter name: ${name}`, 'parameter_unknown');
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner ?? '')];
    if (path.some((part) => FORBIDDEN.has(part))) throw invalid(`Invalid parameter name: ${name}`, 'parameter_unknown');
    assign(fields, path, value);
  }
  return withLists(fields) as Fields;
}

function assign(into: Fields, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) into[key] = value;
  else {
    const inner = into[key];
    const next: Fields = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
    into[key] = next;
    assign(next, rest, value);
  }
}

/** Turns fields that are numbered from 0 into lists. */
function withLists(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Reads the JSON body of a v2 call. @throws Refusal if it is no object. */
export function readJson(text: string): Fields {
  if (text === '') return {};
  try {
    const read: Value = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw invalid('The request body could not be read as a JSON object.', 'invalid_json');
}
