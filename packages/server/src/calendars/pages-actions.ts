import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import { findAlias } from '../communities/aliases-store.ts';
import type { Db } from '../core/db/db.ts';
import { headHtml, type PageHead, type Product } from '../core/http/pages/page-meta.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import type { AppContext } from '../core/slice.ts';
import { listEvents } from './entries-store.ts';
import { findCalendar } from './store.ts';

/** Heads of calendars that everybody may see, by path. They are the same for everybody, so concurrent requests share one lookup. */
export function createCalendarHeads({
  db,
  clock,
  config,
  appUrl,
}: Pick<AppContext, 'db' | 'clock' | 'config' | 'appUrl'>) {
  const once = createSingleFlight<PageHead | undefined>();
  return (path: string) => once(path, () => headOf(db, path, { name: config.appName, origin: appUrl() }, clock.now()));
}

async function headOf(db: Db, path: string, product: Product, now: Date): Promise<PageHead | undefined> {
  const alias = /^\/([a-z0-9-]+)\/?$/i.exec(path)?.[1];
  const named = alias === undefined ? undefined : await findAlias(db, alias);
  if (named?.resource_type !== 'calendar') return undefined;
  const calendar = await findCalendar(db, named.resource_id, undefined);
  if (!calendar) return undefined;
  const asked = { page: 1, limit: 10, search: '', type: 'upcoming', origin: 'here', at: now } as const;
  const { data } = await listEvents(db, calendar.id, {}, asked);
  const { name, description, cover } = calendar;
  const html = headHtml(
    {
      title: name,
      description: description || `Upcoming events on ${name}.`,
      path: `/${calendar.alias}`,
      image: ogImageOf(cover),
      type: 'website',
      // Events of outside feeds have no page here.
      thing: listOf(
        data.flatMap((item) => ('external' in item ? [] : [item])),
        product.origin,
      ),
    },
    product,
  );
  return { html, path: `/${calendar.alias}`, screen: 'calendar' };
}

/** The next events of ours in the words of schema.org: a list of pages, each of which describes its event. */
function listOf(events: readonly EventCard[], origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: events.map(({ alias, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: `${origin}/${alias}`,
    })),
  };
}
