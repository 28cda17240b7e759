import { createHmac, hkdfSync } from 'node:crypto';
import type { Act, Page } from '@folkmoot/contract/telemetry/rules.ts';
import type { Clock } from '../core/clock.ts';
import { addressKey } from '../core/http/address.ts';
import type { Log } from '../core/log.ts';
import type { UsageService } from '../core/telemetry/telemetry-settings.ts';
import { VERSION } from '../core/version.ts';

/** A page that was opened or something that was done, by a visitor of that day. */
export type Use = { visitor: string; at: Date } & ({ page: Page } | { act: Act });

export type Usage = {
  /** Who it is today: a hash of the address and the browser, with another key every day. Neither is kept longer than until the next batch. */
  visitorOf(ip: string, browser: string): string;
  note(use: Use): void;
  /** Whether this batch is full: further uses are not counted until the next one. */
  isFull(): boolean;
  /** Sends what has been noted. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const EVERY_MS = 5000;
const PATIENCE_MS = 5000;
/** What is noted while the service is slow or away; what comes after is not counted. */
const MOST = 1000;
/** Umami takes them one at a time. */
const AT_ONCE = 4;
/** Umami ignores programs that do not call themselves a browser. */
const AGENT = `Mozilla/5.0 (X11; Linux x86_64) Folkmoot/${VERSION}`;

type Parts = { secret: string; clock: Clock; log: Pick<Log, 'warn'>; appUrl: () => string };

/**
 * Notes how the product is used, in memory, and sends it to the operator's service in batches. Nothing is kept for later: while the
 * service is down, what happens is not counted.
 */
export function createUsage(service: UsageService, { secret, clock, log, appUrl }: Parts): Usage {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot:usage', 32));
  let today = { day: '', key };
  // Hashing takes longer than all else that is done about a call, and people do several things within a batch.
  const visitors = new Map<string, string>();
  let noted: Use[] = [];
  let sending: Promise<void> | undefined;
  const send = service.kind === 'posthog' ? toPostHog(service, appUrl) : toUmami(service, appUrl);
  const flush = (): Promise<void> => {
    if (sending) return sending;
    const batch = noted;
    visitors.clear();
    if (batch.length === 0) return Promise.resolve();
    noted = [];
    sending = send(batch)
      .catch((error: Error) => log.warn({ reason: error.message, lost: batch.length }, 'usage could not be sent'))
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };
  const timer = setInterval(flush, EVERY_MS).unref();
  return {
    visitorOf(ip, browser) {
      const day = clock.now().toISOString().slice(0, 10);
      if (day !== today.day) {
        today = { day, key: createHmac('sha256', key).update(day).digest() };
        visitors.clear();
      }
      const who = `${addressKey(ip)}\n${browser}`;
      const known = visitors.get(who);
      if (known) return known;
      const visitor = createHmac('sha256', today.key).update(who).digest('hex').slice(0, 32);
      if (visitors.size < MOST) visitors.set(who, visitor);
      return visitor;
    },
    note(use) {
      if (noted.length < MOST) noted.push(use);
    },
    isFull: () => noted.length >= MOST,
    flush,
    async stop() {
      clearInterval(timer);
      await sending;
      await flush();
    },
  };
}

type Send = (uses: readonly Use[]) => Promise<void>;

/** https://posthog.com/docs/api/capture: one call for all. No profile is made of anybody, and nobody is placed on a map. */
function toPostHog({ url, key }: UsageService & { kind: 'posthog' }, appUrl: () => string): Send {
  return async (uses) => {
    const batch = uses.map((use) => ({
      event: 'page' in use ? '$pageview' : use.act,
      timestamp: use.at.toISOString(),
      properties: {
        distinct_id: use.visitor,
        ...('page' in use && { $current_url: `${appUrl()}${use.page}`, $pathname: use.page }),
        ...{ $process_person_profile: false, $geoip_disable: true, $ip: '0.0.0.0', $lib: 'folkmoot' },
      },
    }));
    await post(`${url}/batch/`, { api_key: key, batch });
  };
}

/** https://umami.is/docs/api/sending-stats: a call for each. */
function toUmami({ url, websiteId }: UsageService & { kind: 'umami' }, appUrl: () => string): Send {
  return async (uses) => {
    const { hostname } = new URL(appUrl());
    const left = uses.map((use) => ({
      type: 'event',
      payload: {
        ...{ website: websiteId, hostname, id: use.visitor, timestamp: Math.floor(use.at.getTime() / 1000) },
        ...('page' in use ? { url: use.page } : { url: '/', name: use.act }),
      },
    }));
    // The first one that fails ends all: the service is away, and the rest would wait for it one by one.
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await post(`${url}/api/send`, next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => left.splice(0));
  };
}

/** @throws if the service does not take it in time. */
async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': AGENT },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
}
