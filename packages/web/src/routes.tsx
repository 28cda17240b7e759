import { createRouter } from '@tanstack/react-router';
import { accounts, settingsRoute } from './accounts/routes.tsx';
import { blocks } from './blocks/routes.tsx';
import { channels } from './channels/routes.tsx';
import { communities, communitySettingsRoute } from './communities/routes.tsx';
import { aliasRoute, authRoute, frameRoute, rootRoute } from './core/routes.tsx';
import { events } from './events/routes.tsx';
import { personal } from './personal/routes.tsx';
import { registrations } from './registrations/routes.tsx';
import { search } from './search/routes.tsx';
import { shell } from './shell/routes.tsx';

/** Every address of the web client. Each slice names its own in its `routes.tsx`. */
const routeTree = rootRoute.addChildren([
  authRoute.addChildren([...accounts.auth]),
  ...communities.root,
  frameRoute.addChildren([
    ...shell.frame,
    ...communities.frame,
    ...channels.frame,
    ...personal.frame,
    ...events.frame,
    ...registrations.frame,
    ...search.frame,
    settingsRoute.addChildren([...accounts.settings, ...blocks.settings, ...events.settings]),
    aliasRoute.addChildren([
      ...communities.alias,
      ...channels.alias,
      communitySettingsRoute.addChildren([
        ...communities.communitySettings,
        ...channels.communitySettings,
        ...shell.communitySettings,
      ]),
    ]),
  ]),
]);

/** The router; `main.tsx` starts it. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
