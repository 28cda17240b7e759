import type { Person } from './book.ts';

type Said = [status: number, body: object];

/** Contacts a page at most, and if a caller does not say; and what a search finds at most. */
const PAGE = { most: 1_000, otherwise: 100 };
const FOUND = { most: 30, otherwise: 10 };

const FIELDS = new Set(['names', 'emailAddresses', 'photos', 'phoneNumbers', 'metadata', 'nicknames', 'organizations']);
const ORDERS = new Set([
  ...['LAST_MODIFIED_ASCENDING', 'LAST_MODIFIED_DESCENDING', 'FIRST_NAME_ASCENDING', 'LAST_NAME_ASCENDING'],
]);

/** `people.connections.list` of the People API: https://developers.google.com/people/api/rest/v1/people.connections/list */
export function listConnections(book: readonly Person[], account: string, query: URLSearchParams): Said {
  const fields = readFields(query.get('personFields'));
  if (!fields) return invalid('personFields mask is required. Please specify one or more valid paths.');
  const size = Number(query.get('pageSize') ?? 0);
  if (!Number.isInteger(size) || size < 0 || size > PAGE.most)
    return invalid(`Page size must be between 1 and ${PAGE.most}, inclusive.`);
  const order = query.get('sortOrder') ?? 'LAST_MODIFIED_ASCENDING';
  if (!ORDERS.has(order)) return invalid('Invalid sortOrder.');
  // With a page token, everything else has to be as it was.
  const same = [account, fields.join(), size, order].join(' ');
  const token = query.get('pageToken');
  const from = token === null ? 0 : readToken(token, same);
  if (from === undefined)
    return invalid('Page token is invalid. All other parameters must match the call that provided it.');
  const sorted = inOrder(book, order);
  const to = from + (size === 0 ? PAGE.otherwise : size);
  const connections = sorted.slice(from, to).map((person) => only(person, fields));
  return [
    200,
    {
      ...(connections.length > 0 && { connections }),
      ...(to < sorted.length && { nextPageToken: makeToken(to, same) }),
      ...(sorted.length > 0 && { totalPeople: sorted.length, totalItems: sorted.length }),
    },
  ];
}

/**
 * `people.searchContacts` of the People API: https://developers.google.com/people/api/rest/v1/people/searchContacts. It
 * looks into a copy of each account's contacts, which only an empty search brings up to date.
 */
export function createSearch() {
  const copies = new Map<string, readonly Person[]>();
  return (book: readonly Person[], account: string, query: URLSearchParams): Said => {
    const fields = readFields(query.get('readMask'));
    if (!fields) return invalid('readMask is required. Please specify one or more valid paths.');
    const wanted = (query.get('query') ?? '').trim().toLowerCase();
    if (wanted === '') {
      copies.set(account, [...book]);
      return [200, {}];
    }
    const size = Number(query.get('pageSize') ?? 0);
    if (!Number.isInteger(size) || size < 0) return invalid('Page size must not be negative.');
    const found = (copies.get(account) ?? [])
      .filter((person) => isFound(person, wanted))
      .slice(0, Math.min(size === 0 ? FOUND.otherwise : size, FOUND.most));
    return [200, found.length > 0 ? { results: found.map((person) => ({ person: only(person, fields) })) } : {}];
  };
}

/** `foo name` is found by `f`, `foo n` and `nam`, and not by `oo n`. */
function isFound({ names = [], emailAddresses = [] }: Person, wanted: string): boolean {
  const texts = [...names.map(({ displayName }) => displayName), ...emailAddresses.map(({ value }) => value)];
  return texts.some((text) => ` ${text.toLowerCase()}`.includes(` ${wanted}`));
}

function readFields(mask: string | null): string[] | undefined {
  const fields = (mask ?? '').split(',').filter((field) => field !== '');
  return fields.length > 0 && fields.every((field) => FIELDS.has(field)) ? fields : undefined;
}

/** What a caller has asked for of a person. */
function only(person: Person, fields: readonly string[]): object {
  const asked = Object.entries(person).filter(([name]) => fields.includes(name));
  return { resourceName: person.resourceName, etag: person.etag, ...Object.fromEntries(asked) };
}

function inOrder(book: readonly Person[], order: string): readonly Person[] {
  if (order === 'LAST_MODIFIED_ASCENDING') return book;
  if (order === 'LAST_MODIFIED_DESCENDING') return book.toReversed();
  const [field, other] =
    order === 'FIRST_NAME_ASCENDING' ? (['givenName', 'familyName'] as const) : (['familyName', 'givenName'] as const);
  // People without a name are at the end.
  const key = ({ names: [name] = [] }: Person) =>
    name ? `0 ${name[field] ?? ''} ${name[other] ?? ''}`.toLowerCase() : '1';
  return book
    .map((person) => ({ person, key: key(person) }))
    .toSorted((one, two) => one.key.localeCompare(two.key, 'en'))
    .map(({ person }) => person);
}

const makeToken = (from: number, same: string): string =>
  Buffer.from(JSON.stringify([from, same])).toString('base64url');

function readToken(token: string, same: string): number | undefined {
  try {
    const [from, before] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [number, string];
    return before === same && Number.isInteger(from) ? from : undefined;
  } catch {
    return undefined;
  }
}

const invalid = (message: string): Said => [400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }];
