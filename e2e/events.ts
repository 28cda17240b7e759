import { expect } from '@playwright/test';
import { type Details, type Person, unique } from './people.ts';

/** A published event in the API's answers, as far as journeys need it. */
export type Event = { id: string; alias: string; name: string };

const DAY = 86_400;

/** Noon in UTC this many days after today, in Unix seconds: whenever the tests run, an event has the same hour. */
export function inDays(days: number): number {
  return (Math.floor(Date.now() / 1000 / DAY) + days) * DAY + DAY / 2;
}

/** Creates and publishes an event of this person with the API. */
export async function startEvent(
  host: Pick<Person, 'api'>,
  name: string,
  fields: Record<string, unknown> = {},
  { questions = [], tickets = [] }: { questions?: object[]; tickets?: object[] } = {},
): Promise<Event> {
  const alias = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${unique()}`;
  const whole = {
    name,
    alias,
    visibility: 'public',
    time_zone: 'Europe/London',
    start_epoc: inDays(7),
    end_epoc: inDays(7) + 2 * 3600,
    attend_type: 'in_person',
    attend_type_details: { virtual_address: '', in_person_address: 'The Old Ropeworks' },
    cover: '/art/covers/kiln.webp',
    ...fields,
  };
  const event = (await host.api<{ data: Event }>('POST', '/events', whole)).data;
  for (const ticket of tickets) await host.api('POST', `/events/${event.id}/tickets`, ticket);
  if (questions.length > 0) await host.api('PUT', `/events/${event.id}/questions`, { questions });
  await host.api('POST', `/events/${event.id}/publish`);
  return event;
}

/** Registers somebody without an account for an event, as they would themselves. */
export async function visit(
  baseURL: string | undefined,
  event: Pick<Event, 'id'>,
  { firstName, lastName, email }: Pick<Details, 'firstName' | 'lastName' | 'email'>,
  responses: object[] = [],
  ticketId?: string,
): Promise<void> {
  const answer = await fetch(new URL(`/api/v1/events/${event.id}/register`, baseURL), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: new URL(baseURL ?? '').origin },
    body: JSON.stringify({ visitor: { firstName, lastName, email }, responses, ticketId }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** Follows the link of an email about an event, as its reader does: from then on the address is known to be theirs. */
export async function follow(
  baseURL: string | undefined,
  event: Pick<Event, 'id'>,
  mail: { text: string },
): Promise<void> {
  const token = /[?&]token=([^\s&\]]+)/.exec(mail.text)?.[1] ?? '';
  const answer = await fetch(new URL(`/api/v1/events/${event.id}/participations/me?token=${token}`, baseURL));
  expect(answer.ok, await answer.text()).toBe(true);
}

/** One question of each kind; the first and the last must be answered. */
export const QUESTIONS = [
  {
    question: 'Which workshop would you like?',
    type: 'single-select',
    is_required: true,
    is_others: true,
    choices: [{ option_text: 'Letterpress poster' }, { option_text: 'Slip trailing' }],
  },
  {
    question: 'Could you lend a hand?',
    type: 'multi-select',
    is_required: false,
    is_others: false,
    choices: [{ option_text: 'Setting up' }, { option_text: 'Tea urn' }],
  },
  { question: 'Anything we should know?', type: 'text', is_required: false, is_others: false, choices: [] },
  { question: 'A link to something you have made', type: 'link', is_required: true, is_others: false, choices: [] },
];
