import { PlainLink } from './links.tsx';
import { TabNav, tabClass, tabOn } from './Nav.tsx';

/** Between the two things there are to discover. The start page shows a visitor the first of them. */
export function DiscoverTabs({ on }: { on: 'communities' | 'events' }) {
  return (
    <TabNav label="Discover">
      <PlainLink to="/discover" className={tabClass} {...(on === 'communities' ? tabOn : {})}>
        Communities
      </PlainLink>
      <PlainLink to="/events/discover" className={tabClass} {...(on === 'events' ? tabOn : {})}>
        Events
      </PlainLink>
    </TabNav>
  );
}
