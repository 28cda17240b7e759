import { invalid } from './errors.ts';
import type { Fields, Value } from './form.ts';

/** Reads one parameter. `path` is its name as errors show it. */
type Reader<T> = (value: Value, path: string) => T;
type Parameter<T> = { read: Reader<T>; required: boolean };
export type Shape = Record<string, Parameter<unknown>>;
/** What a shape gives: required parameters, and others that may be undefined. */
export type Read<S extends Shape> = { [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

const optional = <T>(read: Reader<T>): Parameter<T | undefined> => ({ read, required: false });

/** A parameter that a call cannot do without. */
export function required<T>({ read }: Parameter<T | undefined>): Parameter<T> {
  // A given parameter is never undefined.
  return { read: read as Reader<T>, required: true };
}

/** A text that is not empty. */
export const text = optional((value, path): string => {
  if (typeof value !== 'string')
    throw invalid(`Invalid string: ${JSON.stringify(value)}`, 'parameter_invalid_string', path);
  if (value === '')
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      'parameter_invalid_empty',
      path,
    );
  return value;
});

/** A text, or an empty one that takes the value away. */
export const emptyable = optional((value, path): string => (value === '' ? '' : (text.read(value, path) as string)));

/** A whole number. */
export const integer = optional((value, path): number => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalid(
      `Invalid integer: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      'parameter_invalid_integer',
      path,
    );
  return number;
});

/** A whole number, or nothing, which takes the value away. */
export const integerOrEmpty = optional((value, path): number | '' =>
  value === '' ? '' : (integer.read(value, path) as number),
);

export const flag = optional((value, path): boolean => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalid(`Invalid boolean: ${JSON.stringify(value)}`, undefined, path);
});

/** One of several words. */
export function oneOf<const W extends string>(...words: W[]): Parameter<W | undefined> {
  return optional((value, path) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const listed = words.length === 1 ? words[0] : `one of ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
    throw invalid(`Invalid ${path}: must be ${listed}`, undefined, path);
  });
}

/** A list of texts. */
export const texts = optional((value, path): string[] => {
  if (!Array.isArray(value)) throw invalid('Invalid array', undefined, path);
  return value.map((item, at) => text.read(item, `${path}[${at}]`) as string);
});

/** Names with texts; an empty text takes a name away, and an empty text instead of all takes all away. */
export const metadata = optional((value, path): Record<string, string> | '' => {
  if (value === '') return '';
  const entries = Object.entries(fieldsOf(value, path)).map(([name, inner]) => {
    if (name.length > 40)
      throw invalid(`Metadata keys can have up to 40 characters: '${name}' is too long.`, undefined, path);
    if (inner !== null && typeof inner === 'object')
      throw invalid('Metadata values must be strings.', undefined, `${path}[${name}]`);
    const kept = inner === null ? '' : String(inner);
    if (kept.length > 500)
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${kept.length} characters.`,
        undefined,
        `${path}[${name}]`,
      );
    return [name, kept] as const;
  });
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys.', undefined, path);
  return Object.fromEntries(entries);
});

/** Values that Stripe takes and that change nothing here. */
export const ignored = optional((value): Value => value);

/** Parameters inside a parameter. */
export function group<S extends Shape>(shape: S): Parameter<Read<S> | undefined> {
  return optional((value, path) => readParameters(shape, fieldsOf(value, path), path));
}

/** A moment, in seconds, or a range of them. */
export const range = optional((value, path): { gt?: number; gte?: number; lt?: number; lte?: number } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const at = integer.read(value, path) as number;
    return { gte: at, lte: at };
  }
  const read = readParameters({ gt: integer, gte: integer, lt: integer, lte: integer }, value, path);
  return Object.fromEntries(Object.entries(read).filter(([, bound]) => bound !== undefined));
});

function fieldsOf(value: Value, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('Invalid object', undefined, path);
  return value;
}

/**
 * Reads the parameters of a call.
 *
 * @throws Refusal if one is unknown, missing or wrong.
 */
export function readParameters<S extends Shape>(shape: S, fields: Fields, within = ''): Read<S> {
  const pathOf = (name: string) => (within === '' ? name : `${within}[${name}]`);
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(shape, name));
  const [first] = unknown;
  if (first !== undefined)
    throw invalid(
      unknown.length === 1
        ? `Received unknown parameter: ${pathOf(first)}`
        : `Received unknown parameters: ${unknown.map(pathOf).join(', ')}`,
      'parameter_unknown',
      pathOf(first),
    );
  const read = Object.entries(shape).map(([name, parameter]) => {
    const value = fields[name];
    if (value !== undefined && value !== null) return [name, parameter.read(value, pathOf(name))];
    if (parameter.required)
      throw invalid(`Missing required param: ${pathOf(name)}.`, 'parameter_missing', pathOf(name));
    return [name, undefined];
  });
  return Object.fromEntries(read);
}

/** What every list takes. */
export const paging = { limit: integer, starting_after: text, ending_before: text, expand: texts };

/** Metadata after a change: new values replace old ones, and empty ones take them away. */
export function mergeMetadata(
  kept: Record<string, string> | null,
  given: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (given === undefined) return kept ?? {};
  if (given === '') return {};
  return Object.fromEntries(Object.entries({ ...kept, ...given }).filter(([, value]) => value !== ''));
}
