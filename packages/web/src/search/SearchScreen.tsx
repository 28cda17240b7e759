import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { PlainLink } from '../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../ui/layout/Nav.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { FoundChannels } from './FoundChannels.tsx';
import { FoundMessages } from './FoundMessages.tsx';
import { FoundPeople } from './FoundPeople.tsx';
import { SearchBox } from './SearchBox.tsx';
import css from './search.module.css';
import { useResultKeys } from './useResultKeys.ts';

const route = getRouteApi('/frame/search');
const TABS = [
  { show: undefined, label: 'Messages' },
  { show: 'channels', label: 'Channels' },
  { show: 'people', label: 'People' },
] as const;

/** Searches messages, channels and people; the search is in the address bar. */
export function SearchScreen() {
  const { q = '', show } = route.useSearch();
  const results = useRef<HTMLDivElement>(null);
  const keys = useResultKeys(results);
  usePageTitle(q === '' ? 'Search' : `${q} · Search`);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between real links
    <div className={css.screen} onKeyDown={keys}>
      <PageHeader title="Search" />
      <SearchBox search={q} />
      <TabNav label="What to find">
        {TABS.map((tab) => (
          <PlainLink
            key={tab.label}
            to="/search"
            search={{ q: q || undefined, show: tab.show }}
            replace
            activeOptions={{ exact: true }}
            className={tabClass}
            {...(show === tab.show ? tabOn : {})}
          >
            {tab.label}
          </PlainLink>
        ))}
      </TabNav>
      <div className={css.scroll} ref={results}>
        {show === undefined && <FoundMessages search={q} />}
        {show === 'channels' && <FoundChannels search={q} />}
        {show === 'people' && <FoundPeople search={q} />}
      </div>
    </div>
  );
}
