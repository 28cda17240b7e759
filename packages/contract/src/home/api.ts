import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { VideoSettings } from '../core/links/video-schema.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith } from '../core/page.ts';
import { Instant } from '../core/time.ts';
import { counted, PageQuery } from '../events/schema.ts';
import { refusals as media } from '../media/schema.ts';
import { FaqList, FaqsView, HomePage, HomeReportView, NewHomeReport, refusals } from './schema.ts';
import { DraftFields, DraftView, HomeView } from './sections-schema.ts';

/*
 * What a browser has to know. A 409 `home.stale` has the newer draft in `current` of the problem (a `DraftView`), and
 * `home.faqs-stale` the newer list (a `FaqsView`): show both, then save again with that version.
 */

export const getHome = endpoint('GET /api/v1/:serverId/server-sections', {
  who: 'public',
  perMinute: 600,
  summary:
    "A community's home with what its live blocks and FAQs show. Secret ones are 404 to people outside, private ones 403. `draft` and `history` need MANAGE_HOME.",
  query: z.object({
    view: HomePage.default('published'),
    /** Of a draft: live blocks as a visitor or a member sees them, for a preview. */
    as: z.enum(['visitor', 'member']).optional(),
  }),
  returns: z.object({ data: HomeView }),
  refuses: [refusals.private],
});

export const saveHome = endpoint('POST /api/v1/:serverId/server-sections', {
  who: 'member',
  needs: ['MANAGE_HOME'],
  perMinute: 120,
  summary: 'Replace the draft of the home. All wrong fields are reported at once: `sections.3.items.0.title`.',
  body: DraftFields,
  returns: doneWith(DraftView),
  refuses: [refusals.stale, refusals.tooLarge, media.pictureNotUsable],
});

export const publishHome = endpoint('POST /api/v1/:serverId/server-sections/publish', {
  who: 'member',
  needs: ['MANAGE_HOME'],
  perMinute: 30,
  summary: 'Publish this version of the draft. Idempotent.',
  body: z.object({ version: z.int().min(0) }),
  returns: doneWith(z.object({ version: z.int(), publishedAt: Instant })),
  refuses: [refusals.stale],
});

export const restoreHome = endpoint('POST /api/v1/:serverId/server-sections/restore', {
  who: 'member',
  needs: ['MANAGE_HOME'],
  perMinute: 30,
  summary:
    'Bring a published page back into the draft, by its version. With the version that is published now, this discards the draft.',
  body: z.object({
    version: z.int().min(0),
    /** The version of the draft that is to be replaced: refused if it is newer by now. */
    draftVersion: z.int().min(0).optional(),
  }),
  returns: doneWith(DraftView),
  refuses: [refusals.stale],
});

export const getFaqs = endpoint('GET /api/v1/:serverId/faqs', {
  who: 'public',
  perMinute: 600,
  summary: "A community's questions and answers, for everybody who may see its home.",
  returns: FaqsView,
  refuses: [refusals.private],
});

export const saveFaqs = endpoint('POST /api/v1/:serverId/faqs', {
  who: 'member',
  needs: ['MANAGE_HOME'],
  perMinute: 60,
  summary: 'Replace the questions and answers. They are shown at once.',
  body: FaqList,
  returns: doneWith(FaqsView),
  refuses: [refusals.faqsStale],
});

export const reportHome = endpoint('POST /api/v1/servers/:serverId/report', {
  who: 'signedIn',
  perMinute: 10,
  summary: "Report a community's home to the owner of the installation.",
  body: NewHomeReport,
  returns: Done,
  refuses: [refusals.private, refusals.ownHome],
});

const ReportsQuery = PageQuery.omit({ search: true });

export const listHomeReports = endpoint('GET /api/v1/home-reports', {
  who: 'signedIn',
  summary: 'Open reports of homes, oldest first, for the owner of the installation.',
  query: ReportsQuery,
  returns: counted(HomeReportView),
  refuses: [refusals.ownerOnly],
});

export const dismissHomeReport = endpoint('PUT /api/v1/home-reports/:reportId', {
  who: 'signedIn',
  summary: 'Answer a report of a home. The page stays as it is.',
  returns: Done,
  refuses: [refusals.ownerOnly],
});

export const getVideoSettings = endpoint('GET /api/v1/public/videos', {
  who: 'public',
  perMinute: 600,
  summary: "The operator's video hosts besides YouTube and Vimeo, and tutorial videos by screen.",
  returns: VideoSettings,
});

/** To members: another page is published, or the FAQs have changed; ask again. */
export const homeChanged = liveEvent('home.changed', z.object({ serverId: Id }));

/** To people who edit the home: the draft has this version now. */
export const homeDrafted = liveEvent('home.drafted', z.object({ serverId: Id, version: z.int() }));
