import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { MessageView } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';
import { Instant } from '../core/time.ts';

export const LIMITS = { note: 250 } as const;

export const REASONS = ['spam', 'harassment', 'hate', 'danger', 'private-information', 'other'] as const;
export const Reason = z.enum(REASONS, 'Choose what is wrong.');
export type Reason = z.infer<typeof Reason>;

/** The words beside each choice. */
export const REASON_LABELS: Record<Reason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or bullying',
  hate: 'Hateful words or pictures',
  danger: 'Someone may be in danger',
  'private-information': 'Private information about someone',
  other: 'Something else',
};

const NOTE_NEEDED = 'Describe in a few words what is wrong.';

export const ReportFields = z.object({
  reason: Reason,
  note: text({ max: [LIMITS.note, 'A note cannot exceed 250 characters.'] })
    .transform((raw) => raw.trim())
    .default(''),
});
export const NewReport = ReportFields.refine((report) => report.reason !== 'other' || report.note !== '', {
  message: NOTE_NEEDED,
  path: ['note'],
});

/** How a moderator answers: nothing is wrong, the message is deleted, or it stays but has been dealt with. */
export const ReportAnswer = z.enum(['dismissed', 'message-deleted', 'resolved']);
export type ReportAnswer = z.infer<typeof ReportAnswer>;

export const ReportState = z.enum(['open', 'answered']);
export type ReportState = z.infer<typeof ReportState>;

/** A report as moderators see it, with the message as it was when it was reported. */
export const ReportView = z.object({
  id: Id,
  reason: Reason,
  note: z.string(),
  createdAt: Instant,
  /** How many people have reported the same message in open reports, this one included. */
  count: z.int(),
  reporter: PersonView.nullable(),
  author: PersonView.nullable(),
  /** The text as it was then. */
  text: z.string(),
  message: MessageView.pick({
    id: true,
    seq: true,
    conversationId: true,
    deletedAt: true,
    attachments: true,
  }).nullable(),
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  rootSeq: z.int().nullable(),
  answer: ReportAnswer.nullable(),
  answeredAt: Instant.nullable(),
  answeredBy: PersonView.nullable(),
});
export type ReportView = z.infer<typeof ReportView>;

/** A report of a message between people, as the owner of the installation sees it: of the conversation nothing else. */
export const PersonalReportView = ReportView.pick({
  id: true,
  reason: true,
  note: true,
  createdAt: true,
  reporter: true,
  author: true,
  text: true,
}).extend({
  /** Attachments of the message, which are not shown. */
  files: z.int(),
  /** Whether the message has been deleted since. */
  deleted: z.boolean(),
});
export type PersonalReportView = z.infer<typeof PersonalReportView>;

export const PersonalReportAnswer = ReportAnswer.extract(['dismissed', 'message-deleted']);

export const refusals = {
  ownerOnly: refusal('reports.owner-only', 403, 'Only the owner of this installation can answer these reports.'),
  own: refusal('reports.own', 422, 'This is your own message. You can delete it.'),
  answered: refusal('reports.answered', 409, 'This report has already been answered.'),
} as const;
