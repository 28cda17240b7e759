import type { PauseReason } from '@folkmoot/contract/mailings/schema.ts';

/** Why a mailing rests; what is said of a sender depends on what it is about. */
export const PAUSED: Readonly<Record<Exclude<PauseReason, 'sender'>, string>> = {
  bounces: 'Too many of these addresses don’t exist or refused the email. Check the list before you go on.',
  complaints: 'Too many people reported this email as spam.',
  unpublished: 'The event is a draft again. Publish it, then resume.',
  allowance: 'It goes to more people who haven’t answered or confirmed than you can email today. Resume it tomorrow.',
  restored: 'The server was restored from a backup, and may have sent it already. Check before you resume.',
};
