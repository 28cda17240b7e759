import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';
import { MailingKind, PauseReason } from './schema.ts';

/** What became of the letters of mailings that began in some time. */
const Outcomes = z.object({
  sent: z.int(),
  failed: z.int(),
  /** Of the failed ones: those that receivers refused or returned. */
  bounced: z.int(),
  /** Readers who called a letter spam. */
  complaints: z.int(),
});

/** How sending letters to many goes, for the owner of the installation. */
export const MailHealth = z.object({
  day: Outcomes,
  week: Outcomes,
  /** Letters that wait to be sent. */
  queued: z.int(),
  /** Until when all letters wait, since the mail server was not reached. */
  rests_epoc: Epoch.nullable(),
  /** Domains that are too busy for letters, and until when. */
  domains: z.array(z.object({ domain: z.string(), until_epoc: Epoch })),
  paused: z.array(
    z.object({
      id: Id,
      kind: MailingKind,
      subject: z.string(),
      /** The event or the community that it is about. */
      about: z.string(),
      by: z.string(),
      reason: PauseReason,
      sent: z.int(),
      failed: z.int(),
      queued: z.int(),
    }),
  ),
});
export type MailHealth = z.infer<typeof MailHealth>;

export const StopScope = z.enum(['all', 'server', 'person']);

/** An address that gets no letters. */
export const MailStop = z.object({
  address: z.string(),
  scope: StopScope,
  scopeId: Id,
  /** Whose letters it does not get: a community or a person; empty for all. */
  from: z.string(),
  reason: z.enum(['bounced', 'complained', 'unsubscribed']),
  since_epoc: Epoch,
  ends_epoc: Epoch.nullable(),
});
export type MailStop = z.infer<typeof MailStop>;

export const refusals = {
  ownerOnly: refusal('mailings.owner-only', 403, 'Only the owner of this installation can do this.'),
  notStopped: refusal('mailings.not-stopped', 404, 'This address isn’t on the list any more.'),
} as const;
