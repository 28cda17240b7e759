import type { Input } from '@folkmoot/contract/core/endpoint.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Signed, World } from './world.ts';

type Fields = Partial<Input<typeof events.createEvent>>;
type Changes = Omit<Input<typeof events.updateEvent>, 'eventId'>;

/** Events and their guest lists in a test, through the calls that people make. */
export type EventFixtures = ReturnType<typeof eventFixtures>;

/** @param host who creates the events if nobody else is named. */
export function eventFixtures(world: World, host: Signed) {
  const inDays = (days: number) => Math.floor(world.clock.now().getTime() / 1000) + days * 86_400;
  const times = () => ({ start_epoc: inDays(7), end_epoc: inDays(7) + 7200 });
  const make = (fields: Fields = {}, as = host) =>
    world.call(events.createEvent, { name: 'Kiln opening', ...fields }, as);
  const draft = async (fields: Fields = {}, as = host) => {
    const { status, data } = await make(fields, as);
    expect(status).toBe(200);
    return data.data;
  };
  const published = async (fields: Fields = {}, as = host) => {
    const { id } = await draft({ ...times(), ...fields }, as);
    const { status, data } = await world.call(events.publishEvent, { eventId: id }, as);
    expect(status).toBe(200);
    return data.data;
  };
  const own = async (eventId: string, as: Signed) =>
    (await world.call(registrations.getOwnParticipation, { eventId }, as)).data.data;
  const idOf = async (eventId: string, as: Signed) => (await own(eventId, as))?.participationId ?? '';
  return {
    inDays,
    times,
    make,
    draft,
    published,
    change: (eventId: string, fields: Changes, as = host) => world.call(events.updateEvent, { eventId, ...fields }, as),
    seen: (eventId: string, as?: Signed) => world.call(events.getEvent, { eventId }, as),
    register: (eventId: string, as: Signed | undefined, more: object = {}) =>
      world.call(registrations.register, { eventId, ...more }, as),
    own,
    idOf,
    leave: async (eventId: string, as: Signed) =>
      world.call(registrations.declineParticipation, { eventId, participationId: await idOf(eventId, as) }, as),
    /** Asks a person to host an event, or to be featured at it, and makes them accept. */
    host: async (eventId: string, whom: Signed, role: 'host' | 'featured_guest' = 'host', as = host) => {
      const asked = await world.call(events.addHost, { eventId, userId: whom.id, role }, as);
      expect(asked.status).toBe(200);
      expect((await world.call(events.answerInvitation, { eventId, accept: true }, whom)).status).toBe(200);
    },
    answer: (eventId: string, accept: boolean, as: Signed) =>
      world.call(events.answerInvitation, { eventId, accept }, as),
    /** A host's change to a guest's registration. */
    changeGuest: async (eventId: string, whom: Signed, body: object) =>
      world.call(
        registrations.changeGuest,
        { eventId, participationId: await idOf(eventId, whom), ...body } as never,
        host,
      ),
    ticket: async (eventId: string, name: string, capacity: number | null) =>
      (await world.call(tickets.createTicket, { eventId, name, description: '', capacity }, host)).data.data.id,
    /** The seats that the event's row counts. */
    taken: async (eventId: string) =>
      (await sql<{ n: number }>`select taken_count as n from events where id = ${eventId}`.execute(world.db)).rows[0]
        ?.n,
  };
}
