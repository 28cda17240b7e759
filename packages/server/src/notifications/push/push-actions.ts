import { createECDH, hkdfSync } from 'node:crypto';
import type { PushMessage } from '@folkmoot/contract/notifications/schema.ts';
import webPush from 'web-push';
import type { Config } from '../../core/config.ts';
import type { Device, Outcome } from './devices-store.ts';

/** The push services of the browsers that have one, by the end of their host names. */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/** Milliseconds for one push service to answer. */
const PATIENCE = 10_000;
/** Pushes on their way at the same time. */
const AT_ONCE = 8;
/** Seconds for which a push service keeps a push for a browser that is offline. */
const KEPT = 24 * 3600;

export type Push = {
  /** The key with which browsers subscribe (VAPID, RFC 8292), as base64url. */
  readonly publicKey: string;
  /** Whether this is an address of a push service that we send to: addresses come from browsers, which may lie. */
  isKnown(endpoint: string): boolean;
  /** Sends a message, encrypted for each browser (RFC 8291), and says what became of it. */
  send(to: readonly { device: Device; message: PushMessage }[]): Promise<Outcome[]>;
};

/** Speaks to push services (RFC 8030). Its keys follow from the secret, so that all processes have the same. */
export function createPush({
  authSecret,
  mailFrom,
  pushServices,
}: Pick<Config, 'authSecret' | 'mailFrom' | 'pushServices'>): Push {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from(hkdfSync('sha256', authSecret, '', 'folkmoot:push', 32)));
  const vapidDetails = {
    subject: `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`,
    publicKey: keys.getPublicKey('base64url'),
    privateKey: keys.getPrivateKey('base64url'),
  };

  const sendOne = async (device: Device, message: PushMessage): Promise<Outcome> => {
    const { endpoint, p256dh, auth } = device;
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: KEPT, urgency: 'high' },
      );
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      });
      await answer.body?.cancel();
      if (answer.ok) return { device, was: 'reached' };
      return { device, was: answer.status === 404 || answer.status === 410 ? 'gone' : 'failed' };
    } catch {
      return { device, was: 'failed' };
    }
  };

  return {
    publicKey: vapidDetails.publicKey,
    isKnown(endpoint) {
      const url = URL.parse(endpoint);
      if (url === null || url.username !== '' || url.password !== '') return false;
      if (pushServices.includes(url.origin)) return true;
      const known = KNOWN.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
      return known && url.protocol === 'https:' && url.port === '';
    },
    async send(to) {
      const outcomes: Outcome[] = [];
      for (let at = 0; at < to.length; at += AT_ONCE)
        outcomes.push(
          ...(await Promise.all(to.slice(at, at + AT_ONCE).map((one) => sendOne(one.device, one.message)))),
        );
      return outcomes;
    },
  };
}

/** Whether a browser's public key is a point of the curve, as messages to it are encrypted with it. */
export function isPoint(p256dh: string): boolean {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
