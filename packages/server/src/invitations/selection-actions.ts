import { createHmac } from 'node:crypto';
import { readAddress } from '@folkmoot/contract/core/email.ts';
import type { Entered, Entry } from '@folkmoot/contract/core/entry.ts';
import { Id } from '@folkmoot/contract/core/ids.ts';
import { refusals as lists } from '@folkmoot/contract/core/list.ts';
import type { ListChoice } from '@folkmoot/contract/core/list-file.ts';
import { LIMITS, refusals, type Selection } from '@folkmoot/contract/invitations/schema.ts';
import type { Db } from '../core/db/db.ts';
import type { Files } from '../core/files/files.ts';
import { HttpError, refuse } from '../core/http/errors.ts';
import { readListInWorker } from '../core/lists/read-in-worker.ts';
import { listRuleKinds } from '../groups/living-store.ts';
import { uploadedList } from '../media/lists-actions.ts';
import type { GroupPeople, Inviting, Named, PastGuests, Selected } from './selection-store.ts';

/** A selection as it was read: with what was no address, how many addresses it names once more, and its uploads. */
export type Chosen = Selected & { invalid: string[]; doubled: number; uploads: string[] };

type Resource = Selection[number]['resourceData'][number];

/** Everybody whom a selection names: what a call carries, and what its owner has uploaded. */
export async function readSelection(db: Db, files: Files, ownerId: string, data: Selection): Promise<Chosen> {
  const uploads = uploadsOf(data);
  if (uploads.length > LIMITS.lists) return refuse(refusals.tooManyListed);
  const read = new Map<string, Entered>();
  let listed = 0;
  let doubled = 0;
  for (const id of uploads) {
    const bytes = await uploadedList(db, files, id, ownerId);
    if (!bytes) return refuse(refusals.listGone);
    const entered = await peopleOf(bytes, {});
    read.set(id, entered);
    listed += entered.entries.length;
    doubled += entered.doubled;
    if (listed > LIMITS.listed) return refuse(refusals.tooManyListed);
  }
  const chosen = namedIn(data, read);
  const ids = chosen.groups.map(({ groupId }) => groupId);
  doubled += chosen.named.length - new Set(chosen.named.map(({ key }) => key)).size;
  return { ...chosen, doubled, uploads, rules: ids.length === 0 ? [] : await listRuleKinds(db, ownerId, ids) };
}

/** The people of a list. Refuses with a sentence if it cannot be read, has no column of addresses, or none in it. */
export async function peopleOf(bytes: Uint8Array<ArrayBuffer>, choice: ListChoice): Promise<Entered> {
  const result = await readListInWorker(bytes, choice);
  if ('problem' in result) throw new HttpError({ ...lists.missing, message: result.problem });
  if (result.reading.column === null) return refuse(lists.noEmailColumn);
  return result.reading.entered.entries.length === 0 ? refuse(lists.empty) : result.reading.entered;
}

const isUpload = (resourceId: string) => Id.safeParse(resourceId).success;

/** The ids of the lists that a selection names, each once. */
function uploadsOf(data: Selection): string[] {
  const ids = data
    .filter(({ resourceType }) => resourceType === 'Email' || resourceType === 'Contact')
    .flatMap(({ resourceData }) => resourceData.map(({ resourceId }) => resourceId).filter(isUpload));
  return [...new Set(ids)];
}

type Source = Resource & Pick<Selection[number], 'resourceType'>;

/** The sources of a selection. What has an id is one source, however often it is named: it is read and held in memory once. */
function sourcesIn(data: Selection): Source[] {
  const sources = new Map<string, Source>();
  for (const { resourceType, resourceData } of data)
    for (const resource of resourceData) {
      const source = { ...resource, resourceType };
      const { resourceId } = resource;
      const key = isUpload(resourceId) ? `${resourceType} ${resourceId.toLowerCase()}` : `typed ${sources.size}`;
      const before = sources.get(key);
      sources.set(key, before ? eitherOf(before, source) : source);
    }
  return [...sources.values()];
}

/** Everybody whom one of two parts of the same source names. */
function eitherOf(one: Source, other: Source): Source {
  if (!one.selectAll && !other.selectAll) return { ...one, selected: [...one.selected, ...other.selected] };
  const [all, rest] = one.selectAll ? [one, other] : [other, one];
  const named = new Set(rest.selectAll ? rest.deselected : rest.selected.map((some) => givenOf(some).email));
  return { ...all, deselected: all.deselected.filter((some) => named.has(some) === rest.selectAll) };
}

/** The people of a selection: addresses read, with those that are none beside them, guests of past events and groups. */
function namedIn(
  data: Selection,
  uploads: ReadonlyMap<string, Entered>,
): Pick<Chosen, 'named' | 'past' | 'groups' | 'invalid'> {
  const named: Named[] = [];
  const past: PastGuests[] = [];
  const groups: GroupPeople[] = [];
  const invalid: string[] = [];
  for (const source of sourcesIn(data)) {
    const { resourceType, resourceId, selectAll, selected, deselected } = source;
    if (resourceType === 'Event' || resourceType === 'Group') {
      if (!Id.safeParse(resourceId).success) continue;
      const some = { all: selectAll, selected: selected.filter((one) => typeof one === 'string'), deselected };
      if (resourceType === 'Event') past.push({ eventId: resourceId, ...some });
      else groups.push({ groupId: resourceId, ...some });
      continue;
    }
    const list = uploads.get(resourceId);
    if (list) {
      for (const entry of someOf(list.entries, source)) named.push({ ...entry, resourceType, resourceId });
      invalid.push(...list.invalid);
      continue;
    }
    for (const one of selected) {
      const { email, firstName, lastName } = givenOf(one);
      const read = readAddress(email);
      if (read) named.push({ ...read, firstName, lastName, resourceType, resourceId });
      else invalid.push(email);
    }
  }
  return { named, past, groups, invalid };
}

/** What is no address in a selection, beside its uploads. */
export function invalidIn(data: Selection): string[] {
  return namedIn(data, new Map()).invalid;
}

const givenOf = (one: Resource['selected'][number]) =>
  typeof one === 'string' ? { email: one, firstName: '', lastName: '' } : one;

/** The people of a list who are chosen: all but some, or some, each named by their address. */
function someOf(entries: readonly Entry[], { selectAll, selected, deselected }: Resource): readonly Entry[] {
  const named = selectAll ? deselected : selected.map((one) => givenOf(one).email);
  const keys = new Set(named.map((email) => readAddress(email)?.key));
  return entries.filter(({ key }) => keys.has(key) !== selectAll);
}

/** What is reported of addresses that are none. */
export const skippedOf = (invalid: readonly string[]): string[] => invalid.slice(0, LIMITS.skipped);

/**
 * Names what a preview has counted: its people and their role, for one inviter to one event. With a key, since it is made of
 * addresses that the inviter may not know, and could be guessed otherwise.
 */
export function digestOf(secret: string, people: string, role: string, { eventId, inviterId }: Inviting): string {
  const key = createHmac('sha256', secret).update('what an invitation preview has counted').digest();
  return createHmac('sha256', key)
    .update([eventId, inviterId, role, people].join('\n'))
    .digest('base64url')
    .slice(0, 22);
}
