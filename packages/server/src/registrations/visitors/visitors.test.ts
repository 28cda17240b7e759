import * as communities from '@folkmoot/contract/communities/api.ts';
import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { createEventTokens } from '../../events/access/access-actions.ts';
import { insertParticipation } from '../../participations/moves-store.ts';
import { findParticipation } from '../../participations/store.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const visitor = (email: string) => ({ visitor: { firstName: 'Zoë', lastName: 'Ångström', email } });

/** The token in the link of an email to this address. */
async function linkOf(eventId: string, email: string) {
  const { rows } = await sql<{
    id: string;
  }>`select id from participations where event_id = ${eventId} and email = ${email}`.execute(world.db);
  const participationId = rows[0]?.id ?? '';
  return { participationId, token: createEventTokens(world.config.authSecret).forParticipation(participationId) };
}

describe('what visitors learn about addresses', () => {
  test('a visitor does not learn that the account of an address is banned from the community', async () => {
    const shut = await world.person({ email: 'shut@out.example' });
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [shut.id], 'MEMBER');
    const { id } = await at.published({ serverId, visibility: 'public' });
    const { rows } = await sql<{
      id: string;
    }>`select id from members where server_id = ${serverId} and user_id = ${shut.id}`.execute(world.db);
    await world.call(communities.banMember, { serverId, memberId: rows[0]?.id ?? '', reason: '' }, host);
    const [known, unknown] = [
      await at.register(id, undefined, visitor('shut@out.example')),
      await at.register(id, undefined, visitor('nobody@out.example')),
    ];
    expect([known.status, known.data.status]).toEqual([unknown.status, unknown.data.status]);
  });

  test('a visitor does not learn that hosts approved an address before', async () => {
    const email = 'was@here.example';
    const { id } = await at.published({ require_approval: true });
    const { participationId, token } = await at.prove(id, email);
    await world.call(api.changeGuest, { eventId: id, participationId, type: 'approve' } as never, host);
    expect((await world.call(api.declineParticipation, { eventId: id, participationId, token })).status).toBe(200);
    expect((await at.register(id, undefined, visitor(email))).data.status).toBe('requested');
  });
});

describe('visitors who type an address that is on the list', () => {
  test('a visitor gets a place of their own, and the same answer, whoever has the address', async () => {
    const { id } = await at.published({ capacity: 10 });
    const known = await world.person({ email: 'has-account@known.example' });
    await at.prove(id, 'is-going@known.example');
    const answers = [];
    for (const email of [known.email, 'is-going@known.example', 'new@known.example'])
      answers.push((await at.register(id, undefined, visitor(email))).data);
    const told = answers.map(({ data, token, ...rest }) => ({
      ...rest,
      name: data.name,
      status: data.status,
      has: token !== undefined,
    }));
    expect(told).toEqual(Array.from({ length: 3 }, () => told[0]));
    expect(await at.taken(id)).toBe(4);
    expect(await at.own(id, known)).toBeNull();
  });

  test('registering with the address of an account puts nobody on a list, until its owner follows the link', async () => {
    const { id: eventId } = await at.published();
    const owner = await world.person({ email: 'owner@known.example', firstName: 'Olive' });
    const signIn = async () => (await world.app.signIn.$context).internalAdapter.createSession(owner.id);
    const { data } = await at.register(eventId, undefined, visitor(owner.email));
    const { token } = await linkOf(eventId, owner.email);
    const seen = (by: string | undefined) => world.call(api.getOwnParticipation, { eventId, token: by });
    await signIn();
    expect(await at.own(eventId, owner)).toBeNull();
    expect((await seen(token)).data.data?.name).toBe('Zoë Ångström');
    await signIn();
    expect(await at.own(eventId, owner)).toMatchObject({ status: 'going', name: expect.stringMatching(/^Olive/) });
    // Whoever typed the address does not see whose it is.
    expect((await seen(data.token)).status).toBe(410);
  });

  test('a place is an address’s own once its reader follows the link; a second one stays a place beside it', async () => {
    const { id } = await at.published({ capacity: 10 });
    const email = 'twice@known.example';
    const first = await at.prove(id, email);
    const second = await at.prove(id, email);
    const { rows } = await sql<{ id: string; own: boolean }>`select id, client_id is null as own from participations
      where event_id = ${id} and email = ${email}`.execute(world.db);
    expect(new Map(rows.map((row) => [row.id, row.own]))).toEqual(
      new Map([
        [first.participationId, true],
        [second.participationId, false],
      ]),
    );
    expect(await at.taken(id)).toBe(2);
  });
});

describe('visitors who type an invited address', () => {
  /** An address that hosts have invited, without an account. */
  const invite = (eventId: string, email: string) =>
    insertParticipation(
      world.db,
      eventId,
      { email, firstName: 'Given', lastName: 'Name' },
      { role: 'guest', status: 'invited' },
      world.clock.now(),
    );
  const statusOf = async (eventId: string, id: string) => (await findParticipation(world.db, eventId, id))?.status;

  test('a visitor who types an invited address gets a seat like anybody else; the link in their email answers the invitation', async () => {
    const { id } = await at.published({ capacity: 1, waitlist: false });
    const invited = await invite(id, 'asked@seat.example');
    const { data } = await at.register(id, undefined, visitor('asked@seat.example'));
    const { participationId } = data.data;
    expect([data.status, await statusOf(id, invited)]).toEqual(['going', 'invited']);
    expect(await at.taken(id)).toBe(1);
    const due = await world.db
      .selectFrom('event_mails')
      .select('kind')
      .where('participation_id', '=', participationId)
      .execute();
    expect(due).toEqual([{ kind: 'going' }]);
    const token = createEventTokens(world.config.authSecret).forParticipation(participationId);
    await world.call(api.getOwnParticipation, { eventId: id, token });
    expect([await statusOf(id, participationId), await statusOf(id, invited)]).toEqual(['going', 'not_going']);
    expect(await at.taken(id)).toBe(1);
    await invite(id, 'late@seat.example');
    expect((await at.register(id, undefined, visitor('late@seat.example'))).problem.code).toBe('events.full');
  });

  test('a visitor who types an invited address needs approval as anybody does, while its emailed link needs none', async () => {
    const { id } = await at.published({ require_approval: true });
    const invited = await invite(id, 'asked@approval.example');
    await invite(id, 'linked@approval.example');
    expect((await at.register(id, undefined, visitor('asked@approval.example'))).data.status).toBe('requested');
    expect(await statusOf(id, invited)).toBe('invited');
    const { token } = await linkOf(id, 'linked@approval.example');
    expect((await at.register(id, undefined, { token })).data.status).toBe('going');
  });
});

describe('visitors who change answers with an emailed link', () => {
  test('a visitor who changes answers with an emailed link is found by name as before, and by the new answer', async () => {
    const email = 'zoe@found.example';
    const { id } = await at.published();
    const question = { question: 'Diet?', type: 'text' as const, is_required: false, is_others: false, choices: [] };
    const saved = await world.call(questionnaires.saveQuestions, { eventId: id, questions: [question] }, host);
    const [asked] = saved.data.data;
    await at.register(id, undefined, visitor(email));
    const { token } = await linkOf(id, email);
    const responses = [
      {
        event_question_id: asked?.question_id,
        event_question_version_id: asked?.question_version_id,
        response_text: ['Lentils'],
        response_id: null,
      },
    ];
    expect((await at.register(id, undefined, { token, responses })).status).toBe(200);
    const count = async (search: string) =>
      (await world.call(api.listGuests, { eventId: id, search }, host)).data.count;
    expect([await count('angstrom'), await count('lentils'), await count('barley')]).toEqual([1, 1, 0]);
  });
});
