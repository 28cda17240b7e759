import { z } from 'zod';
import { VIDEO_PROVIDERS } from './videos.ts';

export const VideoView = z.object({
  provider: z.enum(VIDEO_PROVIDERS),
  id: z.string(),
  host: z.string(),
  hash: z.string().optional(),
});

/** The operator's choice: whose videos are shown beside YouTube's and Vimeo's, and which one explains a screen. */
export const VideoSettings = z.object({
  hosts: z.array(z.string()),
  /** By the name of the screen; one that is missing has no button. */
  tutorials: z.record(z.string(), VideoView),
});
export type VideoSettings = z.infer<typeof VideoSettings>;
