import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { refusals, Wish, WritingService } from './schema.ts';

/*
 * Descriptions written by a language model. Both calls need a session, also the one whose path says `public`: strangers would spend
 * the operator's money (docs/decisions/054).
 */

const written = Object.values(refusals);

export const getWritingService = endpoint('GET /api/v1/writing', {
  who: 'signedIn',
  summary: 'The service that writes descriptions; null where the operator has set none.',
  returns: z.object({ service: WritingService.nullable() }),
});

const { prompt, content_length, content_style } = Wish.shape;

export const writeCommunityDescription = endpoint('POST /api/v1/servers/generate-description-by-ai', {
  who: 'signedIn',
  summary:
    'Have a description of a community written. Only the prompt, the style and the length are sent to the service.',
  body: z.object({ community_prompt: prompt, content_length, content_style }),
  returns: z.object({ data: z.object({ generated_output: z.string() }) }),
  refuses: written,
});

export const writeEventDescription = endpoint('POST /api/v1/public/generate/description', {
  who: 'signedIn',
  summary: 'Have a description of an event written. Only the prompt, the style and the length are sent to the service.',
  body: z.object({ event_prompt: prompt, content_length, content_style }),
  returns: z.object({ generated_output: z.string() }),
  refuses: written,
});
