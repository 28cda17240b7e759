import { GRACE, type PauseReason, refusals } from '@folkmoot/contract/mailings/schema.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import type { Mail } from '../core/mail/mail.ts';
import type { Letter, Outcome } from './sending/sending-store.ts';
import {
  forgiveMailing,
  insertLetters,
  insertMailing,
  lockMailing,
  type Mailing,
  type NewLetter,
  type NewMailing,
  setState,
  withdrawLetters,
} from './store.ts';

/** The queue that sends letters; woken when some are due. */
export const MAILING_QUEUE = 'mailings';

/** One letter as it is written for its reader. */
export type WrittenLetter = Omit<Mail, 'urgent' | 'attachments'> & {
  /** In whose name it is sent. */
  fromName?: string;
  /** What unsubscribing ends: letters of one community, or of one person. */
  scope: StopScope;
};

/** Whose letters an address does not get any more. */
export type StopScope = { scope: 'server' | 'person'; id: string };

/**
 * Whether a mailing's letters may leave now, asked anew before each batch: they may, and are tried again until a moment;
 * it has to wait; or there is nothing to tell any more.
 */
export type Standing = { go: 'on'; until: Date | null } | { go: 'pause'; reason: PauseReason } | { go: 'end' };

/** What the kinds of mailings need from the slices that know what they are about. */
export type MailingHooks = {
  mayGoOn(db: Db, mailing: Mailing, now: Date): Promise<Standing>;
  /** Writes letters, in their order; undefined for one that is not to be sent any more. */
  writeLetters(db: Db, mailing: Mailing, letters: readonly Letter[]): Promise<(WrittenLetter | undefined)[]>;
  /** Told in the transaction that records what became of letters. */
  lettersSettled(command: CommandContext, mailing: Mailing, outcomes: readonly (Letter & Outcome)[]): Promise<void>;
  /** Told in the transaction that records that a letter was returned which had left. */
  letterReturned(command: CommandContext, mailing: Mailing, targetId: string): Promise<void>;
  /** Told in the transaction that takes letters back which have not left; `all` if none had. */
  lettersWithdrawn(
    command: CommandContext,
    mailing: Mailing,
    targetIds: readonly string[],
    all: boolean,
  ): Promise<void>;
};

/** What a mailing needs whose readers are chosen when it leaves. */
export type ScheduleHooks = {
  /** Its letters, in the transaction that begins it; or why it has to wait. */
  selectLetters(command: CommandContext, mailing: Mailing): Promise<NewLetter[] | PauseReason>;
};

/**
 * Queues a mailing for later, without letters: whom it reaches is asked when it leaves. Until then it can be taken back.
 *
 * @returns false if a mailing with this id exists already.
 */
export async function scheduleMailing({ tx, now }: CommandContext, mailing: NewMailing): Promise<boolean> {
  return insertMailing(tx, mailing, now, true);
}

/**
 * Queues a mailing. Nothing leaves for half a minute, so that it can be taken back whole.
 *
 * @param makeLetters called once the mailing exists, so that what its letters tell of may name it.
 * @returns how many letters there are, or undefined if a mailing with this id exists already.
 */
export async function queueMailing(
  { tx, now }: CommandContext,
  mailing: Omit<NewMailing, 'startsAt'>,
  makeLetters: () => Promise<NewLetter[]>,
): Promise<number | undefined> {
  const startsAt = new Date(now.getTime() + GRACE * 1000);
  if (!(await insertMailing(tx, { ...mailing, startsAt } as NewMailing, now))) return undefined;
  const letters = await makeLetters();
  await insertLetters(tx, mailing.id, letters, startsAt);
  return letters.length;
}

/**
 * Takes a mailing back: before its first letter has left without a trace, later only the letters that have not left.
 *
 * @returns how many had left or were leaving, and how many were taken back.
 */
export async function withdrawMailing(
  command: CommandContext,
  hooks: Pick<MailingHooks, 'lettersWithdrawn'>,
  id: string,
): Promise<{ sent: number; withdrawn: number }> {
  const mailing = await lockMailing(command.tx, id);
  if (mailing?.state === 'withdrawn') return { sent: 0, withdrawn: 0 };
  if (!mailing || mailing.state === 'done') return refuse(refusals.ended);
  const targets = await withdrawLetters(command.tx, id);
  await setState(command.tx, id, 'withdrawn', { now: command.now });
  const sent = mailing.letters - targets.length;
  await hooks.lettersWithdrawn(command, mailing, targets, sent === 0);
  return { sent, withdrawn: targets.length };
}

/** Lets a mailing that is paused go on. */
export async function resumeMailing(command: CommandContext, id: string): Promise<void> {
  const mailing = await lockMailing(command.tx, id);
  if (mailing?.state !== 'paused') return refuse(refusals.notPaused);
  // Whom it reaches may not have been asked yet, and its time may be to come.
  const begins = mailing.unselected || mailing.startsAt > command.now;
  await forgiveMailing(command.tx, id);
  await setState(command.tx, id, begins ? 'waiting' : 'sending', { now: command.now });
  command.wake(MAILING_QUEUE);
}
