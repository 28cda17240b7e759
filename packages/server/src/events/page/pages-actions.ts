import { decimalsOf } from '@folkmoot/contract/core/money/money.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import { type EventView, refusals } from '@folkmoot/contract/events/schema.ts';
import { COVER_SIZES, coverSrcSet, ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import type { RawBuilder } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { communityHead, type HomeOnPage } from '../../communities/pages-actions.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { textOf } from '../../core/http/html.ts';
import { headHtml, memoize, type PageHead, type Product } from '../../core/http/pages/page-meta.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import type { AppContext } from '../../core/slice.ts';
import type { Ref } from '../../participations/store.ts';
import { mapServiceOf } from '../../places/actions.ts';
import type { Visitor } from '../actions.ts';
import { type EventFacts, findEventFacts, type NamedPage, pageFinder } from '../store.ts';

/** What later slices add to an event's page. */
export type EventHooks = {
  /** The first tickets of the event `e`, as JSON: the page asks for them at once. */
  ticketsOnPage(): RawBuilder<unknown>;
  /** What the home of a community that everybody may see shows to visitors. */
  homeOnPage: HomeOnPage;
  /** Failed refunds as rows of an event: `event_id`, how many, and since when. */
  failedRefunds(): RawBuilder<unknown>;
  /** The same of payments that a bank has refused, of places that are still held. */
  failedDebits(): RawBuilder<unknown>;
  /** The submissions that wait on calendars that a person manages, as JSON. */
  submissionsFor(userId: string): RawBuilder<unknown>;
  /** An event was published, changed, cancelled or unpublished: calendars that show it are told. */
  changed(command: CommandContext, eventId: string): Promise<void>;
  /** The short codes of those among these people who have a ticket, by participation: emails about going carry them. */
  codesOf(tx: Db, refs: readonly Ref[], now: Date): Promise<ReadonlyMap<string, string>>;
  /** Refuses if an event has tickets to sell and nobody who could be paid. Under the event's lock. */
  needSellable(tx: Db, eventId: string): Promise<void>;
  /** Refuses if tickets of an event have been sold. Under the event's lock. */
  needUnsold(tx: Db, eventId: string): Promise<void>;
  /** An event is about to be cancelled: what was paid for it goes back, or does not. Under the event's lock. */
  endPaid(
    command: CommandContext,
    event: Pick<EventFacts, 'id' | 'serverId' | 'name'>,
    decided: { by: string; refund: boolean },
  ): Promise<void>;
};

/** Heads of pages by path. They are the same for everybody, so concurrent requests share one lookup. */
export function createHeads(
  { db, config, appUrl }: Pick<AppContext, 'db' | 'config' | 'appUrl'>,
  hooks: EventHooks,
): (path: string) => Promise<PageHead | undefined> {
  const once = createSingleFlight<PageHead | undefined>();
  const map = JSON.stringify({ map: mapServiceOf(config) });
  let find: ReturnType<typeof pageFinder> | undefined;
  return (path) =>
    once(path, () => {
      find ??= pageFinder(hooks.ticketsOnPage());
      const product = { name: config.appName, origin: appUrl() };
      return headOf(db, path, { product, find, map, homeOnPage: hooks.homeOnPage });
    });
}

/** `map` is where maps come from, as JSON. */
type Parts = { product: Product; find: ReturnType<typeof pageFinder>; map: string; homeOnPage: HomeOnPage };

/** Pages that list what everybody may see. */
const LISTS: Readonly<Record<string, { title: string; description: string }>> = {
  '/discover': {
    title: 'Discover communities',
    description: 'Public communities that you can visit and join: what they do, and where they meet and talk.',
  },
  '/events/discover': {
    title: 'Discover events',
    description:
      'Upcoming events that are open to everyone, everywhere or near a place: what, when and where, and who is going.',
  },
};

/** The head of a page that other programs preview: an event's or a community's, if everybody may see it. */
async function headOf(db: Db, path: string, { product, find, map, homeOnPage }: Parts): Promise<PageHead | undefined> {
  const listed = LISTS[path];
  if (listed) return { html: headHtml({ ...listed, path, image: null, type: 'website' }, product), path };
  const alias = /^\/([^/]+)\/?$/.exec(path)?.[1];
  const named = alias === undefined ? undefined : await find(db, decodeAlias(alias));
  if (!named) return undefined;
  const isEvent = named.resource_type === 'event';
  if (named.resource_type === 'calendar') return undefined;
  if (!isEvent) return communityHead(db, named, product, homeOnPage);
  const answers = answersOf(named, map);
  const html = eventHead(named, answers, product);
  return html === undefined ? undefined : { html, path: `/${named.alias}`, screen: 'event', answers };
}

function decodeAlias(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/**
 * Whether a person may know that there is an event. Of a private one that is published they learn no more than that.
 */
export async function isThere(tx: Db, eventId: string, { looking }: Visitor): Promise<boolean> {
  const facts = await findEventFacts(tx, eventId, looking);
  if (!facts) return false;
  // A person who is asked to host a draft sees the invitation at its address.
  if (facts.askedRole !== null) return true;
  const decision = canSee(facts);
  return decision.ok || decision.refusal === refusals.locked;
}

/**
 * The head of a public event's page, with the answers that the page asks for first. Drafts, private events and those
 * of a community's members reveal nothing.
 */
function eventHead(page: NamedPage, answers: string, product: Product): string | undefined {
  const { status, visibility, body } = page;
  if (body === null || status === 'draft' || visibility !== 'public') return undefined;
  // A shared link sends many visitors to the same page, and few to any other, so its head is memoized.
  return memoize(`${product.origin} ${answers}`, () => {
    const event = JSON.parse(body) as EventView;
    const words = event.summary || textOf(event.description);
    return headHtml(
      {
        title: event.name,
        description: [whenAndWhere(event), words].filter((part) => part !== '').join('. '),
        path: `/${event.alias}`,
        image: ogImageOf(event.cover),
        type: 'website',
        shows:
          event.cover === null
            ? undefined
            : { href: event.cover, srcSet: coverSrcSet(event.cover), sizes: COVER_SIZES },
        thing: thingOf(event, { words, tickets: JSON.parse(page.beside) as Sold }, product.origin),
        answers,
      },
      product,
    );
  });
}

/** What the page of an event asks for first, as JSON. */
function answersOf({ resource_type, resource_id, alias, body, beside }: NamedPage, map: string): string {
  const named = JSON.stringify({ resource_type, resource_id, alias });
  return `{"alias":${named},"event":${body},"tickets":${beside},"map":${map}}`;
}

function whenAndWhere(event: EventView): string {
  const where = whereOf(event);
  if (event.tbdDate || event.start_epoc === null) return where;
  const when = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    ...(event.is_all_day ? {} : { timeStyle: 'short' as const }),
    timeZone: event.time_zone,
  }).format(event.start_epoc * 1000);
  return where === '' ? when : `${when}, ${where}`;
}

const MODES = {
  in_person: 'https://schema.org/OfflineEventAttendanceMode',
  virtual: 'https://schema.org/OnlineEventAttendanceMode',
  both: 'https://schema.org/MixedEventAttendanceMode',
} as const;

/** An event in the words of schema.org, for search engines: https://schema.org/Event. */
function thingOf(
  event: EventView,
  { words, tickets }: { words: string; tickets: Sold },
  origin: string,
): object | undefined {
  // Schema.org requires a start.
  if (event.tbdDate || event.start_epoc === null) return undefined;
  const url = `${origin}/${event.alias}`;
  const image = ogImageOf(event.cover);
  const dateOf = (seconds: number) => dateIn(seconds, event.time_zone, event.is_all_day);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: words || undefined,
    startDate: dateOf(event.start_epoc),
    // The last day itself: theirs is inclusive.
    endDate: event.end_epoc === null ? undefined : dateOf(event.is_all_day ? event.end_epoc - 1 : event.end_epoc),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: MODES[event.attend_type],
    location: locationOf(event, url),
    image: image === null ? undefined : [`${origin}${image}`],
    organizer: organiserOf(event, origin),
    offers: tickets.data.length === 0 ? undefined : tickets.data.map((ticket) => offerOf(ticket, url)),
    url,
  };
}

/** The first page of an event's tickets, as the page asks for it. */
type Sold = {
  data: {
    name: string;
    price: number;
    currency: string | null;
    fee: number;
    fee_bearer: 'buyer' | 'host';
    left: number | null;
  }[];
};

/** A ticket at the price that is paid for it: with a fee that the buyer must pay. */
function offerOf({ name, price, currency, fee, fee_bearer, left }: Sold['data'][number], url: string): object {
  const total = fee_bearer === 'buyer' ? price + fee : price;
  const decimals = currency === null ? 0 : decimalsOf(currency);
  return {
    '@type': 'Offer',
    name,
    price: (total / 10 ** decimals).toFixed(decimals),
    priceCurrency: currency ?? undefined,
    availability: `https://schema.org/${left === 0 ? 'SoldOut' : 'InStock'}`,
    url,
  };
}

function locationOf(event: EventView, url: string): object | object[] | undefined {
  const online = { '@type': 'VirtualLocation', url };
  if (event.attend_type === 'virtual') return online;
  const { location } = event;
  const name = event.attend_type_details.in_person_address || location?.description || location?.locality;
  if (event.tbdLocation || !name) return event.attend_type === 'both' ? online : undefined;
  const place = {
    '@type': 'Place',
    name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: event.attend_type_details.in_person_address || location?.description || undefined,
      addressLocality: location?.locality || undefined,
      addressRegion: location?.administrative_area_level_1 || undefined,
      addressCountry: location?.country || undefined,
    },
    geo: location?.latLng
      ? { '@type': 'GeoCoordinates', latitude: location.latLng.lat, longitude: location.latLng.lng }
      : undefined,
  };
  return event.attend_type === 'both' ? [place, online] : place;
}

function organiserOf({ server, hosts }: EventView, origin: string): object | undefined {
  if (server) return { '@type': 'Organization', name: server.name, url: `${origin}/${server.slug}` };
  const host = hosts.find(({ isCreator }) => isCreator) ?? hosts[0];
  return host && { '@type': 'Person', name: `${host.firstName} ${host.lastName}`.trim() };
}

/** With the zone's offset at that moment; of whole days the date alone. */
function dateIn(seconds: number, timeZone: string, wholeDay: boolean): string {
  const there = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(timeZone);
  if (wholeDay) return there.toPlainDate().toString();
  return there.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}
