import { z } from 'zod';
import { ConfigError } from './config-checks.ts';

/** The settings of writing with AI. */
export const WRITING_SHAPE = {
  AI_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => new URL(url).username === '', 'must name no user; the key goes into AI_KEY')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  AI_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  AI_DAILY: z.coerce.number().int().min(0).max(1_000_000).default(500),
};

export type WritingSettings = {
  /** Without a slash at its end; `/chat/completions` is behind it. */
  url: string;
  key: string | undefined;
  model: string;
  /** Texts in a day, for everybody together. */
  daily: number;
};

/**
 * The service that writes descriptions, if its address is set.
 *
 * @throws ConfigError if no model is named, or a key or a model stands alone.
 */
export function writingOf(set: z.infer<z.ZodObject<typeof WRITING_SHAPE>>): WritingSettings | undefined {
  const { AI_URL: url, AI_KEY: key, AI_MODEL: model, AI_DAILY: daily } = set;
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach one is described in .env.example.`);
  if (url === undefined) {
    if (key === undefined && model === undefined) return undefined;
    throw wrong('AI_KEY and AI_MODEL are only used with AI_URL, which is missing.');
  }
  if (model === undefined) throw wrong('AI_URL needs AI_MODEL, the name of the model that writes.');
  return { url, key, model, daily };
}
