import { refusals as communities } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { canSwitchTo, holdsSeat } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { discountOf } from '@folkmoot/contract/payments/discount-rules.ts';
import { tidyResponse, wrongAnswers } from '@folkmoot/contract/questionnaires/rules.ts';
import {
  type Question,
  type QuestionResponse,
  refusals as questionnaires,
  SENTENCES,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { canEditAnswers, decideRegistration, seatOrWaitlist } from '@folkmoot/contract/registrations/rules.ts';
import { refusals } from '@folkmoot/contract/registrations/schema.ts';
import { applyCode } from '../codes/actions.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { rooms } from '../core/live/live.ts';
import { EVENT_CLOCK_QUEUE, EVENT_MAIL_QUEUE, mail, move, offerSeats } from '../participations/actions.ts';
import type { Viewer } from '../participations/fragments-store.ts';
import { insertParticipation, noteOwnAct, setCode } from '../participations/moves-store.ts';
import { type FoundRegistration, findRegistration } from '../participations/registration-store.ts';
import { type FirstSeat, seatAtOnce, type TakeSeat } from '../participations/seats-store.ts';
import { findParticipation, lockEvent, type Participation, type Ref, type Whose } from '../participations/store.ts';
import {
  endHolds,
  endPaying,
  holdUntilPaid,
  needSale,
  openOrder,
  orderOfNew,
  type UsedCode,
} from '../payments/orders/orders-actions.ts';
import { listQuestions, replaceAnswers } from '../questionnaires/store.ts';

export type Registering = {
  eventId: string;
  /** Who registers: a person, an address, or the participation in an email's link. */
  whose: Whose | undefined;
  participationId: string | undefined;
  /** The link that names it. */
  link?: Pick<Viewer, 'typed' | 'mailed'>;
  ticketId: string | null;
  responses: readonly QuestionResponse[];
  /** The code that they have entered; null if they take an earlier one back, undefined if they said nothing of it. */
  codeId?: string | null | undefined;
  /** They act themselves: signed in, or by the link that went to their address. A typed address alone proves nothing. */
  proves: boolean;
  actorId: string | null;
  /** The operator's share of a ticket that is paid for, in percent. */
  feePercent: number;
  /** Called if the person may not see the event by themselves: refuses, unless their token gives access. */
  mayStillSee?: () => Promise<unknown>;
  /** Called under the event's lock, if they use an invitation to another address: whether it makes them an invited person. */
  takeInvitation?: ((command: CommandContext) => Promise<boolean>) | undefined;
  /** Takes a seat together with other people: for commands outside a transaction. */
  takeSeat?: TakeSeat;
};

export type RegistrationHooks = {
  /**
   * A person accepts the invitation to another address with their own account. Under the event's lock.
   *
   * @returns false if it needs nothing: they have done so before, or the address is theirs. Refuses if they cannot.
   */
  takeInvitation(command: CommandContext, used: { eventId: string; id: string; userId: string }): Promise<boolean>;
  /** Somebody without an account has registered whose address was invited: its invitation has been answered. Under the event's lock. */
  noteCame(command: CommandContext, invited: Ref): Promise<void>;
  /** The short codes of those among these people who have a ticket, by participation. */
  codesOf(tx: Db, refs: readonly Ref[], now: Date): Promise<ReadonlyMap<string, string>>;
  /** Makes their tickets void: the next one that is shown has another number and another code. */
  voidTickets(tx: Db, refs: readonly Ref[]): Promise<void>;
};

/** The kind of email that reports an outcome; people who are to pay do it now. */
const MAIL_OF = {
  going: 'going',
  requested: 'requested',
  waitlisted: 'waitlisted',
  payment_pending: undefined,
} as const;

/**
 * Registers a person, or takes their changed answers. First without a lock, in one statement, if a seat is free and
 * they are new; otherwise once more with the event locked, so that the decision rests on current facts.
 */
export async function register(command: CommandContext, registering: Registering): Promise<Participation> {
  const { tx } = command;
  const facts = await look(command, registering);
  if (!canSee(facts.seen).ok) await registering.mayStillSee?.();
  const now = Math.floor(command.now.getTime() / 1000);
  const questions = facts.asks ? await listQuestions(tx, registering.eventId) : [];
  const responses = checked(questions, registering.responses);
  const decided = decideRegistration(facts, now);
  if (!decided.ok) return refuse(decided.refusal);
  const { whose } = registering;
  const pays = decided.outcome === 'payment_pending';
  const isPlain =
    typeof registering.codeId !== 'string' && registering.takeInvitation === undefined && facts.ownId === null;
  // People who are going enter the event's conversations, which takes more statements.
  if (whose && isPlain && (pays || (decided.outcome === 'going' && facts.groups.length === 0))) {
    const taken = await takeAtOnce(command, { ...registering, whose, responses }, facts, pays);
    if (taken) return taken;
  }
  return inTransaction(command, (inside) => registerLocked(inside, registering));
}

/**
 * Takes a seat in one statement for a person who is new: theirs if it is free of charge, or held while they pay. With the facts on
 * which it was decided; if they have changed, nothing happens.
 *
 * @returns undefined if it has to be decided again, under the event's lock.
 */
async function takeAtOnce(
  command: CommandContext,
  registering: Registering & { whose: Whose; responses: readonly QuestionResponse[] },
  facts: FoundRegistration,
  pays: boolean,
): Promise<Participation | undefined> {
  const { tx, now } = command;
  const { eventId, whose, responses } = registering;
  const paying = pays
    ? orderOfNew(
        now,
        registering.ticketId ?? '',
        await needSale(command, facts.sale, { eventId, participationId: null }, registering.feePercent, null),
      )
    : undefined;
  const seat: FirstSeat = {
    ...{ eventId, whose, ticketId: registering.ticketId, responses, paying },
    revision: facts.revision,
    answersText: searchText(responses, whose),
    ownAct: registering.proves,
    mail: paying ? undefined : 'going',
  };
  const id = await (registering.takeSeat?.(seat) ?? seatAtOnce(tx, seat, now));
  if (id === undefined) return undefined;
  if (seat.mail) command.wake(EVENT_MAIL_QUEUE);
  tellOf(command, eventId, facts, [whose.userId]);
  if (whose.userId !== undefined) command.joinRooms(whose.userId, [rooms.event(eventId)]);
  return seated(seat, id, facts, Math.floor(now.getTime() / 1000));
}

/** Notifies the hosts, and the people concerned, that a list has changed. */
function tellOf(
  command: CommandContext,
  eventId: string,
  { alias, event, hosts }: FoundRegistration,
  others: readonly (string | undefined)[] = [],
): void {
  const people = [...hosts, ...others].filter((id) => id !== undefined);
  command.publish(eventChanged, { eventId, alias, status: event.status }, people.map(rooms.user));
}

/** What was just written, without reading it again. */
function seated(
  { eventId, ticketId, whose, ownAct, paying }: FirstSeat,
  id: string,
  { person, alias, event }: FoundRegistration,
  now: number,
): Participation {
  return {
    id,
    eventId,
    alias,
    eventStatus: event.status,
    userId: whose.userId ?? null,
    email: whose.email ?? null,
    address: whose.email ?? person?.email ?? '',
    firstName: whose.firstName ?? person?.firstName ?? '',
    lastName: whose.lastName ?? person?.lastName ?? '',
    role: 'guest',
    status: paying ? 'payment_pending' : 'going',
    ticketId,
    approved: false,
    paymentIntentId: null,
    offer_expires_epoc: null,
    hold_expires_epoc: paying ? Math.floor(paying.until.getTime() / 1000) : null,
    registered_epoc: now,
    checked_in_at: null,
    waitlistPosition: null,
    askedRole: null,
    askedBy: null,
    ownAct,
    addressGiven: true,
    typedOnly: false,
    clientId: whose.clientId ?? null,
    addressNo: 0,
  };
}

async function registerLocked(command: CommandContext, registering: Registering): Promise<Participation> {
  const { tx } = command;
  const { eventId, whose } = registering;
  await lockEvent(tx, eventId);
  const invited = (await registering.takeInvitation?.(command)) ?? false;
  const found = await lookAfterHolds(command, registering);
  const facts = invited ? { ...found, own: asInvited(found.own) } : found;
  const now = Math.floor(command.now.getTime() / 1000);
  // Read again too: the questions may have changed with the event.
  const responses = checked(await listQuestions(tx, eventId), registering.responses);
  const decided = decideRegistration(facts, now);
  if (!decided.ok) return refuse(decided.refusal);
  if (facts.isHidden && !decided.keeps) return refuse(refusals.noSuchTicket);
  if (facts.ownId === null && whose === undefined) return refuse(core.notFound);
  const fresh = found.own === null || found.own.status === 'not_going';
  const id =
    facts.ownId ??
    (await insertParticipation(tx, eventId, whose as Whose, { role: 'guest', status: 'not_going' }, command.now));
  const before = assertFound(await findParticipation(tx, eventId, id), core.notFound);
  if (!fresh && decided.keeps) assertAllowed(canEditAnswers(facts.event, now));
  await replaceAnswers(tx, eventId, id, responses, searchText(responses, before), command.now);
  if (decided.keeps && !fresh) {
    if (registering.proves) await noteOwnAct(tx, eventId, id);
    return before;
  }
  const other = registering.ticketId !== null && registering.ticketId !== before.ticketId ? facts.ticket : null;
  // The offer is a seat of the ticket they waited for: another ticket must have one free too.
  if (before.status === 'offered' && other) assertAllowed(canSwitchTo(other));
  const ticketId = decided.keeps ? before.ticketId : (registering.ticketId ?? (fresh ? null : before.ticketId));
  const pays = decided.outcome === 'payment_pending';
  const bought = { eventId, participationId: id };
  const sale = pays ? await needSale(command, facts.sale, bought, registering.feePercent, facts.code) : undefined;
  const after = await move(command, before, {
    status: decided.outcome,
    ticketId,
    ...(pays && { holdExpires: holdUntilPaid(command.now, before.offer_expires_epoc) }),
    actorId: registering.actorId,
    again: fresh,
    ...(invited && { approved: true }),
    ownAct: registering.proves,
    addressGiven: true,
  });
  if ((facts.code?.id ?? null) !== facts.ownCodeId) await setCode(tx, { eventId, id }, facts.code?.id ?? null);
  if (sale) await openOrder(command, after, sale);
  // What they were paying for has been replaced.
  if (before.status === 'payment_pending') await endPaying(command, eventId);
  const kind = MAIL_OF[decided.outcome];
  if (kind !== undefined) await mail(command, eventId, [id], kind);
  if (decided.outcome === 'requested') command.wake(EVENT_CLOCK_QUEUE);
  tellOf(command, eventId, facts);
  if (holdsSeat(before) && other) await offerSeats(command, eventId);
  return after;
}

/** Looks under the event's lock, with seats that were not paid for in time given to those who wait. */
async function lookAfterHolds(command: CommandContext, registering: Registering): Promise<Looked> {
  const found = await look(command, registering);
  if (found.lapsed === 0) return found;
  await endHolds(command, registering.eventId, [found.ownId]);
  await offerSeats(command, registering.eventId);
  return look(command, registering);
}

/** Whether a seat is free that nobody waits for, for somebody who has none. Under the event's lock. */
export async function hasSeat(command: CommandContext, { eventId, ticketId }: Participation): Promise<boolean> {
  const { event, ticket } = assertFound(
    await findRegistration(command.tx, eventId, {}, ticketId, command.now),
    core.notFound,
  );
  const decided = seatOrWaitlist(event, ticket, false, Math.floor(command.now.getTime() / 1000));
  return decided.ok && decided.outcome === 'going';
}

/** What somebody is who has used an invitation: invited, unless they are further already. */
function asInvited(own: FoundRegistration['own']): FoundRegistration['own'] {
  if (own !== null && own.status !== 'not_going' && own.status !== 'requested') return own;
  return {
    status: 'invited',
    role: own?.role ?? 'guest',
    approved: true,
    offer_expires_epoc: null,
    hold_expires_epoc: null,
  };
}

const THEIRS: readonly ParticipationStatus[] = ['going', 'offered', 'waitlisted', 'requested'];

/** What decides a registration, with the code that it is made with: the price of the ticket is what is left of it. */
type Looked = FoundRegistration & {
  code: UsedCode | null;
  /** A code had shown them the ticket, and it does not count for them any more. */
  isHidden: boolean;
};

async function look(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  { eventId, whose, participationId, link, ticketId, codeId }: Registering,
): Promise<Looked> {
  const who = { ...link, userId: whose?.userId, participationId };
  const found = assertFound(
    await findRegistration(tx, eventId, who, ticketId, now, codeId ?? undefined),
    core.notFound,
  );
  const used = codeId === undefined ? found.ownCodeId : codeId;
  const wanted = ticketId ?? found.ownTicketId;
  const code =
    used === null
      ? null
      : await applyCode(
          tx,
          { eventId, id: used, ticketId: wanted, own: found.ownId, isNew: codeId !== undefined },
          now,
        );
  const { own, ownCodeId, shownBy } = found;
  // What they have, or wait for, stays theirs.
  const isTheirs = own !== null && THEIRS.includes(own.status);
  const wasShown = ownCodeId !== null && shownBy.includes(ownCodeId);
  const isHidden = wasShown && !isTheirs && !shownBy.includes(code?.id ?? '');
  const facts: Looked = { ...found, code, isHidden };
  if (code && facts.ticket?.currency)
    facts.ticket = {
      ...facts.ticket,
      price: facts.ticket.price - discountOf(facts.ticket.price, code, facts.ticket.currency),
    };
  if (facts.own && codeId !== undefined) facts.own.otherPrice = codeId !== found.ownCodeId;
  if (facts.banned) refuse(communities.banned);
  if (participationId !== undefined && facts.ownId === null) refuse(refusals.linkOld);
  if (ticketId !== null && facts.ticket === null) refuse(refusals.noSuchTicket);
  if (facts.own && ticketId !== null) facts.own.otherTicket = ticketId !== facts.ownTicketId;
  return facts;
}

/** The answers as they are stored. Refuses with a sentence for each answer that needs fixing. */
function checked(questions: readonly Question[], given: readonly QuestionResponse[]): QuestionResponse[] {
  const wrong = wrongAnswers(questions, given);
  if (wrong.size > 0) {
    const missing = [...wrong.values()].some((sentence) => sentence === SENTENCES.required);
    const fields = Object.fromEntries([...wrong].map(([id, sentence]) => [`responses.${id}`, sentence]));
    refuse(missing ? questionnaires.requiredMissing : questionnaires.wrongAnswers, fields);
  }
  return questions.flatMap((question) => {
    const tidy = tidyResponse(
      question,
      given.find((response) => response.event_question_id === question.question_id),
    );
    return tidy === undefined ? [] : [tidy];
  });
}

/** What hosts can find a guest by: the answers, and for people without an account the name and address. */
function searchText(
  responses: readonly QuestionResponse[],
  { email, firstName, lastName }: Pick<Whose, 'firstName' | 'lastName'> & { email?: string | null | undefined },
): string {
  const names = email ? [firstName, lastName, email] : [];
  return fold([...names, ...responses.flatMap((response) => response.response_text)].join(' '));
}
