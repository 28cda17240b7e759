import { z } from 'zod';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';

export const LIMITS = {
  prompt: 1000,
  /** The longest texts: what a community's description may be, and what somebody reads of an event's. */
  community: 1000,
  event: 3000,
  /** What one person may ask for in a minute, and in a day (UTC). */
  perMinute: 5,
  perDay: 40,
  /** How long the service may take, in milliseconds. */
  patienceMs: 30_000,
} as const;

export const ContentStyle = z.enum(['Playful', 'Casual', 'Formal']);
export type ContentStyle = z.infer<typeof ContentStyle>;

export const ContentLength = z.enum(['Short', 'Medium', 'Long']);
export type ContentLength = z.infer<typeof ContentLength>;

/** What the text is about, in the person's own words: it is all that the service gets of them. */
export const Prompt = text({
  required: 'Prompt is required.',
  max: [LIMITS.prompt, `Max ${LIMITS.prompt} characters allowed.`],
}).transform((raw) => raw.trim());

/** What is asked of the service, and how the text should be. */
export const Wish = z.object({
  prompt: Prompt,
  content_style: ContentStyle.default('Casual'),
  content_length: ContentLength.default('Medium'),
});
export type Wish = z.output<typeof Wish>;

/** The service that writes: the name of its host, so that people know where their words go. */
export const WritingService = z.object({ host: z.string() });

export const refusals = {
  absent: refusal('writing.absent', 409, 'Writing with AI is not set up here.'),
  down: refusal('writing.down', 503, 'The writing service did not answer. Try again in a moment.'),
  empty: refusal('writing.empty', 503, 'The writing service sent no text. Try again, or change the prompt.'),
  busy: refusal('writing.busy', 409, 'Your last text is still being written. Wait until it is there.'),
  tooMany: refusal(
    'writing.too-many',
    429,
    `You can have ${LIMITS.perDay} texts written in a day. Try again tomorrow.`,
  ),
  allUsed: refusal('writing.all-used', 429, 'All of today’s texts have been used. Try again tomorrow.'),
} as const;
