import type { Question, QuestionType } from '@folkmoot/contract/questionnaires/schema.ts';
import { GuestDetail, type GuestView, type ParticipationView } from '@folkmoot/contract/registrations/schema.ts';

/** A question with these choices, which may be left open. */
export function question(
  words: string,
  type: QuestionType,
  { choices = [], ...fields }: { choices?: string[]; is_required?: boolean; is_others?: boolean } = {},
): Question {
  return {
    question_id: crypto.randomUUID(),
    question_version_id: crypto.randomUUID(),
    question: words,
    type,
    is_required: false,
    is_others: false,
    choices: choices.map((option_text) => ({ option_id: crypto.randomUUID(), option_text })),
    ...fields,
  };
}

/** One question of each kind; the first and the last must be answered. */
export function questionOfEachKind(): Question[] {
  return [
    question('Which workshop would you like?', 'single-select', {
      is_required: true,
      is_others: true,
      choices: ['Letterpress poster', 'Slip trailing'],
    }),
    question('Could you lend a hand?', 'multi-select', { choices: ['Setting up', 'Tea urn'] }),
    question('Anything we should know?', 'text'),
    question('A link to something you have made', 'link', { is_required: true }),
  ];
}

/** Somebody who is going, without an account. */
export function guestView(name: string, fields: Partial<GuestView> = {}): GuestView {
  return {
    participationId: crypto.randomUUID(),
    userId: null,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '-')}@post.example`,
    profile_photo: null,
    username: null,
    role: 'guest',
    askedRole: null,
    status: 'going',
    isCreator: false,
    ticketId: null,
    ticketName: null,
    money: null,
    registered_epoc: 1_700_000_000,
    checked_in_at: null,
    waitlistPosition: null,
    offer_expires_epoc: null,
    hasAccount: false,
    ...fields,
  };
}

/** The same with answers and a history. */
export function guestDetail(guest: GuestView, answers: GuestDetail['answers'] = []): GuestDetail {
  return GuestDetail.parse({
    ...guest,
    answers,
    ticketCode: guest.status === 'going' ? 'QRTW-4867' : null,
    history: [{ at: guest.registered_epoc, from: null, to: guest.status, by: null, reason: '' }],
  });
}

/** The counts of a list of guests. */
export function countsOf(guests: readonly GuestView[]) {
  const of = (status: GuestView['status']) => guests.filter((guest) => guest.status === status).length;
  return {
    all: guests.length - of('invited'),
    going: of('going'),
    requested: of('requested'),
    waitlisted: of('waitlisted'),
    offered: of('offered'),
    payment_pending: of('payment_pending'),
    not_going: of('not_going'),
    invited: of('invited'),
  };
}

/** Somebody's own registration: going, with an account. */
export function participationView(fields: Partial<ParticipationView> = {}): ParticipationView {
  return {
    ...{ participationId: '0190a3b4-0000-7000-8000-0000000000aa', eventId: '0190a3b4-0000-7000-8000-000000000001' },
    ...{ role: 'guest', status: 'going', ticketId: null, paymentIntentId: null, waitlistPosition: null },
    ...{ offer_expires_epoc: null, hold_expires_epoc: null, registered_epoc: Math.floor(Date.now() / 1000) },
    ...{ checked_in_at: null, name: 'Bea Okafor', email: 'bea@post.example', confirmed: true },
    ...fields,
  };
}
