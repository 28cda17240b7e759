import * as communities from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/communities/featured-api.ts';
import { FEATURED, ORDER_FAULTS, refusals } from '@folkmoot/contract/communities/featured-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

describe('featured communities', () => {
  let world: World;
  let owner: Signed;
  let maren: Signed;
  beforeAll(async () => {
    world = await openWorld();
    [owner, maren] = [await world.person(), await world.person()];
    await world.db.insertInto('installation').values({ owner_id: owner.id }).execute();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.call(api.removeFeatured, {}, owner);
  });

  const community = (visibility: 'public' | 'private' | 'secret' = 'public', name?: string) =>
    makeCommunity(world.db, maren.id, { visibility, ...(name !== undefined && { name }) });
  const feature = (serverId: string, position?: number) =>
    world.call(api.featureCommunity, { serverId, ...(position !== undefined && { position }) }, owner);
  /** Features a new community, and returns both ids. */
  const featured = async (name?: string) => {
    const { id: serverId } = await community('public', name);
    return { serverId, id: (await feature(serverId)).data.data.featuredCommunityId };
  };
  const several = async (count: number) => {
    const made: { serverId: string; id: string }[] = [];
    for (let at = 0; at < count; at += 1) made.push(await featured());
    return made;
  };
  const shown = async (as?: Signed) =>
    (await world.call(api.listFeatured, {}, as)).data.data.map((one) => one.featuredCommunityId);
  const rows = async () => (await world.call(api.listAllFeatured, {}, owner)).data.data;
  const all = async () => (await rows()).map((one) => one.featuredCommunityId);
  const become = (serverId: string, visibility: 'public' | 'private' | 'secret') =>
    world.call(communities.updateCommunity, { serverId, visibility }, maren);

  test('visitors get them in order, as the cards of discover, and members see where they are in', async () => {
    const [first, second] = await several(2);
    const reader = await world.person();
    await addMembers(world.db, first?.serverId ?? '', [reader.id]);
    const { data } = await world.call(api.listFeatured, {}, reader);
    expect(data.nextCursor).toBeNull();
    expect(data.data.map(({ community: { joined } }) => joined)).toEqual([true, false]);
    const discovered = (await world.call(communities.discoverCommunities, {})).data.data;
    const visitors = (await world.call(api.listFeatured, {})).data.data;
    expect(visitors.map((one) => one.featuredCommunityId)).toEqual([first?.id, second?.id]);
    for (const one of visitors) expect(discovered).toContainEqual(one.community);
  });

  test('only the owner of the installation changes them, and everybody else is told so', async () => {
    const { serverId, id } = await featured();
    const attempts = (as?: Signed) =>
      Promise.all([
        world.call(api.listAllFeatured, {}, as),
        world.call(api.featureCommunity, { serverId }, as),
        world.call(api.orderFeatured, { order: [id] }, as),
        world.call(api.removeFeatured, { featuredCommunityId: id }, as),
        world.call(api.removeFeatured, {}, as),
      ]);
    for (const { status, problem } of await attempts(maren))
      expect([status, problem.message]).toEqual([403, refusals.ownerOnly.message]);
    for (const { status, problem } of await attempts())
      expect([status, problem.message]).toEqual([401, core.signedOut.message]);
    expect(await shown()).toEqual([id]);
  });

  test('a community that is not public, or that there is not, is refused at its field in the same words', async () => {
    const [closed, hidden] = [await community('private'), await community('secret')];
    for (const serverId of [closed.id, hidden.id, newId()]) {
      const { status, problem } = await feature(serverId);
      expect([status, problem.fields]).toEqual([422, { serverId: refusals.notPublic.message }]);
    }
    expect(await all()).toEqual([]);
  });

  test('featuring a community again changes nothing and answers as before, also when the list is full', async () => {
    const made = await several(FEATURED.most);
    const again = await feature(made[3]?.serverId ?? '', 0);
    expect([again.status, again.data.data.featuredCommunityId]).toEqual([200, made[3]?.id]);
    expect(await all()).toEqual(made.map(({ id }) => id));
    const { status, problem } = await feature((await community()).id);
    expect([status, problem.message]).toEqual([409, refusals.full.message]);
    expect(await all()).toHaveLength(FEATURED.most);
  });

  test('the same community at the same moment is featured once, and the most is never exceeded', async () => {
    const one = await community();
    const twice = await Promise.all([feature(one.id), feature(one.id), feature(one.id)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(twice.map(({ data }) => data.data.featuredCommunityId)).size).toBe(1);
    await several(FEATURED.most - 2);
    const others = [await community(), await community(), await community()];
    const race = await Promise.all(others.map(({ id }) => feature(id)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await all()).toHaveLength(FEATURED.most);
  });

  test('a community that turns private or secret disappears at once, keeps its place, and comes back with it', async () => {
    const [first, second, third] = await several(3);
    const everything = [first?.id, second?.id, third?.id];
    for (const visibility of ['private', 'secret'] as const) {
      await become(second?.serverId ?? '', visibility);
      for (const as of [undefined, owner, maren]) expect(await shown(as)).toEqual([first?.id, third?.id]);
      expect(await all()).toEqual(everything);
      expect((await rows())[1]?.community.visibility).toBe(visibility);
    }
    await become(second?.serverId ?? '', 'public');
    expect(await shown()).toEqual(everything);
  });

  test('the owner sees only the name that a secret community had when it was featured', async () => {
    const { serverId } = await featured('Harbour Rowers');
    await world.call(
      communities.updateCommunity,
      { serverId, visibility: 'secret', name: 'Night Rowers', logo: '/art/logos/choir.svg' },
      maren,
    );
    expect((await rows())[0]?.community).toEqual({
      id: serverId,
      name: 'Harbour Rowers',
      logo: null,
      memberCount: null,
      visibility: 'secret',
    });
    await become(serverId, 'private');
    expect((await rows())[0]?.community).toMatchObject({ name: 'Night Rowers', memberCount: 1 });
  });

  test('a deleted community is not featured any more', async () => {
    const { serverId } = await featured('Short-lived');
    const gone = await world.call(communities.deleteCommunity, { serverId, name: 'Short-lived' }, maren);
    expect(gone.status).toBe(200);
    expect(await all()).toEqual([]);
  });

  test('a community can be put where it was, for a removal that is undone', async () => {
    const [first, second, third] = await several(3);
    await world.call(api.removeFeatured, { featuredCommunityId: second?.id }, owner);
    expect(await all()).toEqual([first?.id, third?.id]);
    const back = await feature(second?.serverId ?? '', 1);
    expect(await all()).toEqual([first?.id, back.data.data.featuredCommunityId, third?.id]);
    await world.call(api.removeFeatured, { featuredCommunityId: first?.id }, owner);
    const last = await feature(first?.serverId ?? '', FEATURED.most);
    expect((await all()).at(-1)).toBe(last.data.data.featuredCommunityId);
  });

  test('the whole order is replaced, and what is wrong with it is said at its places', async () => {
    const made = (await several(3)).map(({ id }) => id);
    const [first = '', second = '', third = ''] = made;
    const order = (ids: string[]) => world.call(api.orderFeatured, { order: ids }, owner);
    expect((await order([third, first, second])).status).toBe(200);
    expect(await shown()).toEqual([third, first, second]);
    const stranger = newId();
    const cases: [string[], number, Record<string, string>][] = [
      [[third, first, second, first], 422, { 'order.3': ORDER_FAULTS.twice }],
      [[third, first, second, stranger], 409, { 'order.3': ORDER_FAULTS.unknown }],
      [[third, first], 409, { order: ORDER_FAULTS.missing }],
      [[stranger, first, second], 409, { 'order.0': ORDER_FAULTS.unknown, order: ORDER_FAULTS.missing }],
      [[], 409, { order: ORDER_FAULTS.missing }],
    ];
    for (const [ids, expected, fields] of cases) {
      const { status, problem } = await order(ids);
      expect([status, problem.fields]).toEqual([expected, fields]);
    }
    expect(await shown()).toEqual([third, first, second]);
  });

  test('changes at the same moment come one after the other, and lose nothing', async () => {
    const ids = (await several(4)).map(({ id }) => id);
    const back = ids.toReversed();
    const added = await community();
    const [one, other, more] = await Promise.all([
      world.call(api.orderFeatured, { order: back }, owner),
      world.call(api.orderFeatured, { order: ids }, owner),
      feature(added.id),
    ]);
    expect(more.status).toBe(200);
    // An order that no longer has all of them is refused.
    for (const { status } of [one, other]) expect([200, 409]).toContain(status);
    const after = await all();
    expect([...after].sort()).toEqual([...ids, more.data.data.featuredCommunityId].sort());
    const old = after.filter((id) => ids.includes(id));
    expect([ids.join(), back.join()]).toContain(old.join());
    const positions = await world.db
      .selectFrom('featured_communities')
      .select('position')
      .orderBy('position')
      .execute();
    expect(positions.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  test('one is removed, or all, and a second time too; a misspelled name removes nothing', async () => {
    const [first, second] = await several(2);
    for (let time = 0; time < 2; time += 1) {
      const { status } = await world.call(api.removeFeatured, { featuredCommunityId: first?.id }, owner);
      expect(status).toBe(200);
      expect(await all()).toEqual([second?.id]);
    }
    const remove = (query: string) =>
      world.app.http.inject({
        method: 'DELETE',
        url: `${api.removeFeatured.path}${query}`,
        headers: { origin: 'http://localhost', authorization: `Bearer ${owner.token}` },
      });
    for (const query of [`?featuredCommunityID=${second?.id}`, '?featuredCommunityId=', '?featuredCommunityId=first'])
      expect((await remove(query)).statusCode).toBe(422);
    expect(await all()).toEqual([second?.id]);
    for (let time = 0; time < 2; time += 1) expect((await world.call(api.removeFeatured, {}, owner)).status).toBe(200);
    expect(await all()).toEqual([]);
  });

  test('pages follow each other without a gap or a repeat, and without those that are hidden', async () => {
    const made = await several(FEATURED.page + 3);
    await become(made[2]?.serverId ?? '', 'private');
    const first = (await world.call(api.listFeatured, {})).data;
    expect(first.data).toHaveLength(FEATURED.page);
    const second = (await world.call(api.listFeatured, { cursor: first.nextCursor ?? '' })).data;
    expect(second.nextCursor).toBeNull();
    expect([...first.data, ...second.data].map((one) => one.featuredCommunityId)).toEqual(
      made.filter((_, at) => at !== 2).map(({ id }) => id),
    );
    expect((await world.call(api.listFeatured, { cursor: 'elsewhere' })).status).toBe(400);
  });

  test('the number of statements is the same for one and for as many as there can be', async () => {
    const counted = async () => {
      const counts: number[] = [];
      const ids = await all();
      const one = (await rows())[0];
      const next = await community();
      for (const call of [
        () => world.call(api.listFeatured, {}),
        () => world.call(api.listFeatured, {}, owner),
        () => world.call(api.listAllFeatured, {}, owner),
        () => world.call(api.orderFeatured, { order: ids.toReversed() }, owner),
        () => world.call(api.featureCommunity, { serverId: one?.community.id ?? '' }, owner),
        () => world.call(api.featureCommunity, { serverId: next.id }, owner),
        () => world.call(api.removeFeatured, {}, owner),
      ]) {
        const counting = world.countQueries();
        expect((await call()).status).toBe(200);
        counts.push(counting.stop());
      }
      return counts;
    };
    await several(1);
    const few = await counted();
    await several(FEATURED.most - 1);
    expect(await counted()).toEqual(few);
    expect(few.slice(0, 3)).toEqual([1, 1, 2]);
  });
});
