import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done, doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { refusals as events } from '../events/schema.ts';
import { CodeFields, CodeOffer, CodeView, LIMITS, refusals } from './schema.ts';

const FAULTS = [
  ...[refusals.taken, refusals.percentRequired, refusals.amountRequired, refusals.amountStep, refusals.nothingPaid],
  ...[refusals.leavesTooLittle, refusals.ticketRequired, refusals.noSuchTicket, refusals.order],
];

export const listCodes = endpoint('GET /api/v1/events/:eventId/codes', {
  who: 'signedIn',
  summary: "An event's codes with how often they are used, newest first, for hosts.",
  returns: z.object({ data: z.array(CodeView) }),
  refuses: [events.notManaged],
});

export const createCode = endpoint('POST /api/v1/events/:eventId/codes', {
  who: 'signedIn',
  summary: 'Add a code that makes tickets cheaper, or shows hidden ones.',
  body: CodeFields,
  returns: doneWith(CodeView),
  refuses: [events.notManaged, events.cancelled, refusals.tooMany, ...FAULTS],
});

export const updateCode = endpoint('PATCH /api/v1/events/:eventId/codes/:codeId', {
  who: 'signedIn',
  summary: 'Change a code. Places that were taken with it keep their price.',
  body: CodeFields.partial(),
  returns: doneWith(CodeView),
  refuses: [events.notManaged, events.cancelled, ...FAULTS],
});

export const deleteCode = endpoint('DELETE /api/v1/events/:eventId/codes/:codeId', {
  who: 'signedIn',
  summary: 'Remove a code. Places that were taken with it keep their price.',
  returns: Done,
  refuses: [events.notManaged],
});

export const checkCode = endpoint('POST /api/v1/events/:eventId/codes/check', {
  who: 'public',
  perMinute: 30,
  summary: 'What a code does, for people who register. Guesses are counted as those of passcodes are.',
  query: TokenQuery,
  body: z.object({
    code: z
      .string()
      .trim()
      .min(1, 'Enter a code.')
      .max(LIMITS.code * 2, 'This code is too long.'),
  }),
  returns: z.object({ data: CodeOffer }),
  refuses: [events.locked, refusals.unknown, refusals.notYet, refusals.ended, refusals.usedUp],
});
