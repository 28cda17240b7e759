import { canUse } from '@folkmoot/contract/codes/rules.ts';
import { type CodeView, refusals } from '@folkmoot/contract/codes/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { isTooOften } from '@folkmoot/contract/events/passcode-rules.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { findTries, insertTry, lockTries } from '../events/access/passcodes-store.ts';
import type { UsedCode } from '../payments/orders/orders-actions.ts';
import type { Order } from '../payments/orders/orders-store.ts';
import { findCode, findStanding } from './store.ts';

/**
 * The code that somebody has typed. Guesses are counted as those of passcodes are, also the wrong ones of people whose registration
 * then fails.
 *
 * @param who the person, or the network of somebody without an account.
 * @throws Refused `core.slow-down` after too many guesses, `codes.unknown` for a wrong one.
 */
export async function enterCode(
  command: CommandContext,
  { eventId, who, typed }: { eventId: string; who: string; typed: string },
): Promise<CodeView> {
  const code = await inTransaction(command, async ({ tx, now }) => {
    await lockTries(tx, eventId, 'code');
    if (isTooOften(await findTries(tx, eventId, who, now, 'code'))) refuse(core.slowDown);
    const found = await findCode(tx, eventId, { typed });
    // Only wrong ones: an event has many codes, and people who have one of them are not trusted with guessing the others.
    if (!found) await insertTry(tx, eventId, who, false, now, 'code');
    return found;
  });
  return code ?? refuse(refusals.unknown);
}

/**
 * The code with which a place is taken. Under the event's lock its uses are exact.
 *
 * @param own the participation of the person who uses it; its earlier use is not counted.
 * @param isNew whether it was entered now. An earlier code that no longer counts is forgotten in silence: the price is shown
 *   before anything is paid.
 * @returns null if it is forgotten. Refuses if a new one cannot be used.
 */
export async function applyCode(
  tx: Db,
  used: { eventId: string; id: string; ticketId: string | null; own: string | null; isNew: boolean },
  now: Date,
): Promise<UsedCode | null> {
  const code = await findStanding(tx, used.eventId, used.id, used.own, now);
  const decision = code && canUse(code, used.ticketId, Math.floor(now.getTime() / 1000));
  if (code && decision?.ok) return code;
  if (!used.isNew) return null;
  return refuse(decision && !decision.ok ? decision.refusal : refusals.unknown);
}

/**
 * The id of the code that an order was made with, for a payment that comes after its hold: it counts if a use of it is left. Under the
 * event's lock.
 *
 * @returns null if the order has no code, or it was removed: then nothing limits it. Undefined if it is used up.
 */
export async function findCodeOf(
  { tx, now }: CommandContext,
  { eventId, participationId, code }: Pick<Order, 'eventId' | 'participationId' | 'code'>,
): Promise<string | null | undefined> {
  const found = code === null ? undefined : await findCode(tx, eventId, { typed: code });
  const standing = found && (await findStanding(tx, eventId, found.id, participationId, now));
  if (!standing) return null;
  return standing.max_uses !== null && standing.uses >= standing.max_uses ? undefined : standing.id;
}
