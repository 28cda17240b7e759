import { ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import type { Db } from '../core/db/db.ts';
import { headHtml, type Product } from '../core/http/pages/page-meta.ts';
import type { Named } from './aliases-store.ts';
import { findCommunity } from './store.ts';

/** The head of a public community's page. Other communities reveal nothing. */
export async function communityHead(db: Db, named: Named, product: Product): Promise<string | undefined> {
  const community = await findCommunity(db, named.resource_id, undefined);
  if (community?.visibility !== 'public') return undefined;
  const { name, description, cover, slug } = community;
  return headHtml({ title: name, description, path: `/${slug}`, image: ogImageOf(cover), type: 'website' }, product);
}
