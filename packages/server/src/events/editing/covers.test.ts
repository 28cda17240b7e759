import * as api from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type MediaWorld, openMediaWorld } from '../../../test/media.ts';
import type { Signed } from '../../../test/world.ts';
import { createFiles } from '../../core/files/files.ts';
import { sweepFiles } from '../../media/sweep-jobs.ts';

let world: MediaWorld;
let host: Signed;
let stranger: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openMediaWorld('disk');
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  stranger = await world.person({ firstName: 'Stan', lastName: 'Stranger' });
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

describe('event covers', () => {
  const upload = async (person: Signed) => {
    const { default: sharp } = await import('sharp');
    const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#386eb1' } })
      .png()
      .toBuffer();
    const { id } = await world.upload(person, bytes, { type: 'cover', fileName: 'x.png', mimeType: 'image/png' });
    return world.settled(person, id);
  };
  const isThere = async (id: string) => {
    await sweepFiles(world.db, createFiles(world.config), new Date(world.clock.now().getTime() + 2 * 86_400_000));
    return (await world.get(`/files/${id}/large`)).status === 200;
  };
  const copyOf = async (eventId: string) => {
    const options = {
      duplicateQuestions: true,
      duplicateParticipants: false,
      duplicateTickets: false,
      notifyParticipants: false,
    };
    const { status, data } = await world.call(
      api.duplicateEvent,
      { eventId, time_zone: 'UTC', ...gatherings.times(), options },
      host,
    );
    expect(status).toBe(200);
    return data.data.id;
  };

  test('an event’s cover is claimed with its credit and its colour, and a new cover removes both', async () => {
    const [mine, theirs] = [await upload(host), await upload(stranger)];
    const credit = { text: 'Photo by Ana', url: 'https://photos.example/ana' };
    const { id, cover, coverCredit, tint } = await gatherings.draft({ cover: mine.url, coverCredit: credit });
    expect({ cover, coverCredit, tint }).toEqual({
      cover: `/files/${mine.id}/large`,
      coverCredit: credit,
      tint: 'woad',
    });
    expect((await gatherings.change(id, { cover: theirs.url })).problem.fields).toHaveProperty('cover');
    expect((await gatherings.change(id, { summary: 'x' })).data.data.coverCredit).toEqual(credit);
    expect((await gatherings.change(id, { cover: '/art/covers/kiln.webp' })).data.data).toMatchObject({
      coverCredit: null,
      tint: 'madder',
    });
    await until(async () => expect(await isThere(mine.id)).toBe(false));
    const bad = await gatherings.change(id, { coverCredit: { text: 'x', url: 'javascript:alert(1)' } });
    expect(bad.status).toBe(422);
  });

  test('a cover shared with a copy stays when the original gets another one, and is deleted with the last', async () => {
    const picture = await upload(host);
    const original = await gatherings.published({ cover: picture.url });
    const [first, second] = [await copyOf(original.id), await copyOf(original.id)];
    expect((await gatherings.seen(first)).data.cover).toBe(original.cover);
    await gatherings.change(original.id, { cover: null });
    expect(await isThere(picture.id)).toBe(true);
    await gatherings.change(first, { cover: '/art/covers/dye.webp' });
    expect(await isThere(picture.id)).toBe(true);
    await gatherings.change(second, { cover: null });
    await until(async () => expect(await isThere(picture.id)).toBe(false));
  });

  test('a cover stays for the copy of a deleted event, and is deleted when two events drop it at once', async () => {
    const picture = await upload(host);
    const original = await gatherings.published({ cover: picture.url });
    const copy = await copyOf(original.id);
    await world.call(api.unpublishEvent, { eventId: original.id }, host);
    expect((await world.call(api.deleteEvent, { eventId: original.id }, host)).status).toBe(200);
    expect(await isThere(picture.id)).toBe(true);
    const third = await copyOf(copy);
    const answers = await Promise.all([
      gatherings.change(copy, { cover: null }),
      gatherings.change(third, { cover: null }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await until(async () => expect(await isThere(picture.id)).toBe(false));
  });
});
