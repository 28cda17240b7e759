import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { refusals as events } from '../events/schema.ts';
import { Question, QuestionDrafts, QuestionResponse, refusals } from './schema.ts';

export const getQuestions = endpoint('GET /api/v1/events/:eventId/questions', {
  who: 'public',
  perMinute: 300,
  summary: "The event's questions, in order, with your answers.",
  query: TokenQuery,
  returns: z.object({
    data: z.array(Question),
    response_given: z.boolean(),
    responses: z.array(QuestionResponse),
  }),
  refuses: [events.locked],
});

export const saveQuestions = endpoint('PUT /api/v1/events/:eventId/questions', {
  who: 'signedIn',
  summary: "Set the event's questions, in order. Existing answers keep the version that they answered.",
  body: z.object({ questions: QuestionDrafts }),
  returns: doneWith(z.array(Question)),
  refuses: [events.notManaged, events.cancelled, refusals.unknownQuestion],
});
