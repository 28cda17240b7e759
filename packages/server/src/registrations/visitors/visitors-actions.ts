import { refusals as accounts } from '@folkmoot/contract/accounts/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { type ParticipationView, refusals } from '@folkmoot/contract/registrations/schema.ts';
import type { Codes } from '../../accounts/codes-actions.ts';
import { findAccount } from '../../accounts/store.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import { refuse } from '../../core/http/errors.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { mailAgain, mailPerson } from '../../participations/actions.ts';
import { noteSignInMail } from '../../participations/mails-store.ts';
import { deleteOutreach, takeVisitorMail } from '../../participations/outreach-store.ts';
import { findParticipationOf, type Participation, type Whose } from '../../participations/store.ts';
import { decideAsNew, register } from '../actions.ts';
import { participationView, saidOf } from '../views-actions.ts';

type Visitor = Whose & { email: string };

type Body = {
  ticketId?: string | null | undefined;
  responses: Parameters<typeof register>[1]['responses'];
  codeId: string | null | undefined;
  otp?: string | undefined;
};

export type VisitorParts = { tokens: EventTokens; codes: Codes; feePercent: number };

type Answer = {
  message: string;
  status: ParticipationView['status'];
  data: ParticipationView | null;
  token?: string;
};

/**
 * A person without an account. Their data goes to their address alone, and the answer is the same whether or not that
 * address is already on the list, so it does not reveal who is going. People who buy prove their address first.
 */
export async function registerVisitor(
  call: CommandContext & { caller: string },
  eventId: string,
  whose: Visitor,
  body: Body,
  parts: VisitorParts,
): Promise<Answer> {
  const registering = {
    eventId,
    participationId: undefined,
    ticketId: body.ticketId ?? null,
    responses: body.responses,
    codeId: body.codeId,
    actorId: null,
    feePercent: parts.feePercent,
  };
  const asNew = await decideAsNew(call, { ...registering, whose });
  if (asNew === 'payment_pending') return buyAsVisitor(call, whose, body.otp, registering, parts);
  const counted = await countVisitor(call, eventId);
  const account = await findAccount(call.tx, whose.email);
  const present = account
    ? await findParticipationOf(call.tx, eventId, { userId: account.id })
    : await findParticipationOf(call.tx, eventId, { email: whose.email });
  const message = `We have sent the details to ${whose.email}.`;
  if (present && present.status !== 'not_going' && present.status !== 'invited') {
    // It gets its email, and counts, whatever the answer is.
    await inTransaction(call, (inside) => mailAgain(inside, [{ eventId, id: present.id }], 'again'));
    return { message, status: asNew, data: null };
  }
  const seat = async () => {
    if (!account) return (await register(call, { ...registering, whose })).status;
    // An address proves nothing: people who have an account answer themselves, signed in.
    await inTransaction(call, (inside) => tellToSignIn(inside, eventId, account.id));
    return asNew;
  };
  const status = await seat().catch(async (error: unknown) => {
    // A refused registration sent no email.
    await deleteOutreach(call.tx, counted);
    throw error;
  });
  return { message, status, data: null };
}

const WRONG = { wrong: accounts.wrongCode, expired: accounts.expiredCode, spent: accounts.tooManyTries } as const;

/**
 * A seat is held for an address only once it is proved by a code that was sent to it. Until then the answer is the same for every
 * address.
 *
 * @param otp the six digits; undefined if none was sent yet.
 * @returns with the token that the links in their emails carry, since people who have the code read these emails.
 */
async function buyAsVisitor(
  call: CommandContext & { caller: string },
  whose: Visitor,
  otp: string | undefined,
  registering: Omit<Parameters<typeof register>[1], 'whose'>,
  { codes, tokens }: VisitorParts,
): Promise<Answer> {
  const { eventId } = registering;
  const { email } = whose;
  const asker = codes.hash(`buy ${eventId} ${call.caller}`);
  if (otp === undefined) {
    const counted = await countVisitor(call, eventId);
    await inTransaction(call, (inside) =>
      codes.ask(inside, email, 'buy', { asker, caller: call.caller, known: false }),
    ).catch(async (error: unknown) => {
      await deleteOutreach(call.tx, counted);
      throw error;
    });
    return refuse(refusals.proveAddress);
  }
  const entered = { email, purpose: 'buy' as const, asker, code: otp };
  const result = await codes.check(call.tx, entered, call.now);
  if (result !== 'right') return refuse(WRONG[result]);
  const done = await registerProved(call, whose, registering).catch(async (error: unknown) => {
    // They have proved their address, and may choose another ticket, say.
    await codes.giveBack(call.tx, entered);
    throw error;
  });
  return {
    message: saidOf(done.status),
    status: done.status,
    data: participationView(done),
    token: tokens.forParticipation(done.id),
  };
}

/** Registers somebody whose address is proved. */
async function registerProved(
  call: CommandContext,
  whose: Visitor,
  registering: Omit<Parameters<typeof register>[1], 'whose'>,
): Promise<Participation> {
  const { email } = whose;
  if (await findAccount(call.tx, email)) return refuse(refusals.haveAccount);
  const present = await findParticipationOf(call.tx, registering.eventId, { email });
  return register(call, {
    ...registering,
    // As if they had followed the link in their email.
    ...(present ? { whose: undefined, participationId: present.id } : { whose, proved: true }),
  });
}

/**
 * Counts a registration for its network before any email is sent, whether or not the address has had its email
 * already. One network can register so many addresses a day: each gets an email that it may not have asked for.
 *
 * @throws Refused `core.slow-down` if it has reached the limit.
 */
async function countVisitor(call: CommandContext & { caller: string }, eventId: string): Promise<string> {
  const since = new Date(call.now.getTime() - 86_400_000);
  const taken = { eventId, sender: call.caller, most: VISITOR_MAILS.caller, since };
  const id = await inTransaction(call, ({ tx, now }) => takeVisitorMail(tx, taken, now));
  return id ?? refuse(core.slowDown);
}

async function tellToSignIn(command: CommandContext, eventId: string, userId: string): Promise<void> {
  if (await noteSignInMail(command.tx, eventId, userId, command.now))
    await mailPerson(command, eventId, userId, 'sign_in');
}
