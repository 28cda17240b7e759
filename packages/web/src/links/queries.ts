import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { listLinkCards } from '@folkmoot/contract/links/api.ts';
import { LIMITS, type LinkCard } from '@folkmoot/contract/links/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { apiQueryKey } from '../core/queries.ts';

/** How long the links of messages that appear together are gathered, in milliseconds. */
const GATHER_MS = 20;
/** How long a card is shown again without asking. */
const FRESH_MS = 60_000;

/** A card, and the people it names; no card where there is nothing for this reader. */
export type Found = { card: LinkCard | undefined; people: ReadonlyMap<string, AuthorView> };
type Asked = { path: string; take: (found: Found) => void; fail: (error: unknown) => void };

let gathered: Asked[] = [];

/** What a link leads to. The links of everything on the screen are asked for together. */
export function useLinkCard(path: string) {
  return useQuery({
    queryKey: apiQueryKey(listLinkCards, { links: [path] }),
    queryFn: () => ask(path),
    staleTime: FRESH_MS,
  });
}

function ask(path: string): Promise<Found> {
  return new Promise((take, fail) => {
    if (gathered.length === 0) setTimeout(send, GATHER_MS);
    gathered.push({ path, take, fail });
  });
}

function send(): void {
  const all = gathered;
  gathered = [];
  for (let from = 0; from < all.length; from += LIMITS.perCall) void askFor(all.slice(from, from + LIMITS.perCall));
}

async function askFor(asked: readonly Asked[]): Promise<void> {
  try {
    const { data, people } = await call(listLinkCards, { links: asked.map(({ path }) => path) });
    const named = new Map(people.map((person) => [person.id, person]));
    for (const { path, take } of asked) take({ card: data.find((card) => card.path === path), people: named });
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}
