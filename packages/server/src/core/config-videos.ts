import { type Video, videoOf } from '@folkmoot/contract/core/links/videos.ts';
import { z } from 'zod';
import { ConfigError, isLoopback } from './config-checks.ts';

const listed = (value: string) => value.split(/[\s,]+/).filter((one) => one !== '');

/** A name with a dot in it, and maybe a port: it goes into a header. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](?::\d{1,5})?$/;

/** The settings of videos. */
export const VIDEOS_SHAPE = {
  VIDEO_HOSTS: z
    .string()
    .default('')
    .transform((value) => listed(value.toLowerCase()))
    .pipe(z.array(z.string().regex(HOST, 'must be names of hosts, such as tube.example.org, without https://'))),
  TUTORIAL_VIDEOS: z
    .string()
    .default('')
    .transform(listed)
    .pipe(
      z.array(z.string().regex(/^[a-z][a-z-]*=\S+$/, 'must look like home=https://youtu.be/…, one for each screen')),
    ),
};

export type VideoConfig = {
  /** Servers of PeerTube whose videos are shown as YouTube's and Vimeo's are. */
  hosts: readonly string[];
  /** The video that explains a screen, by the screen's name. */
  tutorials: Readonly<Record<string, Video>>;
};

/**
 * Whose videos are shown, and which one explains a screen.
 *
 * @throws ConfigError if a tutorial is no video of these hosts, or if other people's browsers could not reach a host.
 */
export function videosOf(set: z.infer<z.ZodObject<typeof VIDEOS_SHAPE>>, isPublic: boolean): VideoConfig {
  const hosts = set.VIDEO_HOSTS;
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach setting is described in .env.example.`);
  if (isPublic && hosts.some((host) => isLoopback(host.replace(/:\d+$/, ''))))
    throw wrong('VIDEO_HOSTS must be hosts that other people can reach.');
  const tutorials = set.TUTORIAL_VIDEOS.map((one) => {
    const [screen = '', address = ''] = [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)];
    const video = videoOf(address, hosts);
    if (video === null)
      throw wrong(`TUTORIAL_VIDEOS: ${address} is not the address of a video on YouTube, Vimeo or one of VIDEO_HOSTS.`);
    return [screen, video] as const;
  });
  return { hosts, tutorials: Object.fromEntries(tutorials) };
}
