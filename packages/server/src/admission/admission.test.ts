import * as api from '@folkmoot/contract/admission/api.ts';
import { canEnter, packClaims } from '@folkmoot/contract/admission/rules.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { readCode } from '@folkmoot/contract/participations/codes-rules.ts';
import { hasTicket } from '@folkmoot/contract/participations/rules.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { CompactSign, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { findParticipation } from '../participations/store.ts';
import { renewTickets } from './actions.ts';
import { addKey, readTicket } from './keys-actions.ts';
import { retireKey } from './keys-store.ts';
import { issueAdmissions } from './store.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const MINUTE = 60_000;

async function guest(eventId: string, name = 'Wren'): Promise<Signed> {
  const person = await world.person({ firstName: name, lastName: 'Halloran' });
  expect((await at.register(eventId, person)).data.status).toBe('going');
  return person;
}
const ticketOf = async (eventId: string, as: Signed) =>
  world.call(api.getAdmission, { eventId, participationId: await at.idOf(eventId, as) }, as);
const keys = async () => (await world.call(api.listTicketKeys, {})).data.keys;
/** What a door without a network decides about a ticket, from the keys and the list that it has. */
async function atTheDoor(jws: string | null, eventId: string) {
  const claims = await readTicket(jws ?? '', await keys());
  const [place] = await world.db
    .selectFrom('participations as p')
    .leftJoin('admissions as a', (join) =>
      join.onRef('a.event_id', '=', 'p.event_id').onRef('a.participation_id', '=', 'p.id'),
    )
    .select(['p.role', 'p.status', 'a.issue'])
    .where('p.event_id', '=', eventId)
    .where('p.id', '=', claims?.participationId ?? host.id)
    .execute();
  const decision = canEnter(claims, eventId, place && ({ ...place, issue: place.issue ?? 0 } as never));
  return decision.ok ? 'enters' : decision.refusal.code;
}

describe('a ticket', () => {
  test('says what it is for, and lets its holder in', async () => {
    const { id } = await at.published({ capacity: 3 });
    const wren = await guest(id);
    const { status, data } = await ticketOf(id, wren);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      state: 'valid',
      name: 'Wren Halloran',
      ticketName: null,
      role: 'guest',
      canPassOn: true,
    });
    expect(data.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(data.event.name).toBe('Kiln opening');
    expect(await atTheDoor(data.jws, id)).toBe('enters');
    // So that the QR code can be scanned from a screen.
    expect(data.jws?.length).toBeLessThan(230);
    const again = (await ticketOf(id, wren)).data;
    expect([again.code, again.jws]).toEqual([data.code, data.jws]);
  });

  test('is only for its holder', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const participationId = await at.idOf(id, wren);
    const which = { eventId: id, participationId };
    const token = createEventTokens(world.config.authSecret).forParticipation(participationId);
    for (const as of [undefined, host, await world.person()])
      expect((await world.call(api.getAdmission, which, as)).status).toBe(404);
    expect((await world.call(api.getAdmission, { ...which, token })).status).toBe(200);
    const other = createEventTokens(world.config.authSecret).forParticipation(await at.idOf(id, host));
    expect((await world.call(api.getAdmission, { ...which, token: other })).problem.code).toBe(
      'registrations.link-old',
    );
  });

  test('is for guests who are going, and nobody else', async () => {
    const { id } = await at.published({ require_approval: true });
    const wren = await world.person();
    await at.register(id, wren);
    expect((await ticketOf(id, wren)).problem.code).toBe('admission.no-ticket');
    expect((await ticketOf(id, host)).problem.code).toBe('admission.no-ticket');
    await at.changeGuest(id, wren, { type: 'approve' });
    expect((await ticketOf(id, wren)).data).toMatchObject({ state: 'valid', canPassOn: false });
  });

  test('SQL and the rule agree about who has one', async () => {
    const { id } = await at.published();
    const refs = [];
    for (const role of ['host', 'featured_guest', 'guest', 'check_in'] as const)
      for (const status of ['invited', 'requested', 'offered', 'payment_pending', 'going', 'not_going'] as const) {
        const { rows } = await sql<{
          id: string;
        }>`insert into participations (event_id, id, email, role, status, registered_at, changed_at)
          values (${id}, gen_random_uuid(), ${`${role}-${status}@sql.example`}, ${role}, ${status}, ${world.clock.now()}, ${world.clock.now()}) returning id`.execute(
          world.db,
        );
        refs.push({ eventId: id, id: rows[0]?.id ?? '', has: hasTicket({ role, status }) });
      }
    const issued = await issueAdmissions(world.db, refs, world.clock.now());
    expect(issued.map((one) => one.id).sort()).toEqual(refs.flatMap((one) => (one.has ? [one.id] : [])).sort());
  });

  test('of a cancelled or past event has no code that opens a door', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    world.clock.moveBy(8 * 86_400_000);
    const later = await world.signIn(wren);
    expect((await ticketOf(id, later)).data).toMatchObject({ state: 'over', jws: null, canPassOn: false });
    const next = await at.published({}, await world.signIn(host));
    await at.register(next.id, later);
    await world.call(events.cancelEvent, { eventId: next.id, message: '' }, await world.signIn(host));
    expect((await ticketOf(next.id, later)).data).toMatchObject({ state: 'cancelled', jws: null });
    host = await world.signIn(host);
    at = eventFixtures(world, host);
  });
});

describe('a ticket is void', () => {
  test('once the place is given up, and also when it is taken again', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const first = (await ticketOf(id, wren)).data;
    await at.leave(id, wren);
    expect(await atTheDoor(first.jws, id)).toBe('admission.not-going');
    expect((await ticketOf(id, wren)).problem.code).toBe('admission.no-ticket');
    await at.register(id, wren);
    const second = (await ticketOf(id, wren)).data;
    expect(second.participationId).toBe(first.participationId);
    expect(second.code).not.toBe(first.code);
    expect(await atTheDoor(first.jws, id)).toBe('admission.old-issue');
    expect(await atTheDoor(second.jws, id)).toBe('enters');
  });

  test('no matter who ends the place: a host, or the guest who is offered another role', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const { jws } = (await ticketOf(id, wren)).data;
    await at.changeGuest(id, wren, { type: 'decline' });
    expect(await atTheDoor(jws, id)).toBe('admission.not-going');
    await at.register(id, wren);
    expect(await atTheDoor(jws, id)).toBe('admission.old-issue');
    await at.host(id, wren);
    expect((await ticketOf(id, wren)).problem.code).toBe('admission.no-ticket');
  });

  test('when it is renewed, which its holder is told', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const before = (await ticketOf(id, wren)).data;
    const ref = { eventId: id, id: before.participationId };
    await runCommand(world.db, world.app.services, true, (command) => renewTickets(command, [ref]));
    const after = (await ticketOf(id, wren)).data;
    expect([await atTheDoor(before.jws, id), await atTheDoor(after.jws, id)]).toEqual([
      'admission.old-issue',
      'enters',
    ]);
    expect(after.code).not.toBe(before.code);
    const due = await world.db.selectFrom('event_mails').select('kind').where('event_id', '=', id).execute();
    expect(due.map(({ kind }) => kind)).toContain('new_ticket');
  });

  test('at the door of another event', async () => {
    const [one, other] = [await at.published(), await at.published()];
    const wren = await guest(one.id);
    expect(await atTheDoor((await ticketOf(one.id, wren)).data.jws, other.id)).toBe('admission.other-event');
  });
});

describe('what we did not sign is no ticket', () => {
  const claims = () => ({ eventId: host.id, participationId: host.id, issue: 1 });

  test.each(['', 'x', 'a.b.c', '..', 'e30.e30.'])('%j', async (text) => {
    expect(await readTicket(text, await keys())).toBeUndefined();
  });

  test('signed with another key under the name of ours', async () => {
    const [ours] = await keys();
    const { privateKey } = await generateKeyPair('EdDSA');
    const jws = await new CompactSign(Buffer.from(packClaims(claims())))
      .setProtectedHeader({ alg: 'EdDSA', kid: ours?.kid ?? '' })
      .sign(privateKey);
    expect(await readTicket(jws, await keys())).toBeUndefined();
  });

  test('signed with our public key as if it were a secret, or not at all', async () => {
    const [ours] = await keys();
    const content = Buffer.from(packClaims(claims()));
    const secret = await new CompactSign(content)
      .setProtectedHeader({ alg: 'HS256', kid: ours?.kid ?? '' })
      .sign(Buffer.from(ours?.x ?? '', 'base64url'));
    const part = (value: object | Buffer) =>
      Buffer.from(value instanceof Buffer ? value : JSON.stringify(value)).toString('base64url');
    const bare = `${part({ alg: 'none', kid: ours?.kid })}.${part(content)}.`;
    for (const jws of [secret, bare]) expect(await readTicket(jws, await keys())).toBeUndefined();
  });

  test('a ticket that was changed', async () => {
    const { id } = await at.published();
    const { jws } = (await ticketOf(id, await guest(id))).data;
    const [head, , signature] = jws?.split('.') ?? [];
    const content = Buffer.from(packClaims({ ...claims(), eventId: id })).toString('base64url');
    expect(await readTicket(`${head}.${content}.${signature}`, await keys())).toBeUndefined();
    expect(await readTicket(jws ?? '', await keys())).toBeDefined();
  });
});

test('a new key signs from then on, and tickets of the old one stay valid until it is retired', async () => {
  const { id } = await at.published();
  const wren = await guest(id);
  const before = (await ticketOf(id, wren)).data.jws;
  const [old] = await keys();
  world.clock.moveBy(MINUTE);
  const made = await addKey(world.db, world.config.authSecret, world.clock.now());
  world.clock.moveBy(MINUTE);
  const after = (await ticketOf(id, wren)).data.jws;
  expect((await keys()).map(({ kid }) => kid)).toEqual([made.kid, old?.kid]);
  expect(after).not.toBe(before);
  expect([await atTheDoor(before, id), await atTheDoor(after, id)]).toEqual(['enters', 'enters']);
  expect(await retireKey(world.db, old?.kid ?? '', world.clock.now())).toBe(true);
  world.clock.moveBy(MINUTE);
  expect([await atTheDoor(before, id), await atTheDoor(after, id)]).toEqual(['admission.forged', 'enters']);
  // Nothing of the private key is shown.
  expect(Object.keys((await keys())[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

test('if the secret of the installation changes, a new key is made and earlier tickets stay valid', async () => {
  const { id } = await at.published();
  const before = (await ticketOf(id, await guest(id))).data.jws;
  await addKey(world.db, 'another secret of thirty-two characters', world.clock.now());
  world.clock.moveBy(MINUTE);
  const after = (await ticketOf(id, await guest(id, 'Kofi'))).data.jws;
  expect([await atTheDoor(before, id), await atTheDoor(after, id)]).toEqual(['enters', 'enters']);
});

describe('hosts', () => {
  test('see the code of a guest, and find the guest by it', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    await guest(id, 'Kofi');
    const { code, participationId } = (await ticketOf(id, wren)).data;
    const seen = await world.call(registrations.getGuest, { eventId: id, participationId }, host);
    expect(seen.data.ticketCode).toBe(code);
    for (const search of [code, code.toLowerCase(), readCode(code) ?? '', ` ${code} `]) {
      const { data } = await world.call(registrations.listGuests, { eventId: id, search }, host);
      expect(
        data.data.map(({ name }) => name),
        search,
      ).toEqual(['Wren Halloran']);
      expect(data.count).toBe(1);
    }
    const other = await at.published();
    const found = await world.call(registrations.listGuests, { eventId: other.id, search: code }, host);
    expect(found.data.count).toBe(0);
  });

  test('find a guest by the code among many, where the search reads an index', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    await sql`insert into participations (event_id, id, email, first_name, status, registered_at, changed_at, own_act)
      select ${id}, gen_random_uuid(), 'many-' || n || '@code.example', 'Many', 'going', ${world.clock.now()}::timestamptz + n * interval '1 second', ${world.clock.now()}, true
      from generate_series(1, 120) n`.execute(world.db);
    const { code } = (await ticketOf(id, wren)).data;
    for (const query of [{ search: code }, { search: code, status: 'going' as const }]) {
      const { data } = await world.call(registrations.listGuests, { eventId: id, ...query }, host);
      expect(data.data.map(({ name }) => name)).toEqual(['Wren Halloran']);
    }
    const none = await world.call(registrations.listGuests, { eventId: id, search: code, status: 'waitlisted' }, host);
    expect(none.data.count).toBe(0);
  });

  test('see no code of people without a ticket', async () => {
    const { id } = await at.published({ require_approval: true });
    const wren = await world.person();
    await at.register(id, wren);
    const participationId = await at.idOf(id, wren);
    const seen = await world.call(registrations.getGuest, { eventId: id, participationId }, host);
    expect(seen.data.ticketCode).toBeNull();
  });
});

test('a person’s own tickets are listed, upcoming and past, each with its code', async () => {
  const wren = await world.person({ firstName: 'Wren', lastName: 'Halloran' });
  const now = Math.floor(world.clock.now().getTime() / 1000);
  const soon = await at.published({ name: 'Soon', start_epoc: now + 3600, end_epoc: now + 7200 });
  const later = await at.published({ name: 'Later' });
  const pass = await at.ticket(later.id, 'Day pass', null);
  await at.register(later.id, wren, { ticketId: pass });
  await at.register(soon.id, wren);
  const list = async (show: 'upcoming' | 'past', as: Signed) =>
    (await world.call(api.listAdmissions, { show }, as)).data;
  const upcoming = await list('upcoming', wren);
  expect(upcoming.data.map(({ event, ticketName }) => [event.name, ticketName])).toEqual([
    ['Soon', null],
    ['Later', 'Day pass'],
  ]);
  expect(upcoming.data[0]?.code).toBe((await ticketOf(soon.id, wren)).data.code);
  expect((await list('past', wren)).count).toBe(0);
  world.clock.moveBy(3 * 3_600_000);
  const back = await world.signIn(wren);
  expect((await list('past', back)).data.map(({ event }) => event.name)).toEqual(['Soon']);
  expect((await list('upcoming', back)).count).toBe(1);
  // Who hosts needs no ticket.
  host = await world.signIn(host);
  at = eventFixtures(world, host);
  expect((await list('upcoming', host)).count).toBe(0);
});

test('opening a ticket that somebody else got for them makes it a person’s own', async () => {
  const { id } = await at.published();
  const wren = await guest(id);
  await sql`update participations set own_act = false where event_id = ${id} and user_id = ${wren.id}`.execute(
    world.db,
  );
  const { participationId } = (await ticketOf(id, wren)).data;
  expect((await findParticipation(world.db, id, participationId))?.ownAct).toBe(true);
});

test('two devices that open a new ticket at the same moment show the same one', async () => {
  const { id } = await at.published();
  const wren = await guest(id);
  const shown = await Promise.all(Array.from({ length: 4 }, () => ticketOf(id, wren)));
  expect(new Set(shown.map(({ data }) => data.code)).size).toBe(1);
});

describe('a ticket to print', () => {
  const file = async (eventId: string, as: Signed, query = '', asks: Signed | undefined = as) => {
    const participationId = await at.idOf(eventId, as);
    return world.app.http.inject({
      url: `/api/v1/events/${eventId}/participations/${participationId}/ticket.pdf${query}`,
      headers: asks ? { authorization: `Bearer ${asks.token}` } : {},
    });
  };

  test('is a PDF for its holder, and for nobody else', async () => {
    const { id, alias } = await at.published({ name: '陶芸 Ελλάδα'.repeat(8) });
    const wren = await guest(id);
    const { statusCode, headers, rawPayload } = await file(id, wren);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toContain(`${alias}-ticket.pdf`);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await file(id, wren, '', host)).statusCode).toBe(404);
    const strangers = await world.app.http.inject({
      url: `/api/v1/events/${id}/participations/${await at.idOf(id, wren)}/ticket.pdf`,
    });
    expect(strangers.statusCode).toBe(404);
    const token = createEventTokens(world.config.authSecret).forParticipation(await at.idOf(id, wren));
    const linked = await world.app.http.inject({
      url: `/api/v1/events/${id}/participations/${await at.idOf(id, wren)}/ticket.pdf?token=${token}`,
    });
    expect(linked.statusCode).toBe(200);
  });

  test('is refused like the ticket itself', async () => {
    const { id } = await at.published();
    expect((await file(id, host)).json()).toMatchObject({ code: 'admission.no-ticket' });
    const url = `/api/v1/events/${id}/participations/not-an-id/ticket.pdf`;
    expect((await world.app.http.inject({ url })).statusCode).toBe(404);
  });
});
