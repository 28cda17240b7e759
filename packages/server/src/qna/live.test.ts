import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { openSocketClients, type SocketClient, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;
let ears: SocketClients;

beforeAll(async () => {
  world = await openWorld();
  ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(async () => {
  ears.close();
  await world.close();
});

const names = (ear: SocketClient) =>
  ear.heard
    .map(({ name }) => name)
    .filter((name) => name.startsWith('question.') && name !== 'question.watching' && name !== 'question.faces');

test('pending words go to hosts alone, and everybody hears what is published', async () => {
  const event = await at.open({ approveQuestionsForModeration: true });
  const [ana, ben] = [await at.guest(event.id), await world.person()];
  const [room, hosts] = [await ears.listen(ben), await ears.listen(host)];
  expect(await room.attend(event.id)).toBe(false);
  expect(await hosts.attend(event.id)).toBe(true);
  const id = await at.asked(event.id, 'Is there tea?', ana);
  expect(await hosts.hear('question.queued')).toMatchObject({
    eventId: event.id,
    question: { _id: id, state: 'pending', content: 'Is there tea?', similar: null, isHeld: false },
  });
  await room.settle();
  expect(names(room)).toEqual([]);
  await at.move(event.id, id, 'pending', 'published');
  const heard = (await room.hear('question.changed')) as unknown as { question: object };
  expect(heard.question).toMatchObject({ _id: id, state: 'published', asker: { userId: ana.id } });
  for (const own of ['voted', 'isMine', 'reason', 'isBookmarked', 'reports'])
    expect(heard.question).not.toHaveProperty(own);
  expect(names(room)).toEqual(['question.changed', 'question.hint']);
  await at.change(event.id, id, { isNow: true });
  expect(await room.hear('question.now')).toMatchObject({ question: { _id: id, isNow: true } });
  room.heard.length = 0;
  await at.move(event.id, id, 'published', 'archived');
  expect(await room.hear('question.gone')).toMatchObject({ questionId: id, into: null });
  await room.settle();
  expect(room.heard.find(({ name }) => name === 'question.now')?.data).toMatchObject({ question: null });
});

test('comments, settings and merges are told', async () => {
  const event = await at.open();
  const room = await ears.listen(await world.person());
  await room.attend(event.id);
  const [one, two] = [await at.asked(event.id, 'One?', host), await at.asked(event.id, 'Two?', host)];
  await at.comment(event.id, one, 'Yes', host);
  expect(await room.hear('question.commented')).toMatchObject({ questionId: one, comments: 1 });
  await at.settings(event.id, { whoCanComment: 'all' });
  expect(await room.hear('question.settings')).toEqual({ eventId: event.id });
  await at.merge(event.id, one, two);
  expect(await room.hear('question.gone')).toMatchObject({ questionId: one, into: two });
});

test('votes travel as newest counts, four frames a second at most', async () => {
  const event = await at.open();
  const people: Signed[] = [];
  for (let n = 0; n < 20; n += 1) people.push(await at.guest(event.id));
  const ids = [await at.asked(event.id, 'One?', host), await at.asked(event.id, 'Two?', host)];
  const room = await ears.listen(await world.person());
  await room.attend(event.id);
  const began = performance.now();
  await Promise.all(people.flatMap((person) => ids.map((id) => at.vote(event.id, id, person))));
  type Frame = { name: string; data: { votes: { _id: string; votes: number; rev: number }[] } };
  const frames = () => (room.heard as unknown as Frame[]).filter(({ name }) => name === 'question.votes');
  await until(() => {
    const last = new Map(frames().flatMap(({ data }) => data.votes.map((one) => [one._id, one.votes] as const)));
    for (const id of ids) expect(last.get(id)).toBe(20);
  });
  expect(frames().length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 250) + 1);
  const revs = frames().flatMap(({ data }) => data.votes.filter(({ _id }) => _id === ids[0]).map(({ rev }) => rev));
  expect(revs).toEqual([...revs].sort((a, b) => a - b));
});

test('who may hear it: those who see the event; a pass opens this room alone', async () => {
  const event = await at.open({ joinByCode: true }, { visibility: 'private', passcode: 'glazed kiln' });
  const outside = await ears.listen(await world.person());
  expect(await outside.attend(event.id)).toBeUndefined();
  const { token } = (await world.call(api.joinQna, { code: event.code, name: 'Theo' })).data.data;
  const visitor = await ears.listen({ token, eventId: event.id });
  expect(await visitor.attend(event.id, token)).toBe(false);
  const other = await at.open();
  expect(await visitor.attend(other.id, token)).toBeUndefined();
  expect(await visitor.attend(event.id, token)).toBe(false);
  const id = await at.asked(event.id, 'May I come in?', host);
  expect(await visitor.hear('question.changed')).toMatchObject({ question: { _id: id } });
  expect(names(outside)).toEqual([]);
  await visitor.settle();
  expect(names(visitor)).toEqual(['question.changed']);
  const nobody = ears.listen({ token: `${token}x`, eventId: event.id });
  nobody.catch(() => undefined);
  await until(() => expect(ears.open.at(-1)?.readyState).toBe(3));
});

test('the question that is answered now is not told to people from whom its asker is hidden', async () => {
  const event = await at.open();
  const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
  const [one, two] = [await at.asked(event.id, 'From the host?', host), await at.asked(event.id, 'From Ana?', ana)];
  await at.change(event.id, one, { isNow: true });
  expect((await world.call(blockUser, { userId: ana.id } as never, ben)).status).toBe(200);
  const [away, room] = [await ears.listen(ben), await ears.listen(await world.person())];
  for (const ear of [away, room]) await ear.attend(event.id);
  await at.change(event.id, two, { isNow: true });
  const last = (ear: SocketClient) => ear.heard.filter(({ name }) => name === 'question.now').at(-1)?.data;
  await until(() => expect(last(room)).toMatchObject({ question: { _id: two } }));
  await away.settle();
  // What was answered before is over for them as well.
  expect(last(away)).toEqual({ eventId: event.id, question: null });
  expect(JSON.stringify(away.heard)).not.toContain('From Ana?');
  expect((await at.view(event.id, ben)).data.data.now).toBeNull();
  expect((await at.view(event.id, host)).data.data.now?._id).toBe(two);
});

test('people who are watching are counted once, with faces of those who show their presence', async () => {
  const event = await at.open({}, { showGuests: true });
  const [ana, ben] = [await world.person(), await world.person()];
  expect((await world.call(updateProfile, { presenceHidden: true } as never, ben)).status).toBe(200);
  const [one, again, two] = [await ears.listen(ana), await ears.listen(ana), await ears.listen(ben)];
  for (const ear of [one, again, two]) await ear.attend(event.id);
  const last = (name: string) => one.heard.filter((frame) => frame.name === name).at(-1)?.data;
  await until(() => expect(last('question.watching')).toEqual({ eventId: event.id, watching: 2 }));
  await until(() => expect(last('question.faces')).toMatchObject({ faces: [{ id: ana.id }] }));
  // Another screen of hers changes no number, and hears it all the same.
  const third = await ears.listen(ana);
  await third.attend(event.id);
  await until(() =>
    expect(third.heard.find((frame) => frame.name === 'question.watching')?.data).toMatchObject({ watching: 2 }),
  );
  third.socket.close();
  const stats = async () => (await world.call(api.getQnaStats, { eventId: event.id })).data.data.watching;
  expect(await stats()).toBe(2);
  two.socket.close();
  again.socket.close();
  await until(async () => expect(await stats()).toBe(1));
  await until(() => expect(last('question.watching')).toMatchObject({ watching: 1 }));
});

test('a host who is one no longer hears no pending words from then on', async () => {
  const event = await at.open({ approveQuestionsForModeration: true });
  const other = await world.person();
  await at.host(event.id, other);
  const ear = await ears.listen(other);
  expect(await ear.attend(event.id)).toBe(true);
  const roles: boolean[] = [];
  ear.socket.on('message', (raw) => {
    const frame = JSON.parse(String(raw));
    if (frame.type === 'attending') roles.push(frame.host);
  });
  const { removeHost } = await import('@folkmoot/contract/events/api.ts');
  expect((await world.call(removeHost, { eventId: event.id, userId: other.id }, host)).status).toBe(200);
  await until(() => expect(roles).toEqual([false]));
  const ana = await at.guest(event.id);
  await at.asked(event.id, 'Is there tea?', ana);
  await ear.settle();
  expect(names(ear)).toEqual([]);
});

test('people with a pass are out of the room once nobody may join by code', async () => {
  const event = await at.open({ joinByCode: true }, { visibility: 'private', passcode: 'glazed kiln' });
  const { token } = (await world.call(api.joinQna, { code: event.code, name: 'Theo' })).data.data;
  const visitor = await ears.listen({ token, eventId: event.id });
  const answers: string[] = [];
  visitor.socket.on('message', (raw) => answers.push(JSON.parse(String(raw)).type));
  await at.settings(event.id, { joinByCode: false });
  await until(() => expect(answers).toContain('notAttending'));
  await at.asked(event.id, 'Who is still here?', host);
  await visitor.settle();
  expect(names(visitor)).toEqual(['question.settings']);
});

test('somebody who leaves while it is found out whether they may come in stays outside', async () => {
  const [event, other] = [await at.open(), await at.open()];
  const ear = await ears.listen(await world.person());
  const attend = (eventId: string | null) => ear.socket.send(JSON.stringify({ type: 'attend', eventId }));
  attend(event.id);
  attend(null);
  await at.asked(event.id, 'Who is still here?', host);
  // Of two questions at once, the last counts.
  attend(event.id);
  expect(await ear.attend(other.id)).toBe(false);
  const id = await at.asked(other.id, 'And here?', host);
  await at.asked(event.id, 'Who is back here?', host);
  expect(await ear.hear('question.changed')).toMatchObject({ question: { _id: id } });
  await ear.settle();
  expect(ear.heard.filter(({ name }) => name === 'question.changed')).toHaveLength(1);
});

test('somebody who may not see the event any more is out of the room after some looks', async () => {
  const event = await at.open();
  const ear = await ears.listen(await world.person());
  expect(await ear.attend(event.id)).toBe(false);
  await at.edit(event.id, { visibility: 'private', passcode: 'glazed kiln' });
  for (let looks = 0; looks < 5; looks += 1) await world.app.hub.checkSessions();
  await at.asked(event.id, 'Who is still here?', host);
  await ear.settle();
  expect(names(ear)).toEqual([]);
});
