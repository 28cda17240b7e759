import { frameOrigins } from '@folkmoot/contract/core/links/videos.ts';
import type { Config } from '../config.ts';

type Known = Pick<Config, 's3' | 'stock' | 'stripe' | 'maps' | 'videos' | 'errors' | 'support'>;

/** Stripe's script and the frames that it makes, as https://docs.stripe.com/security/guide names them. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/** What paying needs: the card fields of a stand-in in a frame, or Stripe's own; nothing where payments are not set up. */
function payingWith(stripe: Known['stripe']): typeof STRIPE {
  if (!stripe) return { scripts: [], frames: [], calls: [] };
  return stripe.url === undefined ? STRIPE : { scripts: [], frames: [new URL(stripe.url).origin], calls: [] };
}

/**
 * Scripts only from ourselves, and from Stripe where it takes payments. Styles may be inline: Mantine computes some per element;
 * docs/decisions. If a bucket holds the files, browsers send them to it and get them from it; stock photos come from the service, as
 * it requires, and maps from the operator's. Videos play in frames of their own hosts, and only once somebody has asked for one. Reports of errors go to the
 * operator's service, and the chat with support is a frame of its own site.
 */
export function cspFor(config: Known) {
  const stock = config.stock?.pictures ?? [];
  const bucket = config.s3 ? [new URL(config.s3.endpoint).origin] : [];
  const maps = config.maps?.origins ?? [];
  const reports = config.errors ? [new URL(config.errors.dsn).origin] : [];
  const { chat } = config.support ?? {};
  const support = chat?.kind === 'chatwoot' ? [new URL(chat.url).origin] : [];
  const paying = payingWith(config.stripe);
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...paying.scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...bucket, ...stock, ...maps],
    mediaSrc: ["'self'", 'blob:', ...bucket],
    // The decoder of HEIC pictures makes its worker from its own text; docs/decisions/013.
    workerSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    frameSrc: ["'self'", ...paying.frames, ...frameOrigins(config.videos.hosts), ...support],
    // 'self' covers the socket too (CSP level 3).
    connectSrc: ["'self'", ...bucket, ...stock, ...maps, ...paying.calls, ...reports],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  };
}

/** What our pages may ask of the browser: the person's location, for events nearby, and their wallet where Stripe takes payments. */
export function permissionsFor({ stripe }: Pick<Known, 'stripe'>): string {
  const wallet = stripe && stripe.url === undefined ? '(self "https://js.stripe.com")' : '()';
  return [
    'geolocation=(self)',
    `payment=${wallet}`,
    ...['accelerometer', 'camera', 'display-capture', 'gyroscope', 'magnetometer', 'microphone', 'midi'].map(none),
    ...['serial', 'usb', 'hid', 'xr-spatial-tracking', 'browsing-topics'].map(none),
  ].join(', ');
}

function none(feature: string): string {
  return `${feature}=()`;
}
