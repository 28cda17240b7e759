import { createRouter } from '@tanstack/react-router';
import * as accounts from './accounts/routes.tsx';
import * as admission from './admission/routes.tsx';
import * as blocks from './blocks/routes.tsx';
import * as calendars from './calendars/routes.tsx';
import * as channels from './channels/routes.tsx';
import * as communities from './communities/routes.tsx';
import { aliasRoute, authRoute, frameRoute, rootRoute } from './core/routes.tsx';
import * as events from './events/routes.tsx';
import * as groups from './groups/routes.tsx';
import * as home from './home/routes.tsx';
import * as mailings from './mailings/routes.tsx';
import * as notifications from './notifications/routes.tsx';
import * as personal from './personal/routes.tsx';
import * as qna from './qna/routes.tsx';
import * as search from './search/routes.tsx';
import * as shell from './shell/routes.tsx';
import * as support from './support/routes.tsx';

/** Every address of the web client. Each slice names its own in its `routes.tsx`. */
const routeTree = rootRoute.addChildren([
  authRoute.addChildren([...accounts.inAuth]),
  ...communities.inRoot,
  ...qna.inRoot,
  frameRoute.addChildren([
    ...shell.inFrame,
    ...communities.inFrame,
    ...channels.inFrame,
    ...personal.inFrame,
    ...events.inFrame,
    ...calendars.inFrame,
    ...admission.inFrame,
    ...groups.inFrame,
    ...qna.inFrame,
    ...search.inFrame,
    accounts.settingsRoute.addChildren([
      ...accounts.inSettings,
      ...blocks.inSettings,
      ...communities.inSettings,
      ...notifications.inSettings,
      ...mailings.inSettings,
      ...shell.inSettings,
      ...events.inSettings,
      ...home.inSettings,
      ...support.inSettings,
    ]),
    aliasRoute.addChildren([
      ...shell.inAlias,
      ...communities.inAlias,
      ...channels.inAlias,
      ...calendars.inAlias,
      ...home.inAlias,
      communities.communitySettingsRoute.addChildren([
        ...communities.inCommunitySettings,
        ...channels.inCommunitySettings,
        ...shell.inCommunitySettings,
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
