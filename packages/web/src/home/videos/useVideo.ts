import { type Video, videoOf } from '@folkmoot/contract/core/links/videos.ts';
import { getVideoSettings } from '@folkmoot/contract/home/api.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';

/** What the operator says of videos: asked for once in a page's life. */
export function useVideoSettings(wanted: boolean) {
  return useQuery({
    ...apiQuery(getVideoSettings, {}),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** Addresses that only the operator's own hosts can tell about look like this. */
const MAYBE_OTHER = /\/(w|videos\/(watch|embed))\//;

/** The video that an address leads to, or null. The operator's hosts are asked for only where they could matter. */
export function useVideo(address: string): Video | null {
  const known = address === '' ? null : videoOf(address);
  const hosts = useVideoSettings(known === null && MAYBE_OTHER.test(address))?.hosts;
  return known ?? (hosts ? videoOf(address, hosts) : null);
}
