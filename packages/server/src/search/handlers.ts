import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import * as api from '@folkmoot/contract/search/api.ts';
import {
  type Filter,
  filtersIn,
  kindOf,
  nameIn,
  parseSearch,
  spanOf,
  writePart,
} from '@folkmoot/contract/search/rules.ts';
import { sentences } from '@folkmoot/contract/search/schema.ts';
import { marksIn, termsOf } from '@folkmoot/contract/search/words-rules.ts';
import { readable } from '../conversations/actions.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { findPeopleIn } from '../inbox/store.ts';
import { listHits } from './hits-store.ts';
import * as store from './store.ts';

/** Calls that find messages again. */
export function searchHandlers(): Binding[] {
  return [
    handle(api.searchMessages, async ({ tx, me, query, now }) => {
      const { serverId, conversationId, timeZone } = query;
      if (serverId !== undefined && !(await store.isMember(tx, me.userId, serverId))) refuse(core.notFound);
      const around = conversationId === undefined ? undefined : await readable(tx, conversationId, me.userId);
      const parts = parseSearch(query.search);
      const filters = filtersIn(parts);
      const terms = termsOf(parts);
      if (terms.length === 0 && filters.length === 0) return nothing([]);

      const all = await store.listHomes(tx, me.userId, serverId);
      const within = around ? all.filter(({ id }) => id === (around.parentId ?? around.id)) : all;
      const homes = await resolveHomes(tx, me.userId, filters, within);
      const authors = await resolveAuthors(tx, me.userId, filters);
      const kinds = resolveKinds(filters);
      const span = spanOf(filters, { now, timeZone });
      const days = span.wrong.map((filter) => sentences.noDay(writePart(filter)));
      const notes = [...authors.notes, ...homes.notes, ...kinds.notes, ...days];
      if (notes.length > 0 || homes.homes.length === 0) return nothing(notes);

      const { from, until } = span;
      const threadId = around?.parentId ? around.id : undefined;
      const wanted = { terms, authorIds: authors.ids, kinds: kinds.kinds, from, until, homes: homes.homes, threadId };
      const hits = await listHits(tx, me.userId, wanted, query.cursor);
      const data = hits.data.map((hit) => ({ ...hit, words: wordsIn(hit.message.text, terms) }));
      const people = await findPeopleIn(
        tx,
        data.map((hit) => hit.message),
      );
      return { data, nextCursor: hits.nextCursor, people, notes };
    }),
  ];
}

function nothing(notes: string[]) {
  return { data: [], nextCursor: null, people: [], notes };
}

function wordsIn(text: string, terms: ReturnType<typeof termsOf>): string[] {
  return [...new Set(marksIn(text, terms).map(([start, end]) => text.slice(start, end)))];
}

const of = (filters: readonly Filter[], operator: Filter['operator']) =>
  filters.filter((filter) => filter.operator === operator).map((filter) => filter.value);

async function resolveAuthors(tx: Db, userId: string, filters: readonly Filter[]) {
  const ids = new Set<string>();
  const notes: string[] = [];
  for (const name of of(filters, 'from')) {
    const found = await store.findAuthorIds(tx, userId, name);
    if (found.length === 0) notes.push(sentences.nobody(name));
    for (const id of found) ids.add(id);
  }
  return { ids: [...ids], notes };
}

async function resolveHomes(tx: Db, userId: string, filters: readonly Filter[], homes: store.Home[]) {
  const wanted = of(filters, 'in');
  if (wanted.length === 0) return { homes, notes: [] };
  const named = await store.listNames(
    tx,
    userId,
    homes.map(({ id }) => id),
  );
  const ids = new Set<string>();
  const notes: string[] = [];
  for (const name of wanted) {
    const found = named.filter(({ names }) => names.some((known) => fold(known) === fold(nameIn(name))));
    if (found.length === 0) notes.push(sentences.nowhere(name));
    for (const { id } of found) ids.add(id);
  }
  return { homes: homes.filter(({ id }) => ids.has(id)), notes };
}

function resolveKinds(filters: readonly Filter[]) {
  const values = of(filters, 'has');
  const kinds = values.flatMap((value) => kindOf(value) ?? []);
  const notes = values.filter((value) => kindOf(value) === undefined).map(sentences.noKind);
  return { kinds: [...new Set(kinds)], notes };
}
