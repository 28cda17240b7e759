import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { createContext, use } from 'react';

/** What live sections of a page show, and whether they are shown to an editor, who also sees the empty ones. */
export type PageLive = Pick<HomeView, 'nextEvents' | 'newMembers' | 'faqs' | 'people'> & {
  alias: string;
  editing: boolean;
};

export const PageLiveContext = createContext<PageLive | undefined>(undefined);

/** What live sections show; only inside a page. */
export function usePageLive(): PageLive {
  const live = use(PageLiveContext);
  if (!live) throw new Error('usePageLive is used outside a page');
  return live;
}

/** Whether a section shows anything: visitors see nothing of an empty one. */
export function isEmpty(
  section: HomeView['sections'][number],
  live: Pick<PageLive, 'nextEvents' | 'newMembers' | 'faqs'>,
) {
  if (section.sectionType === 'NextEvents') return live.nextEvents.length === 0;
  if (section.sectionType === 'NewMembers') return live.newMembers.length === 0;
  return section.sectionType === 'Faq' && live.faqs.length === 0;
}
