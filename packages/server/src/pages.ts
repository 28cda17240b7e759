import { TICKET_PAGE } from '@folkmoot/contract/tickets/schema.ts';
import { communityHead } from './communities/pages-actions.ts';
import { findAlias } from './communities/store.ts';
import type { Db } from './core/db.ts';
import type { Product } from './core/head.ts';
import { eventHead } from './events/pages-actions.ts';
import { listTickets } from './tickets/store.ts';

/** The head of a page that other programs unfold: an event's or a community's, where everybody may see it. */
export async function headOf(db: Db, path: string, product: Product): Promise<string | undefined> {
  const alias = /^\/([^/]+)\/?$/.exec(path)?.[1];
  const named = alias === undefined ? undefined : await findAlias(db, decodeAlias(alias));
  if (!named) return undefined;
  if (named.resource_type === 'community') return communityHead(db, named, product);
  const tickets = () => listTickets(db, named.resource_id, { page: 1, limit: TICKET_PAGE });
  return eventHead(db, named, product, tickets);
}

function decodeAlias(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
