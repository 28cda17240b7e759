import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { refusals } from '@folkmoot/contract/home/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { accordion, homeFixtures, section } from '../../test/fixtures/home-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { openSocketClients, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { readConfig } from '../core/config.ts';
import { ConfigError } from '../core/config-checks.ts';

const HTML = '<!doctype html><html><head><title>Folkmoot</title></head><body><div id="root"></div></body></html>';

describe('around homes', () => {
  let folder: string;
  let world: World;
  let homes: ReturnType<typeof homeFixtures>;
  let sockets: SocketClients;
  let maren: Signed;
  let member: Signed;
  let stranger: Signed;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'folkmoot-home-'));
    writeFileSync(`${folder}/index.html`, HTML);
    writeFileSync(`${folder}/parts.json`, '[]');
    world = await openWorld({
      WEB_DIST: folder,
      VIDEO_HOSTS: 'tube.example, films.example:8443',
      TUTORIAL_VIDEOS: 'home=https://youtu.be/dQw4w9WgXcQ event=https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv',
    });
    homes = homeFixtures(world);
    sockets = openSocketClients((await world.app.listen()).replace('http', 'ws'));
    [maren, member, stranger] = [await world.person(), await world.person(), await world.person()];
  });
  afterAll(async () => {
    sockets.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const slugOf = async (serverId: string) =>
    (await world.call(communities.getCommunity, { serverId }, maren)).data.slug;
  const pageOf = async (serverId: string) => (await world.app.http.inject(`/${await slugOf(serverId)}`)).body;
  const block = (page: string, about: string) =>
    JSON.parse(new RegExp(`<script type="${about}>(.*?)</script>`).exec(page)?.[1] ?? 'null');

  test('a public home’s page says its questions and comes with its answer, and keeps back all else', async () => {
    const serverId = await homes.community('public', maren, [member]);
    await homes.faqs(serverId, maren, [
      { title: 'What does it cost?', description: '<p>Nothing.</p><p>Ever & always.</p>' },
    ]);
    await homes.show(serverId, maren, [
      section('Faq'),
      accordion('<p>It </script><b>does</b>.</p>', { title: 'Good to know' }),
      section('Accordion', { items: [{ title: 'House rules', description: 'Be kind.', isHouseRules: true }] }),
      accordion('<p>Members know.</p>', { audience: 'members' }),
      accordion('<p>Nobody knows.</p>', { isHidden: true }),
    ]);
    await homes.save(serverId, maren, [accordion('<p>A draft.</p>')]);
    const page = await pageOf(serverId);
    expect(block(page, 'application/ld\\+json"')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'What does it cost?',
          acceptedAnswer: { '@type': 'Answer', text: 'Nothing.\nEver & always.' },
        },
        { '@type': 'Question', name: 'Can I come?', acceptedAnswer: { '@type': 'Answer', text: 'It does.' } },
      ],
    });
    const answers = block(page, 'application/json" id="answers"');
    expect(answers.community).toMatchObject({ id: serverId, viewer: null });
    expect(answers.home).toEqual((await homes.get(serverId)).data);
    for (const kept of ['Members know', 'Nobody knows', 'A draft']) expect(page).not.toContain(kept);
  });

  test('private and secret homes say nothing', async () => {
    for (const visibility of ['private', 'secret'] as const) {
      const serverId = await homes.community(visibility, maren);
      await homes.show(serverId, maren, [accordion('<p>Only ours.</p>')]);
      const page = await pageOf(serverId);
      expect(page).not.toContain('Only ours');
      expect(page).not.toContain('answers');
      expect(page).not.toContain('ld+json');
    }
  });

  test('the next events are those that the viewer may see', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const gatherings = eventFixtures(world, maren);
    await gatherings.published({ serverId, name: 'Open day' });
    await gatherings.published({ serverId, name: 'Members’ evening', visibility: 'community' });
    await gatherings.published({ serverId, name: 'Secret supper', visibility: 'private' });
    await gatherings.draft({ serverId, name: 'Not yet' });
    const names = async (as?: Signed, query: object = {}) =>
      (await homes.get(serverId, as, query)).data.data.nextEvents.map(({ name }) => name).sort();
    expect(await names()).toEqual(['Open day']);
    expect(await names(stranger)).toEqual(['Open day']);
    expect(await names(member)).toEqual(['Members’ evening', 'Open day']);
    expect(await names(maren, { view: 'draft', as: 'visitor' })).toEqual(['Open day']);
    expect(await names(maren, { view: 'draft' })).toEqual(['Members’ evening', 'Open day']);
  });

  test('how many are online is a number, without people who hide it', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const online = async () => (await homes.get(serverId)).data.data.online;
    expect(await online()).toBe(0);
    await sockets.listen(maren);
    await sockets.listen(member);
    await sockets.listen(stranger);
    // The number is told again for fifteen seconds.
    expect(await online()).toBe(0);
    const later = () => world.clock.moveBy(15_000);
    later();
    expect(await online()).toBe(2);
    // A page without new members names nobody who is online.
    await homes.show(serverId, maren, []);
    expect(JSON.stringify((await homes.get(serverId)).data)).not.toContain(`"${member.id}"`);
    await world.call(updateProfile, { presenceHidden: true }, member);
    await until(async () => {
      later();
      expect(await online()).toBe(1);
    });
  });

  test('editors hear of a new draft, members of a new page', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const [editor, reader] = [await sockets.listen(maren), await sockets.listen(member)];
    await homes.show(serverId, maren, [accordion()]);
    expect(await editor.hear('home.drafted')).toEqual({ serverId, version: 1 });
    expect(await reader.hear('home.changed')).toEqual({ serverId });
    await reader.settle();
    expect(reader.heard.map(({ name }) => name)).not.toContain('home.drafted');
  });

  test('a report goes to the owner of the installation, once', async () => {
    const [serverId, hidden] = [await homes.community('public', maren), await homes.community('secret', maren)];
    const report = (id: string, as?: Signed) =>
      world.call(api.reportHome, { serverId: id, reason: 'misleading', note: ' Not <b>true</b>. ' }, as);
    expect((await report(serverId)).status).toBe(401);
    expect((await report(hidden, stranger)).status).toBe(404);
    expect((await report(serverId, maren)).problem.code).toBe(refusals.ownHome.code);
    expect((await report(serverId, stranger)).status).toBe(200);
    expect((await report(serverId, stranger)).status).toBe(200);
    const list = (as: Signed) => world.call(api.listHomeReports, {}, as);
    expect((await list(maren)).problem.code).toBe(refusals.ownerOnly.code);
    const owner = await world.person();
    await world.db.insertInto('installation').values({ owner_id: owner.id }).execute();
    const { data } = await list(owner);
    expect([data.count, data.data]).toEqual([
      1,
      [
        expect.objectContaining({
          reason: 'misleading',
          note: 'Not <b>true</b>.',
          community: expect.objectContaining({ id: serverId }),
        }),
      ],
    ]);
    const reportId = data.data[0]?.id ?? '';
    expect((await world.call(api.dismissHomeReport, { reportId }, maren)).status).toBe(403);
    expect((await world.call(api.dismissHomeReport, { reportId }, owner)).status).toBe(200);
    expect((await world.call(api.dismissHomeReport, { reportId }, owner)).status).toBe(404);
    expect((await list(owner)).data.count).toBe(0);
    expect((await report(serverId, stranger)).status).toBe(200);
  });

  test('the operator’s videos are told, and only their hosts and the two known ones may be framed', async () => {
    expect((await world.call(api.getVideoSettings, {})).data).toEqual({
      hosts: ['tube.example', 'films.example:8443'],
      tutorials: {
        home: { provider: 'youtube', id: 'dQw4w9WgXcQ', host: 'www.youtube-nocookie.com' },
        event: { provider: 'peertube', id: 'kkGMgK9ZtnKfYAgnEtQxbv', host: 'tube.example' },
      },
    });
    const policy = String((await world.app.http.inject('/sign-in')).headers['content-security-policy']);
    expect(policy).toContain(
      "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://tube.example https://films.example:8443;",
    );
    expect(policy.match(/youtube|vimeo|tube\.example|films\.example/g)).toHaveLength(4);
  });

  test.each([
    ['a scheme', { VIDEO_HOSTS: 'https://tube.example' }],
    ['a word', { VIDEO_HOSTS: 'tube' }],
    ['another directive', { VIDEO_HOSTS: "tube.example;script-src'unsafe-inline'" }],
    ['this machine, on a public server', { VIDEO_HOSTS: '127.0.0.1:8080', APP_URL: 'https://moot.example' }],
    ['no screen', { TUTORIAL_VIDEOS: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['no video', { TUTORIAL_VIDEOS: 'home=https://moot.example/film' }],
    ['a host that is not set', { TUTORIAL_VIDEOS: 'home=https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv' }],
  ])('a setting with %s is refused at the start', (_, settings) => {
    expect(() => readConfig({ ...settings, DATA_DIR: folder } as never)).toThrow(ConfigError);
  });
});
