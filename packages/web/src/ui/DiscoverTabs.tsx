import { PlainLink } from './links.tsx';
import { TabNav, tabClass, tabOn } from './Nav.tsx';

/** Between the two things there are to discover. */
export function DiscoverTabs() {
  return (
    <TabNav label="Discover">
      <PlainLink to="/discover" className={tabClass} activeOptions={{ includeSearch: false }} activeProps={tabOn}>
        Communities
      </PlainLink>
      <PlainLink
        to="/events/discover"
        className={tabClass}
        activeOptions={{ includeSearch: false }}
        activeProps={tabOn}
      >
        Events
      </PlainLink>
    </TabNav>
  );
}
