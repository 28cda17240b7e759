import { listAuditLog, updateCommunity } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { FIRST_PAGE } from '@folkmoot/contract/home/rules.ts';
import { LIMITS, refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accordion, cards, fullPage, gallery, homeFixtures, section } from '../../test/fixtures/home-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers } from '../seed/builders.ts';

describe('homes of communities', () => {
  let world: World;
  let homes: ReturnType<typeof homeFixtures>;
  let maren: Signed;
  let mods: Signed;
  let member: Signed;
  let stranger: Signed;
  let open: string;
  beforeAll(async () => {
    world = await openWorld();
    homes = homeFixtures(world);
    [maren, mods, member, stranger] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    open = await homes.community('public', maren, [member]);
    await addMembers(world.db, open, [mods.id], 'MODERATOR');
  });
  afterAll(() => world.close());

  const types = (answer: Awaited<ReturnType<typeof homes.get>>) =>
    answer.data.data.sections.map(({ sectionType }) => sectionType);

  test('a community begins with a page that is published, and its draft is the same', async () => {
    const serverId = await homes.community('public', maren);
    const published = await homes.get(serverId);
    expect(published.status).toBe(200);
    expect(published.data.data.sections.map(({ attachments: _, ...one }) => one)).toEqual(FIRST_PAGE);
    expect(published.data.data).toMatchObject({ version: 0, publishedVersion: 0, view: 'published' });
    expect(published.data.data.newMembers.map(({ id }) => id)).toEqual([maren.id]);
    const draft = await homes.get(serverId, maren, { view: 'draft' });
    expect(types(draft)).toEqual(['NextEvents', 'NewMembers']);
    expect((await homes.get(serverId, maren, { view: 'history' })).data.data.history).toEqual([
      { version: 0, publishedAt: expect.any(String), publishedBy: null, sections: 2 },
    ]);
    expect((await homes.publish(serverId, maren, 0)).data.message).toBe(TEXTS.nothingNew);
  });

  test('secret communities do not exist for others, private ones refuse them, members see both', async () => {
    const [hidden, closed] = [
      await homes.community('secret', maren, [member]),
      await homes.community('private', maren, [member]),
    ];
    for (const as of [undefined, stranger]) {
      for (const view of ['published', 'draft', 'history'] as const) {
        expect((await homes.get(hidden, as, { view })).status).toBe(404);
        const refused = await homes.get(closed, as, { view });
        expect([refused.status, refused.problem.code]).toEqual([403, refusals.private.code]);
      }
      expect((await world.call(api.getFaqs, { serverId: hidden }, as)).status).toBe(404);
      expect((await world.call(api.getFaqs, { serverId: closed }, as)).status).toBe(403);
    }
    for (const serverId of [hidden, closed]) expect((await homes.get(serverId, member)).status).toBe(200);
    expect((await homes.get(newId(), maren)).status).toBe(404);
  });

  test('drafts and history are for holders of MANAGE_HOME, and so is every change', async () => {
    const expected = [
      [undefined, 401, 401],
      [stranger, 403, 404],
      [member, 403, 403],
      [mods, 403, 403],
      [maren, 200, 200],
    ] as const;
    for (const [as, read, write] of expected) {
      expect((await homes.get(open, as, { view: 'draft' })).status).toBe(read);
      expect((await homes.get(open, as, { view: 'history' })).status).toBe(read);
      const version = await homes.draftVersion(open, maren);
      const input = { serverId: open };
      expect((await world.call(api.saveHome, { ...input, sections: FIRST_PAGE as never, version }, as)).status).toBe(
        write,
      );
      expect((await world.call(api.publishHome, { ...input, version }, as)).status).toBe(write);
      expect((await world.call(api.restoreHome, { ...input, version: 0 }, as)).status).toBe(write);
      expect((await world.call(api.saveFaqs, { ...input, faqs: [] }, as)).status).toBe(write);
    }
  });

  test('what is saved is a draft until it is published, with members’ and hidden sections kept back', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const sections = [
      accordion('<p>For all.</p>'),
      accordion('<p>For members.</p>', { audience: 'members' }),
      accordion('<p>For nobody.</p>', { isHidden: true }),
    ];
    const saved = await homes.save(
      serverId,
      maren,
      sections.map((one, at) => ({ ...one, order: 10 + at })),
    );
    expect(saved.data.data.sections.map(({ order }) => order)).toEqual([0, 1, 2]);
    expect(types(await homes.get(serverId))).toEqual(['NextEvents', 'NewMembers']);
    expect((await homes.publish(serverId, maren)).data.message).toBe(TEXTS.published);
    const texts = async (as?: Signed) => JSON.stringify((await homes.get(serverId, as)).data).match(/For \w+/g);
    expect(await texts()).toEqual(['For all']);
    expect(await texts(stranger)).toEqual(['For all']);
    expect(await texts(member)).toEqual(['For all', 'For members']);
    expect(await texts(maren)).toEqual(['For all', 'For members']);
    const draft = JSON.stringify((await homes.get(serverId, maren, { view: 'draft' })).data);
    expect(draft).toContain('For nobody');
    const seen = (await homes.get(serverId, member)).data.data;
    expect([seen.publishedBy, seen.changedBy, seen.changedAt, seen.history]).toEqual([null, null, null, []]);
  });

  test('of two who save at once one is told, with the newer draft; nothing is lost', async () => {
    const serverId = await homes.community('public', maren);
    const [one, other] = [accordion('<p>One.</p>'), accordion('<p>Other.</p>')];
    const both = await Promise.all([homes.save(serverId, maren, [one], 0), homes.save(serverId, maren, [other], 0)]);
    const [won, lost] = both[0].status === 200 ? [both[0], both[1]] : [both[1], both[0]];
    expect([won.status, lost.status, lost.problem.code]).toEqual([200, 409, refusals.stale.code]);
    expect(lost.problem.current).toEqual(JSON.parse(JSON.stringify(won.data.data)));
    expect((await homes.publish(serverId, maren, 0)).problem).toMatchObject({
      code: refusals.stale.code,
      current: { version: 1 },
    });
    const restored = await world.call(api.restoreHome, { serverId, version: 0, draftVersion: 0 }, maren);
    expect(restored.problem.code).toBe(refusals.stale.code);
    // With the newer version, the save succeeds.
    expect((await homes.save(serverId, maren, [one, other], 1)).data.data.version).toBe(2);
  });

  test('a save whose answer was lost can be sent again', async () => {
    const serverId = await homes.community('public', maren);
    const sections = [accordion()];
    expect((await homes.save(serverId, maren, sections, 0)).data.data.version).toBe(1);
    const again = await homes.save(serverId, maren, sections, 0);
    expect([again.status, again.data.data.version]).toEqual([200, 1]);
    const page = { serverId, version: 1 };
    expect((await world.call(api.publishHome, page, maren)).status).toBe(200);
    expect((await world.call(api.publishHome, page, maren)).data).toMatchObject({
      message: TEXTS.nothingNew,
      data: { version: 1 },
    });
  });

  test('everything that is wrong is said at once', async () => {
    const sections = [
      accordion('<img src=x onerror=alert(1)><script>alert(1)</script>'),
      section('Links', { items: [{ title: '', url: 'javascript:alert(1)' }] }),
      gallery([]),
    ];
    const { status, problem } = await homes.save(open, maren, sections);
    expect([status, problem.fields]).toEqual([
      422,
      {
        'sections.1.items.0.title': TEXTS.required,
        'sections.1.items.0.url': 'Please enter valid URL.',
        'sections.2.items': TEXTS.pictureRequired,
      },
    ]);
    const cleaned = await homes.save(open, maren, [
      accordion('<script>alert(1)</script>'),
      cards({ personId: stranger.id }),
      gallery([newId()]),
    ]);
    expect(Object.keys(cleaned.problem.fields ?? {})).toEqual([
      'sections.0.items.0.description',
      'sections.1.items.0.personId',
      'sections.2.items.0.id',
    ]);
    // Paths are those of what was sent, whatever order the sections name.
    const turned = await homes.save(open, maren, [
      gallery([newId()], { order: 5 }),
      accordion('<p>Fine.</p>', { order: 1 }),
    ]);
    expect(Object.keys(turned.problem.fields ?? {})).toEqual(['sections.0.items.0.id']);
    const full = fullPage();
    const tooMany = await homes.save(open, maren, [...full, accordion()]);
    expect(tooMany.problem.fields).toEqual({ sections: TEXTS.tooManySections });
    const links = `${'<a href="https://a.example/">a</a>'.repeat(50)}`;
    expect((await homes.save(open, maren, [accordion(links)])).problem.fields).toEqual({
      'sections.0.items.0.description': 'Max 2000 characters allowed.',
    });
  });

  test('rich text is cleaned, and its links follow the rule for addresses', async () => {
    const serverId = await homes.community('public', maren);
    const hostile = [
      '<p onclick="alert(1)" style="position:fixed">Hello</p>',
      '<script>alert(1)</script><svg onload=alert(1)><iframe src="https://evil.example"></iframe>',
      '<a href="javascript:alert(1)">one</a><a href="//evil.example">two</a><a href="https://me:pw@evil.example">three</a>',
      '<a href="https://good.example" onclick="x()" target="_self">four</a><a href="mailto:me@good.example">five</a>',
    ].join('');
    const { data } = await homes.save(serverId, maren, [accordion(hostile)]);
    const [first] = data.data.sections;
    expect(first?.sectionType === 'Accordion' && first.json.items[0]?.description).toBe(
      '<p>Hello</p>onetwothree' +
        '<a href="https://good.example/" rel="nofollow ugc noopener noreferrer" target="_blank">four</a>' +
        '<a href="mailto:me@good.example" rel="nofollow ugc noopener noreferrer" target="_blank">five</a>',
    );
  });

  test('the last twenty pages are kept, and come back into the draft', async () => {
    const serverId = await homes.community('public', maren);
    for (let at = 1; at <= LIMITS.history + 2; at += 1)
      await homes.show(serverId, maren, [accordion(`<p>Page ${at}.</p>`)]);
    const { history, publishedVersion } = (await homes.get(serverId, maren, { view: 'history' })).data.data;
    expect(history.map(({ version }) => version)).toEqual(Array.from({ length: LIMITS.history }, (_, at) => 22 - at));
    expect(history[0]).toMatchObject({ publishedBy: { id: maren.id }, sections: 1 });
    expect(publishedVersion).toBe(22);
    expect((await world.call(api.restoreHome, { serverId, version: 2 }, maren)).status).toBe(404);
    const restored = await world.call(api.restoreHome, { serverId, version: 3 }, maren);
    expect(restored.data.message).toBe(TEXTS.restored);
    expect(JSON.stringify(restored.data.data.sections)).toContain('Page 3.');
    expect(restored.data.data).toMatchObject({ version: 23, publishedVersion: 22 });
    expect(JSON.stringify((await homes.get(serverId)).data)).toContain('Page 22.');
    // With the page that is published now, the draft is discarded.
    const discarded = await world.call(api.restoreHome, { serverId, version: 22 }, maren);
    expect(JSON.stringify(discarded.data.data.sections)).toContain('Page 22.');
  });

  test('publishing is in the audit log, saving is not', async () => {
    const serverId = await homes.community('public', maren);
    await homes.save(serverId, maren, [accordion()]);
    const actions = async () =>
      (await world.call(listAuditLog, { serverId }, maren)).data.data.map(({ action }) => action);
    expect(await actions()).not.toContain('server.home-published');
    await homes.publish(serverId, maren);
    await homes.faqs(serverId, maren, [{ title: 'Why?', description: 'Because.' }]);
    expect(await actions()).toEqual(expect.arrayContaining(['server.home-published', 'server.faqs-changed']));
  });

  test('FAQs are replaced as a whole, live at once, and kept back only where a page keeps them back', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const faqs = [{ title: 'What does it cost?', description: '<p>Nothing.</p><script>x</script>' }];
    const saved = await homes.faqs(serverId, maren, faqs);
    expect(saved.data).toMatchObject({
      message: 'Saved!',
      data: { version: 1, data: [{ description: '<p>Nothing.</p>' }] },
    });
    const seen = async (as?: Signed) => (await world.call(api.getFaqs, { serverId }, as)).data;
    expect(await seen()).toEqual({
      data: [{ title: 'What does it cost?', description: '<p>Nothing.</p>' }],
      version: 1,
    });
    expect((await homes.get(serverId)).data.data.faqs).toEqual([]);
    await homes.show(serverId, maren, [section('Faq')]);
    expect((await homes.get(serverId)).data.data.faqs).toHaveLength(1);
    await homes.show(serverId, maren, [section('Faq', {}, { audience: 'members' })]);
    expect([(await seen()).data, (await seen(stranger)).data]).toEqual([[], []]);
    expect([(await seen(member)).data.length, (await seen(maren)).data.length]).toEqual([1, 1]);
    expect((await homes.get(serverId)).data.data.faqs).toEqual([]);
    const stale = await homes.faqs(serverId, maren, [], 0);
    expect(stale.problem).toMatchObject({
      statusCode: 409,
      current: { version: 1, data: [{ title: 'What does it cost?' }] },
    });
    const wrong = await homes.faqs(serverId, maren, [
      { title: 'x'.repeat(101), description: '<b></b>' },
      { title: 'a', description: '<svg>' },
    ]);
    expect(Object.keys(wrong.problem.fields ?? {})).toContain('faqs.0.title');
    expect((await homes.faqs(serverId, maren, Array(51).fill(faqs[0]))).problem.fields).toEqual({
      faqs: TEXTS.faqsFull,
    });
  });

  test('cards show members who are there and not hidden from the viewer; people who left do not stop a save', async () => {
    const serverId = await homes.community('public', maren, [member, mods]);
    const page = [cards({ personId: member.id }), section('NewMembers')];
    await homes.show(serverId, maren, page);
    const people = async (as?: Signed) => (await homes.get(serverId, as)).data.data.people.map(({ id }) => id);
    expect(await people()).toEqual([member.id]);
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${mods.id}, ${member.id}, ${world.clock.now()})`.execute(
      world.db,
    );
    expect(await people(mods)).toEqual([]);
    expect((await homes.get(serverId, mods)).data.data.newMembers.map(({ id }) => id).sort()).toEqual(
      [maren.id, mods.id].sort(),
    );
    await sql`delete from members where server_id = ${serverId} and user_id = ${member.id}`.execute(world.db);
    expect(await people()).toEqual([]);
    expect((await homes.save(serverId, maren, [...page, accordion()])).status).toBe(200);
  });

  test('becoming private closes the page at once', async () => {
    const serverId = await homes.community('public', maren);
    expect((await homes.get(serverId)).status).toBe(200);
    await world.call(updateCommunity, { serverId, visibility: 'private' }, maren);
    expect((await homes.get(serverId)).status).toBe(403);
  });

  test('the number of statements is the same for one section and for twenty', async () => {
    const count = async (sections: object[], as?: Signed) => {
      const serverId = await homes.community('public', maren);
      await homes.show(serverId, maren, sections);
      await homes.get(serverId, as);
      const counted = world.countQueries();
      await homes.get(serverId, as);
      return counted.stop();
    };
    const live = ['Faq', 'NextEvents', 'NewMembers'] as const;
    const few = [cards({ personId: maren.id }), ...live.map((type) => section(type))];
    const many = [
      ...few,
      ...Array.from({ length: 16 }, (_, at) => (at % 2 ? cards({ personId: maren.id }) : section('NextEvents'))),
    ];
    expect(await count(many)).toBe(await count(few));
    expect(await count(many, maren)).toBe(await count(few, maren));
    expect(await count(few)).toBeLessThanOrEqual(2);
  });
});
