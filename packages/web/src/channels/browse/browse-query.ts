import { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';

const DEFAULTS = BrowseQuery.parse({});

/** The browse query in the address bar. An invalid part gets its default. */
export function readQuery(raw: Partial<Record<keyof BrowseQuery, unknown>>): BrowseQuery {
  const { search, view, mode, sort } = BrowseQuery.shape;
  return {
    // The router reads `?search=12` as a number.
    search: search.catch(DEFAULTS.search).parse(typeof raw.search === 'number' ? String(raw.search) : raw.search),
    view: view.catch(DEFAULTS.view).parse(raw.view),
    mode: mode.catch(DEFAULTS.mode).parse(raw.mode),
    sort: sort.catch(DEFAULTS.sort).parse(raw.sort),
  };
}

/** The same for the address bar, without default values. */
export function withoutDefaults(query: BrowseQuery): Partial<BrowseQuery> {
  return Object.fromEntries(
    Object.entries(query).filter(([key, value]) => value !== DEFAULTS[key as keyof BrowseQuery]),
  );
}
