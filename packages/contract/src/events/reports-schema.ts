import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { EventCard } from './schema.ts';

export const LIMITS = { note: 500 } as const;

export const EVENT_REPORT_REASONS = ['spam', 'misleading', 'harassment', 'dangerous', 'other'] as const;
export const EventReason = z.enum(EVENT_REPORT_REASONS, 'Choose what is wrong.');
export type EventReason = z.infer<typeof EventReason>;

/** The words beside each choice. */
export const REASON_LABELS: Record<EventReason, string> = {
  spam: 'Spam or advertising',
  misleading: 'Misleading or fraudulent',
  harassment: 'Harassment or hateful words',
  dangerous: 'Someone may be in danger',
  other: 'Something else',
};

export const NewEventReport = z.object({
  reason: EventReason,
  note: text({ max: [LIMITS.note, 'Note cannot exceed 500 characters.'] })
    .transform((raw) => raw.trim())
    .default(''),
});

/** A report of an event, as its moderators see it. */
export const EventReportView = z.object({
  id: Id,
  reason: EventReason,
  note: z.string(),
  created_epoc: Epoch,
  reporter: PersonView.nullable(),
  event: EventCard.pick({ id: true, alias: true, name: true, status: true }),
});
export type EventReportView = z.infer<typeof EventReportView>;

export const refusals = {
  ownerOnly: refusal('events.reports-owner-only', 403, 'Only the owner of this installation can answer these reports.'),
} as const;
