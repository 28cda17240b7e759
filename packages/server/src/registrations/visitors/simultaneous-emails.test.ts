import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { OUTREACH, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { CI } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { insertOutreach } from '../../participations/outreach-store.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a crowd behind one address', () => {
  test.runIf(CI)(
    'four hundred people register from one network at the same moment, and nobody has to press again',
    async () => {
      const limited = await openWorld({ RATE_LIMITS: 'on' });
      const host = await limited.person();
      const { id } = await eventFixtures(limited, host).published({ capacity: 400, waitlist: false });
      const register = (n: number) =>
        limited.app.http.inject({
          method: 'PUT',
          url: `/api/v1/events/${id}/register`,
          remoteAddress: '203.0.113.40',
          payload: { visitor: { firstName: 'Pu', lastName: 'Pil', email: `pupil${n}@school.example` } },
        });
      const answers = [];
      for (let n = 0; n < 400; n += 40)
        answers.push(...(await Promise.all(Array.from({ length: 40 }, (_, at) => register(n + at)))));
      expect(answers.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)).toEqual([]);
      expect((await register(400)).json().code).toBe('events.full');
      await limited.close();
    },
  );
});

describe('emails requested at once', () => {
  test('emails requested at once by one network are limited as if one by one, and refused ones do not count', async () => {
    const host = await world.person();
    const at = eventFixtures(world, host);
    const { id } = await at.published();
    const network = '203.0.113.11';
    const counted = async () =>
      (await world.db.selectFrom('event_outreach').select('id').where('sender', '=', network).execute()).length;
    for (let n = 0; n < VISITOR_MAILS.network.most - 2; n += 1)
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
    expect(await counted()).toBe(VISITOR_MAILS.network.most - 2);
    world.clock.moveBy(60_001);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => register(id, `target${n}@post.example`)));
    const had = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    // Two of the thousand, and what goes on slowly.
    expect([had(200), had(429)]).toEqual([VISITOR_MAILS.network.perMinute, 12 - VISITOR_MAILS.network.perMinute]);
    expect(await counted()).toBe(VISITOR_MAILS.network.most - 2 + VISITOR_MAILS.network.perMinute);
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
