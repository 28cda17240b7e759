import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { OUTREACH, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { insertOutreach } from '../../participations/outreach-store.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('emails requested at once', () => {
  test('emails requested at once by one network are limited as if one by one, and refused ones do not count', async () => {
    const host = await world.person();
    const at = eventFixtures(world, host);
    const { id } = await at.published();
    const network = '203.0.113.11';
    const counted = async () =>
      (await world.db.selectFrom('event_outreach').select('id').where('sender', '=', network).execute()).length;
    for (let n = 0; n < VISITOR_MAILS.caller - 2; n += 1)
      await insertOutreach(world.db, { eventId: id, kind: 'visitor', sender: network, address: '' }, world.clock.now());
    const register = (eventId: string, email: string) =>
      world.app.http.inject({
        method: 'PUT',
        url: `/api/v1/events/${eventId}/register`,
        remoteAddress: network,
        payload: { visitor: { firstName: 'Vic', lastName: 'Tim', email } },
      });
    const off = await at.published();
    await world.call(cancelEvent, { eventId: off.id, message: '' }, host);
    expect((await register(off.id, 'too-late@post.example')).statusCode).not.toBe(200);
    expect(await counted()).toBe(VISITOR_MAILS.caller - 2);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => register(id, `target${n}@post.example`)));
    const had = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([had(200), had(429)]).toEqual([2, 10]);
    expect(await counted()).toBe(VISITOR_MAILS.caller);
  });

  test('emails requested at once by several hosts for one address are limited as if they came one by one', async () => {
    const person = await world.person();
    const asks: { host: Signed; eventId: string }[] = [];
    for (let n = 0; n < OUTREACH.address + 4; n += 1) {
      const host = await world.person();
      asks.push({ host, eventId: (await eventFixtures(world, host).published()).id });
    }
    const added = await Promise.all(
      asks.map(({ host, eventId }) => world.call(api.addGuest, { eventId, email: person.email }, host)),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200]));
    const due = await world.db
      .selectFrom('event_mails')
      .select('id')
      .where(
        'event_id',
        'in',
        asks.map(({ eventId }) => eventId),
      )
      .where('kind', '=', 'asked')
      .execute();
    expect(due).toHaveLength(OUTREACH.address);
  });
});
