import { ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import type { Db } from '../core/db/db.ts';
import { headHtml, memoize, type PageHead, type Product } from '../core/http/pages/page-meta.ts';
import type { Named } from './aliases-store.ts';
import { findCommunity } from './store.ts';

/** What the home of a public community shows to visitors: the answer that its page asks for, as JSON, and what it is to search engines. */
export type HomeOnPage = (db: Db, serverId: string) => Promise<{ answer: string; thing: () => object | undefined }>;

/** The head of a public community's page, with the answers that the page asks for first. Other communities reveal nothing. */
export async function communityHead(
  db: Db,
  named: Named,
  product: Product,
  homeOnPage: HomeOnPage,
): Promise<PageHead | undefined> {
  const community = await findCommunity(db, named.resource_id, undefined);
  if (community?.visibility !== 'public') return undefined;
  const { name, description, cover, slug } = community;
  const { answer, thing } = await homeOnPage(db, community.id);
  // Without `alias`, by which the web client knows an event.
  const answers = `{"community":${JSON.stringify(community)},"home":${answer}}`;
  const facts = {
    title: name,
    description,
    path: `/${slug}`,
    image: ogImageOf(cover),
    type: 'website' as const,
    answers,
  };
  // A shared link sends many visitors to the same page, and few to any other, so its head is memoized.
  const html = memoize(`${product.origin} ${answers}`, () => headHtml({ ...facts, thing: thing() }, product));
  return { html, path: `/${slug}`, answers };
}
