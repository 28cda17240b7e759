import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { CommunityCard, Visibility } from './schema.ts';

/** How many communities can be featured, and how many of them come at once. */
export const FEATURED = { most: 24, page: 12 } as const;

/** A community that the owner of the installation has chosen to show first. */
export const FeaturedView = z.object({ featuredCommunityId: Id, community: CommunityCard });
export type FeaturedView = z.infer<typeof FeaturedView>;

/** The same for the owner of the installation, who also sees those that are not public any more. */
export const FeaturedRow = z.object({
  featuredCommunityId: Id,
  /** Of a secret community, only its id and the name that it had when it was featured. */
  community: z.object({
    id: Id,
    name: z.string(),
    logo: z.string().nullable(),
    visibility: Visibility,
    memberCount: z.int().nullable(),
  }),
});
export type FeaturedRow = z.infer<typeof FeaturedRow>;

export const NewFeatured = z.object({
  serverId: Id,
  /** Its place among the others, from 0; the last if this is absent or too large. */
  position: z.int().min(0).max(FEATURED.most).optional(),
});

export const refusals = {
  ownerOnly: refusal('communities.featured-owner-only', 403, 'Only the owner of this installation can do this.'),
  notPublic: refusal('communities.not-public', 422, 'Only public communities can be featured.', 'serverId'),
  full: refusal(
    'communities.featured-full',
    409,
    `${FEATURED.most} communities are featured, which is the most. Remove one first.`,
  ),
  listChanged: refusal(
    'communities.featured-changed',
    409,
    'The list has changed since you last saw it. Check it and try again.',
  ),
} as const;

/** What is wrong with an order, at its fields. */
export const ORDER_FAULTS = {
  twice: 'This community is in the list twice.',
  unknown: 'This community is not featured any more.',
  missing: 'A featured community is missing from the list.',
} as const;

/** All featured communities, by their `featuredCommunityId`. */
export const FeaturedOrder = z.object({
  order: z
    .array(Id)
    .max(FEATURED.most, `At most ${FEATURED.most} communities can be featured.`)
    .superRefine((ids, context) => {
      for (const [index, id] of ids.entries())
        if (ids.indexOf(id) < index) context.addIssue({ code: 'custom', path: [index], message: ORDER_FAULTS.twice });
    }),
});
