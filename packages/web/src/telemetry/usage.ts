import { reportUsage } from '@folkmoot/contract/telemetry/api.ts';
import { isPage } from '@folkmoot/contract/telemetry/rules.ts';
import type { UsageReport } from '@folkmoot/contract/telemetry/schema.ts';
import { router } from '../routes.tsx';
import { notedBy } from './note-use.ts';
import { objects } from './objections.ts';

/** What a server takes in one call (`LIMITS.reports`), and how long a page waits for more, in milliseconds. */
const MOST = 20;
const WAIT_MS = 2000;

/** The route of what is on the screen, as the router writes it: `/channel/$channelId`. */
export function routeShown(): string {
  const path = router.state.matches.at(-1)?.fullPath ?? '';
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** Reports each page that is opened by its route. What cannot be sent is lost. */
export function countUsage(): void {
  if (objects()) return;
  let noted: UsageReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const reports = noted;
    noted = [];
    if (reports.length > 0)
      navigator.sendBeacon(reportUsage.path, new Blob([JSON.stringify({ reports })], { type: 'application/json' }));
  };
  const note = (report: UsageReport) => {
    noted.push(report);
    if (noted.length === MOST) send();
    else timer ??= setTimeout(send, WAIT_MS);
  };
  notedBy(note);
  let last = '';
  const look = () => {
    const page = routeShown();
    // Only another address is another page: a filter or a tab of the same one is not.
    if (location.pathname === last || !isPage(page)) return;
    last = location.pathname;
    note({ page });
  };
  look();
  router.subscribe('onResolved', look);
  addEventListener('appinstalled', () => note({ act: 'app_installed' }));
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
}
