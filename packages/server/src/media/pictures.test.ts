import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { createCommunity, deleteCommunity, updateCommunity } from '@folkmoot/contract/communities/api.ts';
import { TINT_EDGE, tintOf } from '@folkmoot/contract/core/tint.ts';
import * as api from '@folkmoot/contract/media/api.ts';
import { COVER_TINTS, imageMapOf, ogImageOf } from '@folkmoot/contract/media/picture-rules.ts';
import { refusals } from '@folkmoot/contract/media/schema.ts';
import { createPrivate, updatePersonal } from '@folkmoot/contract/personal/api.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../test/fixtures/until.ts';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { createFiles } from '../core/files/files.ts';
import { newId } from '../core/id.ts';
import { sweepFiles } from './sweep-jobs.ts';

const DAY = 86_400_000;

describe('pictures of people and communities', () => {
  let world: MediaWorld;
  let ines: Signed;
  let tomasz: Signed;
  beforeAll(async () => {
    world = await openMediaWorld('disk');
    [ines, tomasz] = [await world.person(), await world.person()];
  });
  afterAll(() => world.close());

  const png = (colour: string, width = 800, height = 600) =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const upload = async (person: Signed, type: 'cover' | 'logo' | 'avatar', colour = '#386eb1') => {
    const bytes = await png(colour);
    const { id } = await world.upload(person, bytes, { type, fileName: 'x.png', mimeType: 'image/png' });
    return world.settled(person, id);
  };
  const setPhoto = (person: Signed, profile_photo: string | null) =>
    world.call(updateProfile, { profile_photo }, person);
  const sweep = () => sweepFiles(world.db, createFiles(world.config), new Date(world.clock.now().getTime() + 2 * DAY));
  const isThere = async (id: string, as?: Signed) =>
    (await world.get(`/files/${id}/thumb`, as ? { cookie: world.cookie(as) } : {})).status === 200;
  const community = async (person: Signed, fields: object = {}) =>
    world.call(
      createCommunity,
      {
        name: 'Weavers',
        slug: `weavers-${newId().slice(-12)}`,
        description: '',
        logo: null,
        visibility: 'public',
        ...fields,
      },
      person,
    );
  const notUsable = (field: string) => ({ [field]: refusals.pictureNotUsable.message });

  test('pictures are kept while used, removed when unused, and deleted when replaced', async () => {
    const [first, second, unused] = [
      await upload(ines, 'avatar'),
      await upload(ines, 'avatar'),
      await upload(ines, 'avatar'),
    ];
    const set = await setPhoto(ines, first.url);
    // Whichever variant was named, the one that is shown is kept.
    expect([set.status, set.data.data.profile_photo]).toEqual([200, `/files/${first.id}/thumb`]);
    expect((await setPhoto(ines, `/files/${first.id}/thumb`)).status).toBe(200);
    await sweep();
    expect([await isThere(first.id), await isThere(unused.id)]).toEqual([true, false]);
    const gone = await setPhoto(ines, second.url);
    expect(gone.problem.fields).toEqual(notUsable('profile_photo'));

    const third = await upload(ines, 'avatar');
    expect((await setPhoto(ines, third.url)).status).toBe(200);
    await until(async () => expect(await isThere(first.id)).toBe(false));
    expect((await setPhoto(ines, '/art/avatars/ines.svg')).status).toBe(200);
    await until(async () => expect(await isThere(third.id)).toBe(false));
    await until(async () => expect((await world.keys()).filter((key) => key.includes(third.id))).toEqual([]));
  });

  test('a picture can be used only by its owner, when ready, for its purpose, and once', async () => {
    const [own, theirs, cover] = [
      await upload(ines, 'avatar'),
      await upload(tomasz, 'avatar'),
      await upload(ines, 'cover'),
    ];
    const begun = (await world.begin(ines, await png('red'), { type: 'avatar', mimeType: 'image/png' })).data.data;
    for (const id of [theirs.id, cover.id, begun.id, newId()]) {
      const refused = await setPhoto(ines, `/files/${id}/thumb`);
      expect([refused.status, refused.problem.code, refused.problem.fields]).toEqual([
        422,
        'media.not-usable',
        notUsable('profile_photo'),
      ]);
    }
    expect((await setPhoto(ines, '/files/elsewhere')).status).toBe(422);
    expect((await setPhoto(ines, own.url)).status).toBe(200);
    // Nobody can claim a picture in use by its address.
    expect((await setPhoto(tomasz, own.url)).problem.code).toBe('media.not-usable');
    expect([await isThere(theirs.id), await isThere(theirs.id, tomasz)]).toEqual([false, true]);
  });

  test('a picture that two requests want at once goes to one of them', async () => {
    const logo = await upload(ines, 'logo');
    const [one, other] = await Promise.all([community(ines, { logo: logo.url }), community(ines, { logo: logo.url })]);
    expect([one.status, other.status].sort()).toEqual([200, 422]);
  });

  test('a community’s pictures are its logo and cover, and are deleted with it', async () => {
    const [logo, cover, next] = [
      await upload(ines, 'logo'),
      await upload(ines, 'cover'),
      await upload(ines, 'cover', 'red'),
    ];
    const made = await community(ines, { logo: logo.url, cover: cover.url });
    expect(made.data.data).toMatchObject({ logo: `/files/${logo.id}/thumb`, cover: `/files/${cover.id}/large` });
    const serverId = made.data.data.id;
    const crossed = await world.call(updateCommunity, { serverId, logo: next.url }, ines);
    expect([crossed.status, crossed.problem.fields]).toEqual([422, notUsable('logo')]);
    const changed = await world.call(updateCommunity, { serverId, cover: next.url, name: 'Looms' }, ines);
    expect(changed.data.data).toMatchObject({
      cover: `/files/${next.id}/large`,
      logo: `/files/${logo.id}/thumb`,
      name: 'Looms',
    });
    await until(async () => expect(await isThere(cover.id)).toBe(false));
    await world.call(deleteCommunity, { serverId, name: 'Looms' }, ines);
    await until(async () => expect([await isThere(logo.id), await isThere(next.id)]).toEqual([false, false]));
  });

  test('a group’s pictures belong to the group', async () => {
    const third = await world.person();
    const { data } = await world.call(createPrivate, { users: [tomasz.id, third.id] }, ines);
    const logo = await upload(ines, 'logo');
    const saved = await world.call(updatePersonal, { conversationId: data.data.id, coverUrl: logo.url }, ines);
    expect(saved.data.data.coverUrl).toBe(`/files/${logo.id}/thumb`);
    const theirs = await upload(third, 'avatar');
    const refused = await world.call(updatePersonal, { conversationId: data.data.id, coverUrl: theirs.url }, ines);
    expect(refused.problem.fields).toEqual(notUsable('coverUrl'));
  });

  test('a picture used as a cover is cut for cards and for other programs, and has a tint when ready', async () => {
    const cover = await upload(ines, 'cover', '#c73732');
    expect(cover.tint).toBe('madder');
    const seen = async (path: string) => {
      const answer = await world.get(path, { cookie: world.cookie(ines) });
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return [answer.status, answer.headers.get('content-type'), format, width, height];
    };
    expect(await seen(imageMapOf(cover.url)?.['500*250'] ?? '')).toEqual([200, 'image/webp', 'webp', 500, 250]);
    expect(await seen(ogImageOf(cover.url) ?? '')).toEqual([200, 'image/jpeg', 'jpeg', 1200, 630]);
    const grey = await upload(ines, 'cover', '#808080');
    expect(grey.tint).toBe('slate');
    const avatar = await upload(ines, 'avatar');
    expect('tint' in avatar).toBe(false);
    // A picture without cuts is shown as large as it is.
    expect((await seen(`/files/${avatar.id}/500x250`)).slice(2)).toEqual(['webp', 800, 600]);
  });

  test('a picture that is in use cannot be discarded', async () => {
    const avatar = await upload(tomasz, 'avatar');
    await setPhoto(tomasz, avatar.url);
    expect((await world.call(api.discardUpload, { attachmentId: avatar.id }, tomasz)).status).toBe(404);
  });
});

describe('covers that ship with the product', () => {
  const folder = join(import.meta.dirname, '../../../web/public/art/covers');
  test('the covers that ship with the product are all there, with their tints and the sizes in which they are shown', async () => {
    const names = readdirSync(folder).flatMap((file) => (file.endsWith('.webp') ? [file.slice(0, -5)] : []));
    const tints: Record<string, string> = {};
    for (const name of names) {
      const { data } = await sharp(join(folder, `${name}.webp`))
        .resize({ width: TINT_EDGE, height: TINT_EDGE, fit: 'inside' })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      tints[name] = tintOf(data, 4);
      const small = await sharp(join(folder, `500x250/${name}.webp`)).metadata();
      const og = await sharp(join(folder, `og/${name}.jpg`)).metadata();
      expect([small.width, small.height, og.width, og.height]).toEqual([500, 250, 1200, 630]);
    }
    expect(tints).toEqual(COVER_TINTS);
  });
});
