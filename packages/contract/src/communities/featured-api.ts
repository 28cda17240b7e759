import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Cursor, cursorPage, Done, doneWith } from '../core/page.ts';
import { FEATURED, FeaturedOrder, FeaturedRow, FeaturedView, NewFeatured, refusals } from './featured-schema.ts';

export const listFeatured = endpoint('GET /api/v1/servers/feature/community', {
  who: 'public',
  summary: `Featured communities that are public, in the order of the installation's owner, ${FEATURED.page} per page.`,
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(FeaturedView),
});

export const listAllFeatured = endpoint('GET /api/v1/servers/feature/community/all', {
  who: 'signedIn',
  summary:
    'All featured communities, also those that are not public any more and therefore not shown: for the owner of the installation.',
  returns: z.object({ data: z.array(FeaturedRow) }),
  refuses: [refusals.ownerOnly],
});

export const featureCommunity = endpoint('POST /api/v1/servers/feature/community', {
  who: 'signedIn',
  perMinute: 60,
  summary: `Feature a public community, for the owner of the installation; ${FEATURED.most} at most. Idempotent.`,
  body: NewFeatured,
  returns: doneWith(FeaturedRow),
  refuses: [refusals.ownerOnly, refusals.notPublic, refusals.full],
});

export const orderFeatured = endpoint('PATCH /api/v1/servers/feature/community', {
  who: 'signedIn',
  perMinute: 120,
  summary:
    'Put the featured communities in order: all of them, by `featuredCommunityId`. For the owner of the installation.',
  body: FeaturedOrder,
  returns: Done,
  refuses: [refusals.ownerOnly, refusals.listChanged],
});

export const removeFeatured = endpoint('DELETE /api/v1/servers/feature/community', {
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Stop featuring one community; without `featuredCommunityId`, all of them. Idempotent. For the owner of the installation.',
  // A misspelled name must not remove them all.
  query: z.strictObject(
    { featuredCommunityId: Id.optional() },
    { error: ({ code }) => (code === 'unrecognized_keys' ? 'Only featuredCommunityId can be sent here.' : undefined) },
  ),
  returns: Done,
  refuses: [refusals.ownerOnly],
});
