import { readWebAddress } from './addresses.ts';

/** What a program reads an address with, in browsers and in Node. */
declare const URL: new (
  address: string,
) => {
  protocol: string;
  host: string;
  hostname: string;
  pathname: string;
  search: string;
  searchParams: { get(name: string): string | null };
};

export const VIDEO_PROVIDERS = ['youtube', 'vimeo', 'peertube'] as const;
export type VideoProvider = (typeof VIDEO_PROVIDERS)[number];

/** A video elsewhere: what its frame is made from, and nothing of what was typed. */
export type Video = {
  provider: VideoProvider;
  id: string;
  /** The host that plays it; named before anything is asked of it. */
  host: string;
  /** Of a Vimeo video that is not listed. */
  hash?: string | undefined;
};

/** The hosts of frames that need no setting. */
export const PLAYERS = { youtube: 'www.youtube-nocookie.com', vimeo: 'player.vimeo.com' } as const;

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);
const VIMEO_ID = /^\d{6,12}$/;
const VIMEO_HASH = /^[0-9a-f]{6,20}$/;
/** A UUID, or its short form. */
const PEERTUBE_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9A-HJ-NP-Za-km-z]{22})$/;

/**
 * The video that an address leads to, or null if it leads to none that we can show.
 *
 * @param hosts the operator's `VIDEO_HOSTS`: servers of PeerTube.
 */
export function videoOf(address: string, hosts: readonly string[] = []): Video | null {
  const read = readWebAddress(address);
  if (read === null) return null;
  const url = new URL(read);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (url.host !== url.hostname && !hosts.includes(url.host)) return null;
  if (url.hostname === 'youtu.be') return youtube(parts.length === 1 ? parts[0] : undefined);
  if (YOUTUBE_HOSTS.has(url.hostname)) {
    const named =
      ['embed', 'shorts', 'live', 'v'].includes(parts[0] ?? '') && parts.length === 2 ? parts[1] : undefined;
    return youtube(parts.length === 1 && parts[0] === 'watch' ? (url.searchParams.get('v') ?? undefined) : named);
  }
  if (VIMEO_HOSTS.has(url.hostname)) return vimeo(url.hostname, parts, url.searchParams.get('h'));
  return hosts.includes(url.host) ? peertube(url.host, parts) : null;
}

function youtube(id: string | undefined): Video | null {
  return id !== undefined && YOUTUBE_ID.test(id) ? { provider: 'youtube', id, host: PLAYERS.youtube } : null;
}

function vimeo(host: string, parts: string[], asked: string | null): Video | null {
  const [id = '', second, ...more] = host === 'player.vimeo.com' && parts[0] === 'video' ? parts.slice(1) : parts;
  const hash = second ?? asked ?? undefined;
  if (!VIMEO_ID.test(id) || more.length > 0 || (hash !== undefined && !VIMEO_HASH.test(hash))) return null;
  return { provider: 'vimeo', id, host: PLAYERS.vimeo, ...(hash === undefined ? {} : { hash }) };
}

function peertube(host: string, parts: string[]): Video | null {
  const path = parts.slice(0, -1).join('/');
  const id = parts.at(-1) ?? '';
  const isWatch = ['w', 'videos/watch', 'videos/embed'].includes(path);
  return isWatch && PEERTUBE_ID.test(id) ? { provider: 'peertube', id, host } : null;
}

/**
 * The address of the frame that plays a video, once somebody has clicked. It is made from the id alone. Give the frame
 * `referrerpolicy="strict-origin-when-cross-origin"`: without a referrer YouTube plays nothing (error 153).
 */
export function frameAddress({ provider, id, host, hash }: Video): string {
  const named = encodeURIComponent(id);
  if (provider === 'youtube') return `https://${PLAYERS.youtube}/embed/${named}?autoplay=1&rel=0`;
  if (provider === 'vimeo')
    return `https://${PLAYERS.vimeo}/video/${named}?dnt=1&autoplay=1${hash === undefined ? '' : `&h=${encodeURIComponent(hash)}`}`;
  return `https://${host}/videos/embed/${named}?autoplay=1&p2p=0`;
}

/** Where frames may come from. */
export function frameOrigins(hosts: readonly string[]): string[] {
  return [...Object.values(PLAYERS), ...hosts].map((host) => `https://${host}`);
}
