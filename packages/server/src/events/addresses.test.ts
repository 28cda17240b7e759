import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { ADDRESS_CHANGES, refusals } from '@folkmoot/contract/events/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let stranger: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  stranger = await world.person({ firstName: 'Stan', lastName: 'Stranger' });
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

describe('event addresses', () => {
  test('an event’s address is made from its name, and numbered if it is taken', async () => {
    const name = `Moot ${newId().slice(-8)}`;
    const [one, two] = [await gatherings.draft({ name }), await gatherings.draft({ name })];
    expect(two.alias).toBe(`${one.alias}-2`);
    const long = `${name} ${'and so on '.repeat(6)}`;
    const many = [];
    for (let n = 0; n < 6; n += 1) many.push((await gatherings.draft({ name: long })).alias);
    expect(many.at(-1)).toMatch(/^[a-z0-9-]{10,31}-[0-9a-f]{8}$/);
    expect((await gatherings.make({ alias: 'settings' })).problem.code).toBe(refusals.aliasReserved.code);
    expect((await gatherings.make({ alias: one.alias })).problem.fields).toEqual({
      alias: refusals.aliasTaken.message,
    });
    const community = await makeCommunity(world.db, host.id);
    expect((await gatherings.change(one.id, { alias: community.slug })).problem.code).toBe(refusals.aliasTaken.code);
  });

  test('an event’s address forwards after a change, and the event can take its own old address back', async () => {
    const [first, second] = [`moot-${newId().slice(-8)}`, `fair-${newId().slice(-8)}`];
    const { id } = await gatherings.published({ alias: first });
    expect((await gatherings.change(id, { alias: second })).data.data.alias).toBe(second);
    const old = await world.call(resolveAlias, { alias: first });
    expect(old.data.data).toEqual({ resource_type: 'event', resource_id: id, alias: second });
    expect((await gatherings.change(id, { alias: first })).data.data.alias).toBe(first);
    expect((await gatherings.make({ alias: second })).problem.code).toBe(refusals.aliasTaken.code);
  });

  test('the address of a draft follows its name until somebody chooses one, and never once it is published', async () => {
    const id = newId().slice(-8);
    const draft = await gatherings.draft({ name: 'K' });
    expect(draft.alias).toMatch(/^event-k/);
    const rename = async (fields: object) => (await gatherings.change(draft.id, fields)).data.data.alias;
    expect(await rename({ name: `Kiln ${id}` })).toBe(`kiln-${id}`);
    expect(await rename({ name: `Kiln ${id}!` })).toBe(`kiln-${id}`);
    expect(await rename({ alias: `open-${id}` })).toBe(`open-${id}`);
    expect(await rename({ name: `Fair ${id}` })).toBe(`open-${id}`);
    const published = await gatherings.published({ name: `Moot ${id}` });
    expect((await gatherings.change(published.id, { name: `Mote ${id}` })).data.data.alias).toBe(published.alias);
  });
  test('a draft’s address is released on a change, and a published event’s can change five times a month', async () => {
    const [first, second] = [`moot-${newId().slice(-8)}`, `fair-${newId().slice(-8)}`];
    const { id } = await gatherings.draft({ ...gatherings.times(), alias: first });
    expect((await gatherings.change(id, { alias: second })).status).toBe(200);
    expect((await world.call(resolveAlias, { alias: first })).status).toBe(404);
    await world.call(api.publishEvent, { eventId: id }, host);
    for (let n = 0; n < ADDRESS_CHANGES.most; n += 1)
      expect((await gatherings.change(id, { alias: `${first}-${n}` })).status).toBe(200);
    const sixth = await gatherings.change(id, { alias: `${first}-x` });
    expect(sixth.problem.fields).toEqual({ alias: refusals.aliasTooOften.message });
  });

  test('an address that two events want at once goes to one of them', async () => {
    const alias = `both-${newId().slice(-8)}`;
    const [one, two] = [await gatherings.published(), await gatherings.published({}, stranger)];
    const answers = await Promise.all([
      gatherings.change(one.id, { alias }),
      gatherings.change(two.id, { alias }, stranger),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem.fields).toEqual({
      alias: refusals.aliasTaken.message,
    });
    const { resource_id: winner } = (await world.call(resolveAlias, { alias })).data.data;
    expect(answers.find(({ status }) => status === 200)?.data.data.id).toBe(winner);
  });
});
