import * as api from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { createFiles } from '../core/files.ts';
import { sweepFiles } from '../media/sweep-jobs.ts';

let world: MediaWorld;
let host: Signed;
let stranger: Signed;

beforeAll(async () => {
  world = await openMediaWorld('disk');
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  stranger = await world.person({ firstName: 'Stan', lastName: 'Stranger' });
});
afterAll(() => world.close());

const inDays = (days: number) => Math.floor(world.clock.now().getTime() / 1000) + days * 86_400;
const times = () => ({ start_epoc: inDays(7), end_epoc: inDays(7) + 7200 });

type Fields = Partial<Parameters<typeof world.call<typeof api.createEvent>>[1]>;
const make = (fields: Fields = {}, as: Signed = host) =>
  world.call(api.createEvent, { name: 'Kiln opening', ...fields }, as);
const draft = async (fields: Fields = {}, as: Signed = host) => {
  const { status, data } = await make(fields, as);
  expect(status).toBe(200);
  return data.data;
};
const published = async (fields: Fields = {}, as: Signed = host) => {
  const { id } = await draft({ ...times(), ...fields }, as);
  const { status, data } = await world.call(api.publishEvent, { eventId: id }, as);
  expect(status).toBe(200);
  return data.data;
};
const change = (
  eventId: string,
  fields: Omit<Parameters<typeof world.call<typeof api.updateEvent>>[1], 'eventId'>,
  as: Signed = host,
) => world.call(api.updateEvent, { eventId, ...fields }, as);
const seen = (eventId: string, as?: Signed) => world.call(api.getEvent, { eventId }, as);

describe('a cover', () => {
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
      { eventId, time_zone: 'UTC', ...times(), options },
      host,
    );
    expect(status).toBe(200);
    return data.data.id;
  };

  test('is claimed with its credit and its colour, and a new one takes both away', async () => {
    const [mine, theirs] = [await upload(host), await upload(stranger)];
    const credit = { text: 'Photo by Ana', url: 'https://photos.example/ana' };
    const { id, cover, coverCredit, tint } = await draft({ cover: mine.url, coverCredit: credit });
    expect({ cover, coverCredit, tint }).toEqual({
      cover: `/files/${mine.id}/large`,
      coverCredit: credit,
      tint: 'woad',
    });
    expect((await change(id, { cover: theirs.url })).problem.fields).toHaveProperty('cover');
    expect((await change(id, { summary: 'x' })).data.data.coverCredit).toEqual(credit);
    expect((await change(id, { cover: '/art/covers/kiln.webp' })).data.data).toMatchObject({
      coverCredit: null,
      tint: 'madder',
    });
    await vi.waitFor(async () => expect(await isThere(mine.id)).toBe(false));
    const bad = await change(id, { coverCredit: { text: 'x', url: 'javascript:alert(1)' } });
    expect(bad.status).toBe(422);
  });

  test('that a copy shows too stays when the original takes another one, and goes with the last', async () => {
    const picture = await upload(host);
    const original = await published({ cover: picture.url });
    const [first, second] = [await copyOf(original.id), await copyOf(original.id)];
    expect((await seen(first)).data.cover).toBe(original.cover);
    await change(original.id, { cover: null });
    expect(await isThere(picture.id)).toBe(true);
    await change(first, { cover: '/art/covers/dye.webp' });
    expect(await isThere(picture.id)).toBe(true);
    await change(second, { cover: null });
    await vi.waitFor(async () => expect(await isThere(picture.id)).toBe(false));
  });

  test('stays for the copy also when the original is deleted, and of two who let go at once the last takes it along', async () => {
    const picture = await upload(host);
    const original = await published({ cover: picture.url });
    const copy = await copyOf(original.id);
    await world.call(api.unpublishEvent, { eventId: original.id }, host);
    expect((await world.call(api.deleteEvent, { eventId: original.id }, host)).status).toBe(200);
    expect(await isThere(picture.id)).toBe(true);
    const third = await copyOf(copy);
    const answers = await Promise.all([change(copy, { cover: null }), change(third, { cover: null })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await vi.waitFor(async () => expect(await isThere(picture.id)).toBe(false));
  });
});
