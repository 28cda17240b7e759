import { createCommunity, deleteCommunity, updateCommunity } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { deleteAttachment, discardUpload } from '@folkmoot/contract/media/api.ts';
import { refusals } from '@folkmoot/contract/media/schema.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accordion, cards, gallery, homeFixtures } from '../../test/fixtures/home-fixtures.ts';
import { type MediaWorld, openMediaWorld, photograph } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { createFiles } from '../core/files/files.ts';
import { newId } from '../core/id.ts';
import { sweepFiles } from '../media/sweep-jobs.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(['disk', 'bucket'] as const)('pictures of homes on a %s', (store) => {
  let world: MediaWorld;
  let homes: ReturnType<typeof homeFixtures>;
  let maren: Signed;
  let editor: Signed;
  let member: Signed;
  let stranger: Signed;
  beforeAll(async () => {
    world = await openMediaWorld(store);
    homes = homeFixtures(world);
    [maren, editor, member, stranger] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
  });
  afterAll(() => world.close());

  const upload = async (person = maren, fields: object = {}) => {
    const sent = await world.upload(person, await photograph(), { type: 'section', ...fields });
    return (await world.settled(person, sent.id)).id;
  };
  /** What each of them gets at a picture's address: the owner of the page, a member, a stranger, somebody signed out. */
  const seen = async (id: string) =>
    Promise.all(
      [maren, member, stranger, undefined].map(async (as) => {
        const { status } = await world.get(`/files/${id}/large`, as ? { cookie: world.cookie(as) } : {});
        return status === 302 ? 200 : status;
      }),
    );
  const ALL = [200, 200, 200, 200];
  const MEMBERS = [200, 200, 404, 404];
  const EDITORS = [200, 404, 404, 404];
  const sweep = (after = 0) =>
    sweepFiles(world.db, createFiles(world.config), new Date(world.clock.now().getTime() + after));
  const bytesOf = async (id: string) => (await world.keys()).filter((key) => key.includes(id)).length;

  test('one that nothing shows yet is its owner’s alone', async () => {
    expect(await seen(await upload())).toEqual(EDITORS);
    // A cover, a logo or an avatar neither, until it is used.
    const cover = await world.settled(maren, (await world.upload(maren, await photograph(), { type: 'cover' })).id);
    expect(await seen(cover.id)).toEqual(EDITORS);
    const { data } = await world.call(
      createCommunity,
      {
        name: 'Dyers',
        slug: `dyers-${newId().slice(-8)}`,
        description: '',
        logo: null,
        cover: cover.url,
        visibility: 'secret',
      },
      maren,
    );
    expect(data.data.cover).toBe(`/files/${cover.id}/large`);
    expect(await seen(cover.id)).toEqual(ALL);
  });

  test('they obey the page that is published, and the community', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const [draft, everyone, members, hidden, card] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ];
    await homes.show(serverId, maren, [
      gallery([everyone]),
      gallery([members], { audience: 'members' }),
      gallery([hidden], { isHidden: true }),
      cards({ image: card }),
    ]);
    await homes.save(serverId, maren, [
      gallery([draft, everyone]),
      gallery([members], { audience: 'members' }),
      cards({ image: card }),
    ]);
    expect(await seen(draft)).toEqual(EDITORS);
    expect(await seen(everyone)).toEqual(ALL);
    expect(await seen(members)).toEqual(MEMBERS);
    expect(await seen(hidden)).toEqual(EDITORS);
    expect(await seen(card)).toEqual(ALL);
    for (const visibility of ['private', 'secret'] as const) {
      await world.call(updateCommunity, { serverId, visibility }, maren);
      expect(await seen(everyone)).toEqual(MEMBERS);
      expect(await seen(card)).toEqual(MEMBERS);
      expect(await seen(draft)).toEqual(EDITORS);
    }
    await world.call(updateCommunity, { serverId, visibility: 'public' }, maren);
    expect(await seen(everyone)).toEqual(ALL);
    // Nobody keeps what may be closed: a browser asks each time.
    const answer = await world.get(`/files/${everyone}/large`);
    expect(answer.headers.get('cache-control')).toBe(store === 'disk' ? 'private, no-cache' : 'private, no-store');
    if (store === 'bucket') {
      const address = new URL(answer.headers.get('location') ?? '');
      expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(30);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  test('the answer has them with their sizes, and others do not learn the names of their files', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const id = await upload(maren, { fileName: 'me with <b>Otis.jpg' });
    await homes.show(serverId, maren, [gallery([id, id])]);
    const [shown] = (await homes.get(serverId)).data.data.sections;
    expect(shown?.attachments).toEqual([expect.objectContaining({ id, width: 40, height: 64, fileName: '' })]);
    const file = await world.get(`/files/${id}/large`);
    expect(
      decodeURIComponent(`${file.headers.get('content-disposition')} ${file.headers.get('location')}`),
    ).not.toContain('Otis');
    const [drafted] = (await homes.get(serverId, maren, { view: 'draft' })).data.data.sections;
    expect(drafted?.attachments[0]?.fileName).toBe('me with <b>Otis.jpg');
  });

  test('only the uploader’s own that are ready and for a home can be put on a page, and on one alone', async () => {
    const serverId = await homes.community('public', maren);
    const another = await homes.community('public', maren);
    const [own, theirs, used] = [await upload(), await upload(stranger), await upload()];
    const message = (await world.upload(maren, await photograph())).id;
    await homes.save(another, maren, [gallery([used])]);
    const { status, problem } = await homes.save(serverId, maren, [
      gallery([own, theirs, message]),
      cards({ image: used }),
    ]);
    const wrong = refusals.pictureNotUsable.message;
    expect([status, problem.fields]).toEqual([
      422,
      { 'sections.0.items.1.id': wrong, 'sections.0.items.2.id': wrong, 'sections.1.items.0.image': wrong },
    ]);
    // Nothing was taken by the refused save.
    expect((await homes.save(serverId, maren, [gallery([own])])).status).toBe(200);
  });

  test('what nothing shows any longer is kept for a day, so that it can come back', async () => {
    const serverId = await homes.community('public', maren);
    const id = await upload();
    await homes.save(serverId, maren, [gallery([id])]);
    await homes.save(serverId, maren, [accordion()]);
    await sweep();
    expect((await homes.save(serverId, maren, [gallery([id])])).status).toBe(200);
    await sweep(2 * DAY);
    expect(await bytesOf(id)).toBeGreaterThan(0);
    await homes.save(serverId, maren, [accordion()]);
    await sweep(2 * DAY);
    expect(await bytesOf(id)).toBe(0);
    expect((await homes.save(serverId, maren, [gallery([id])])).status).toBe(422);
  });

  test('one is taken out of the draft at once, and its bytes go when no kept page shows it', async () => {
    const serverId = await homes.community('public', maren, [member]);
    const [drafted, published] = [await upload(), await upload()];
    await homes.show(serverId, maren, [gallery([published])]);
    await homes.save(serverId, maren, [gallery([published, drafted]), cards({ image: drafted })]);
    const remove = (id: string, as?: Signed, more: object = { serverId }) =>
      world.call(deleteAttachment, { id, type: 'section', ...more } as never, as);
    expect([(await remove(drafted)).status, (await remove(drafted, stranger)).status]).toEqual([401, 404]);
    expect((await remove(drafted, member)).status).toBe(403);
    expect((await remove(drafted, maren, {})).problem.fields).toEqual({ serverId: expect.any(String) });
    expect((await remove(newId(), maren)).status).toBe(404);
    const removed = await remove(drafted, maren);
    expect([removed.status, removed.data.version]).toEqual([200, 3]);
    const { sections, version } = (await homes.get(serverId, maren, { view: 'draft' })).data.data;
    expect([version, sections.map((one) => JSON.stringify(one).includes(drafted))]).toEqual([3, [false, false]]);
    // A bucket's upload address has expired by then.
    await sweep(HOUR);
    expect(await bytesOf(drafted)).toBe(0);
    expect((await remove(published, maren)).status).toBe(200);
    await sweep(2 * DAY);
    expect(await bytesOf(published)).toBeGreaterThan(0);
    expect(await seen(published)).toEqual(ALL);
    // A gallery that has lost its last picture is no page.
    const { problem } = await homes.publish(serverId, maren);
    expect(problem.fields).toEqual({ 'sections.0.items': 'Please select at least one image.' });
    // The page that shows it can still be brought back.
    expect((await world.call(api.restoreHome, { serverId, version: 1 }, maren)).status).toBe(200);
  });

  test('with the community they go, and an unused one can be discarded', async () => {
    const serverId = await homes.community('public', maren);
    const [id, unused] = [await upload(), await upload(editor)];
    await homes.show(serverId, maren, [gallery([id])]);
    const { name } = (await world.call(updateCommunity, { serverId, visibility: 'public' }, maren)).data.data;
    expect((await world.call(deleteCommunity, { serverId, name }, maren)).status).toBe(200);
    expect((await world.call(discardUpload, { attachmentId: unused }, editor)).status).toBe(200);
    await sweep(HOUR);
    expect([await bytesOf(id), await bytesOf(unused)]).toEqual([0, 0]);
  });

  test('a drawing becomes a picture, and one that is too large is refused with its name', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="alert(1)"><script>alert(1)</script><rect width="40" height="20" fill="#b5552b"/></svg>',
    );
    const sent = await world.upload(maren, svg, { type: 'section', fileName: 'x.svg', mimeType: 'image/svg+xml' });
    const done = await world.settled(maren, sent.id);
    expect([done.state, done.mimeType.includes('svg')]).toEqual(['ready', false]);
    const large = await world.begin(maren, Buffer.alloc(1), {
      type: 'section',
      size: 5_242_881,
      fileName: 'big.png',
      mimeType: 'image/png',
    });
    expect(large.problem.message).toBe('big.png exceeds the maximum file size of 5MB');
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .tiff()
      .toBuffer();
    const odd = await world.begin(maren, bytes, { type: 'section', fileName: 'x.tiff', mimeType: 'image/tiff' });
    expect(odd.problem.fields).toEqual({ mimeType: refusals.notAccepted.message });
  });
});
