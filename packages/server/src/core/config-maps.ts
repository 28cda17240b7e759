import { z } from 'zod';
import { ConfigError, isLoopback } from './config-checks.ts';

/** What browsers can fetch from a page that is encrypted itself. */
const isReachable = (url: string) => {
  const { protocol, hostname, username } = new URL(url);
  // The name goes into a header, where other characters would mean something else.
  return username === '' && /^[\w.*:[\]-]+$/.test(hostname) && (protocol === 'https:' || isLoopback(hostname));
};
const REACHABLE = 'must begin with https:// and the name of a host, or be an address of this machine, and name no user';

const StyleUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isReachable, REACHABLE)
  .optional();

/** The settings of maps. */
export const MAPS_SHAPE = {
  MAP_STYLE_URL: StyleUrl,
  MAP_STYLE_DARK_URL: StyleUrl,
  MAP_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== ''))
    .pipe(
      z.array(
        z
          .url({ protocol: /^https?$/, abort: true })
          .refine(isReachable, REACHABLE)
          .transform((url) => new URL(url).origin),
      ),
    ),
};

export type MapSettings = {
  /** The address of a style for MapLibre, and of the one for dark screens. */
  style: string;
  darkStyle: string | null;
  /** Whom browsers ask for the map: the style's origin first, then those of its tiles, letters and icons. */
  origins: readonly string[];
};

/**
 * The service that events' maps come from, if its style is set.
 *
 * @throws ConfigError if the other settings are set without it, or if other people's browsers could not reach it.
 */
export function mapsOf(set: z.infer<z.ZodObject<typeof MAPS_SHAPE>>, isPublic: boolean): MapSettings | undefined {
  const { MAP_STYLE_URL: style, MAP_STYLE_DARK_URL: darkStyle, MAP_ORIGINS } = set;
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach one is described in .env.example.`);
  if (style === undefined) {
    if (darkStyle === undefined && MAP_ORIGINS.length === 0) return undefined;
    throw wrong('MAP_STYLE_DARK_URL and MAP_ORIGINS are only used with MAP_STYLE_URL, which is missing.');
  }
  const addresses = [style, ...(darkStyle === undefined ? [] : [darkStyle]), ...MAP_ORIGINS];
  const origins = [...new Set(addresses.map((url) => new URL(url).origin))];
  if (isPublic && origins.some((origin) => isLoopback(new URL(origin).hostname)))
    throw wrong('MAP_STYLE_URL, MAP_STYLE_DARK_URL and MAP_ORIGINS must be addresses that other people can reach.');
  return { style, darkStyle: darkStyle ?? null, origins };
}
