import { canSeeFaqs, peopleOf } from '@folkmoot/contract/home/rules.ts';
import type { HomeView, SectionFields } from '@folkmoot/contract/home/sections-schema.ts';
import type { Db } from '../core/db/db.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import type { AppContext } from '../core/slice.ts';
import { pictureViews } from '../media/home-pictures-actions.ts';
import { picturesIn, withPictures } from './actions.ts';
import { countMembersAmong, findBeside } from './live-store.ts';
import type { HomeRow } from './store.ts';

/** How long the number of people online is remembered, in milliseconds: nobody needs it to the second. */
const ONLINE_MS = 15_000;
/** Communities whose number is remembered. */
const REMEMBERED = 1000;

/** How many members of a community are online. */
export type CountOnline = (tx: Db, serverId: string, now: Date) => Promise<number>;

export function createCountOnline({ listOnline }: Pick<AppContext, 'listOnline'>): CountOnline {
  const known = new Map<string, { count: number; until: number }>();
  const counting = createSingleFlight<number>();
  const listing = createSingleFlight<readonly string[]>();
  let everybody: { people: readonly string[]; until: number } | undefined;
  /** Everybody who is online here, which is the same for all communities. */
  const online = async (at: number) => {
    if (everybody && everybody.until > at) return everybody.people;
    return listing('all', async () => {
      const people = await listOnline();
      everybody = { people, until: at + ONLINE_MS };
      return people;
    });
  };
  return async (tx, serverId, now) => {
    const at = now.getTime();
    const before = known.get(serverId);
    if (before && before.until > at) return before.count;
    return counting(serverId, async () => {
      const people = await online(at);
      const count = people.length === 0 ? 0 : await countMembersAmong(tx, serverId, people);
      known.delete(serverId);
      known.set(serverId, { count, until: at + ONLINE_MS });
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      return count;
    });
  };
}

/** Who looks at live blocks: nobody's blocks and roles count for a visitor. */
export type Looking = { as: 'visitor' | 'member' | 'editor'; viewerId: string | undefined };

/**
 * Sections with what their live blocks, FAQs and cards show to this viewer. The number of statements does not depend on that of
 * the sections.
 */
export async function shownView(
  tx: Db,
  { home, sections, looking, now }: { home: HomeRow; sections: readonly SectionFields[]; looking: Looking; now: Date },
  countOnline: CountOnline,
): Promise<Pick<HomeView, 'sections' | 'nextEvents' | 'newMembers' | 'faqs' | 'faqsVersion' | 'people' | 'online'>> {
  const { serverId } = home;
  const { viewerId } = looking;
  const has = (type: SectionFields['sectionType']) => sections.some(({ sectionType }) => sectionType === type);
  const wanted = {
    ...{ serverId, viewerId, events: has('NextEvents'), members: has('NewMembers') },
    pictures: picturesIn(sections),
    people: [...new Set(sections.flatMap(peopleOf))],
  };
  const { pictures, ...beside } = await findBeside(tx, wanted, now);
  return {
    ...beside,
    sections: withPictures(sections, pictureViews(pictures), looking.as === 'editor'),
    faqs: looking.as === 'editor' || has('Faq') ? home.faqs : [],
    faqsVersion: home.faqsVersion,
    online: await countOnline(tx, serverId, now),
  };
}

/** The FAQs that somebody gets who asks for them alone. */
export function faqsFor(home: HomeRow, reader: 'visitor' | 'member' | 'editor') {
  return { data: canSeeFaqs(home.published, reader) ? home.faqs : [], version: home.faqsVersion };
}
