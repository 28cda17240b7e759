import type { Input } from '@folkmoot/contract/core/endpoint.ts';
import type { Entered, Entry } from '@folkmoot/contract/core/entry.ts';
import type { previewInvite } from '@folkmoot/contract/invitations/api.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';

/** A group or a past event; `total` people of it can be chosen, null until they were counted. */
export type SourceName = { type: 'Group' | 'Event'; id: string; name: string; total: number | null };

/** People of a group or of a past event: everybody but some, or some. */
export type Source = SourceName & {
  /** Everybody is invited but those in `ids`; otherwise those in `ids` alone. */
  all: boolean;
  ids: ReadonlySet<string>;
};

/** A list from a file: its people are kept apart from those who were typed, so that it can be removed whole. */
export type ImportedList = { name: string; entries: readonly Entry[]; invalid: readonly string[] };

/** Whom an invitation goes to, by source. Each source keeps its own choice, so that switching between them loses none. */
export type Selection = {
  /** Grows with each change, and so names a state. */
  version: number;
  typed: readonly Entry[];
  /** People from the address book that the host has connected. */
  contacts: readonly Entry[];
  lists: readonly ImportedList[];
  sources: readonly Source[];
};

export const NOBODY: Selection = { version: 0, typed: [], contacts: [], lists: [], sources: [] };

const next = (selection: Selection, change: Partial<Selection>): Selection => ({
  ...selection,
  ...change,
  version: selection.version + 1,
});

/** Adds people who were typed or pasted. Those who are on the list already are counted. */
export function addTyped(selection: Selection, { entries }: Entered): { selection: Selection; doubled: number } {
  const known = new Set(selection.typed.map(({ key }) => key));
  const fresh = entries.filter(({ key }) => !known.has(key));
  const doubled = entries.length - fresh.length;
  if (fresh.length === 0) return { selection, doubled };
  return { selection: next(selection, { typed: [...selection.typed, ...fresh] }), doubled };
}

export function removeTyped(selection: Selection, key: string): Selection {
  return next(selection, { typed: selection.typed.filter((entry) => entry.key !== key) });
}

/** Adds contacts, each of them once. */
export function addContacts(selection: Selection, entries: readonly Entry[]): Selection {
  const known = new Map(selection.contacts.map((entry) => [entry.key, entry]));
  for (const entry of entries) if (!known.has(entry.key)) known.set(entry.key, entry);
  return known.size === selection.contacts.length ? selection : next(selection, { contacts: [...known.values()] });
}

export function removeContacts(selection: Selection, keys: ReadonlySet<string>): Selection {
  return next(selection, { contacts: selection.contacts.filter(({ key }) => !keys.has(key)) });
}

/** Adds a list; another one of the same name gets a number. */
export function addList(selection: Selection, list: ImportedList): Selection {
  const taken = new Set(selection.lists.map(({ name }) => name));
  let name = list.name;
  for (let n = 2; taken.has(name); n += 1) name = `${list.name} (${n})`;
  return next(selection, { lists: [...selection.lists, { ...list, name }] });
}

/** What a list was read from, and how many people are on it. */
export function aboutList({ name, entries }: ImportedList): string {
  const kind = /\.(vcf|vcard)$/i.test(name) ? 'vCard' : 'CSV';
  return `${kind}, ${entries.length === 1 ? '1 person' : `${entries.length.toLocaleString('en')} people`}`;
}

export function removeList(selection: Selection, name: string): Selection {
  return next(selection, { lists: selection.lists.filter((list) => list.name !== name) });
}

/** Chooses everybody of a group or a past event, or nobody. */
export function toggleSource(selection: Selection, source: SourceName): Selection {
  const present = selection.sources.find(({ id }) => id === source.id);
  if (present && countOf(present) !== 0) return removeSource(selection, source.id);
  return setSource(selection, { ...source, all: true, ids: new Set() });
}

/** Chooses one person of a group or a past event, or leaves them out. */
export function togglePerson(selection: Selection, source: SourceName, personId: string): Selection {
  const present = selection.sources.find(({ id }) => id === source.id) ?? { ...source, all: false, ids: new Set() };
  const ids = new Set(present.ids);
  if (!ids.delete(personId)) ids.add(personId);
  const changed = { ...present, ...source, ids };
  return countOf(changed) === 0 ? removeSource(selection, source.id) : setSource(selection, changed);
}

export function removeSource(selection: Selection, id: string): Selection {
  return next(selection, { sources: selection.sources.filter((source) => source.id !== id) });
}

/** Notes how many people of a group or a past event can be chosen. */
export function noteTotal(selection: Selection, id: string, total: number): Selection {
  const present = selection.sources.find((source) => source.id === id);
  if (!present || present.total === total) return selection;
  return {
    ...selection,
    sources: selection.sources.map((source) => (source.id === id ? { ...source, total } : source)),
  };
}

function setSource(selection: Selection, source: Source): Selection {
  const present = selection.sources.some(({ id }) => id === source.id);
  return next(selection, {
    sources: present
      ? selection.sources.map((one) => (one.id === source.id ? source : one))
      : [...selection.sources, source],
  });
}

/** Whether a person of a group or a past event is chosen. */
export function isPicked(source: Source | undefined, personId: string): boolean {
  return source !== undefined && source.all !== source.ids.has(personId);
}

/** How many people of a group or a past event are chosen; undefined while nobody has counted them. */
export function countOf({ all, ids, total }: Pick<Source, 'all' | 'ids' | 'total'>): number | undefined {
  if (!all) return ids.size;
  return total === null ? undefined : Math.max(0, total - ids.size);
}

/** How many people are chosen, some of them perhaps twice; those whom nobody has counted are not among them. */
export function sizeOf({ typed, contacts, lists, sources }: Selection): number {
  const listed = lists.reduce((sum, { entries }) => sum + entries.length, 0);
  return typed.length + contacts.length + listed + sources.reduce((sum, source) => sum + (countOf(source) ?? 0), 0);
}

export function isEmpty({ typed, contacts, lists, sources }: Selection): boolean {
  return typed.length + contacts.length + lists.length + sources.length === 0;
}

/** The parts of a selection in few words, such as `Kiln opening 41` and `5 others`. */
export function chipsOf({
  typed,
  contacts,
  lists,
  sources,
}: Selection): { key: string; name: string; count: string }[] {
  const number = (count: number | undefined) => count?.toLocaleString('en') ?? '';
  const whole = [
    ...sources.map((source) => ({ key: source.id, name: source.name, count: number(countOf(source)) })),
    ...lists.map(({ name, entries }) => ({ key: `list ${name}`, name, count: number(entries.length) })),
    ...(contacts.length > 0 ? [{ key: 'contacts', name: 'Contacts', count: number(contacts.length) }] : []),
  ];
  if (typed.length === 0) return whole;
  const [only] = typed;
  if (whole.length === 0 && typed.length === 1 && only) return [{ key: 'typed', name: only.address, count: '' }];
  const noun = whole.length > 0 ? (typed.length === 1 ? 'other' : 'others') : 'addresses';
  return [...whole, { key: 'typed', name: `${number(typed.length)} ${noun}`, count: '' }];
}

/** A selection as a call carries it. */
export type Sent = NonNullable<Input<typeof previewInvite>['data']>;

/**
 * The selection as a call carries it.
 *
 * @param named people who were typed or come from lists.
 * @param uploads ids of uploaded lists, of whom everybody is chosen.
 */
export function toData({ contacts, sources }: Selection, named: readonly Entry[], uploads: readonly string[]): Sent {
  const lists = uploads.map((id) => ({ resourceId: id, selectAll: true }));
  const emails = [...partsOf('Email', named), ...lists];
  return [
    ...(emails.length > 0 ? [{ resourceType: 'Email' as const, resourceData: emails }] : []),
    ...(contacts.length > 0 ? [{ resourceType: 'Contact' as const, resourceData: partsOf('Contact', contacts) }] : []),
    ...(['Group', 'Event'] as const).flatMap((type) => {
      const those = sources.filter((source) => source.type === type);
      return those.length > 0 ? [{ resourceType: type, resourceData: those.map(sourceData) }] : [];
    }),
  ];
}

/** People by their addresses, in parts that a call may have. */
function partsOf(resourceId: 'Email' | 'Contact', people: readonly Entry[]): Sent[number]['resourceData'] {
  const parts: Sent[number]['resourceData'] = [];
  for (let from = 0; from < people.length; from += LIMITS.named)
    parts.push({ resourceId, selected: people.slice(from, from + LIMITS.named).map(nameOf) });
  return parts;
}

/** A person by their address, as a call names them. */
const nameOf = ({ address, firstName, lastName }: Entry) =>
  firstName === '' && lastName === '' ? address : { email: address, firstName, lastName };

/** One of them as a call carries it. */
export function sourceData({ id, all, ids }: Pick<Source, 'id' | 'all' | 'ids'>): Sent[number]['resourceData'][number] {
  return { resourceId: id, selectAll: all, ...(all ? { deselected: [...ids] } : { selected: [...ids] }) };
}
