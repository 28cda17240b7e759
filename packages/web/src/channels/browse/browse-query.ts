import { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';

const DEFAULTS = BrowseQuery.parse({});

/** What the address bar asks of the browse screen. A part that makes no sense is the default. */
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

/** The same for the address bar: what is as it always is need not stand there. */
export function withoutDefaults(query: BrowseQuery): Partial<BrowseQuery> {
  return Object.fromEntries(
    Object.entries(query).filter(([key, value]) => value !== DEFAULTS[key as keyof BrowseQuery]),
  );
}
