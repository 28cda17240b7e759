import { z } from 'zod';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';

/** Characters of a message to the hosts of an event, and how many one person sends in an hour, to all events together. */
export const CONTACT = { text: 1000, anHour: 5 } as const;

/** A message to the hosts of an event. */
export const HostMessage = z.object({
  message: text({
    required: 'Write a message.',
    max: [CONTACT.text, `Message cannot exceed ${CONTACT.text} characters.`],
  }).transform((raw) => raw.trim()),
});

export const refusals = {
  confirmFirst: refusal(
    'events.confirm-first',
    409,
    'Confirm your address first, so that the hosts can answer you: the link is in the email that we sent you.',
  ),
  tooManyMessages: refusal(
    'events.too-many-messages',
    429,
    `You can send ${CONTACT.anHour} messages an hour. Please try again later.`,
  ),
} as const;
