import { TICKET_PAGE } from '@folkmoot/contract/tickets/schema.ts';
import { communityHead } from './communities/pages-actions.ts';
import type { Db } from './core/db/db.ts';
import type { PageHead, Product } from './core/http/page-meta.ts';
import { createSingleFlight } from './core/single-flight.ts';
import { eventHead } from './events/page/pages-actions.ts';
import { findPageAt } from './events/store.ts';
import { ticketsBeside } from './tickets/store.ts';

const TICKETS = ticketsBeside({ page: 1, limit: TICKET_PAGE });

/** Heads of pages by path. They are the same for everybody, so concurrent requests share one lookup. */
export function createHeads(db: Db, product: () => Product): (path: string) => Promise<PageHead | undefined> {
  const once = createSingleFlight<PageHead | undefined>();
  return (path) => once(path, () => headOf(db, path, product()));
}

/** The head of a page that other programs preview: an event's or a community's, if everybody may see it. */
async function headOf(db: Db, path: string, product: Product): Promise<PageHead | undefined> {
  const alias = /^\/([^/]+)\/?$/.exec(path)?.[1];
  const named = alias === undefined ? undefined : await findPageAt(db, decodeAlias(alias), TICKETS);
  if (!named) return undefined;
  const isEvent = named.resource_type === 'event';
  const html = isEvent ? eventHead(named, product) : await communityHead(db, named, product);
  return html === undefined ? undefined : { html, ...(isEvent ? { screen: 'event' } : {}) };
}

function decodeAlias(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
