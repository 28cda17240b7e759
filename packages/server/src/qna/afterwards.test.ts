import * as conversations from '@folkmoot/contract/conversations/api.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Maren', lastName: 'Voss' });
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

async function answered() {
  const { id: serverId } = await makeCommunity(world.db, host.id);
  const event = await at.open(
    { allowAnonymousQuestions: true, whoCanComment: 'all' },
    { serverId, name: 'Kiln @channel' },
  );
  const ana = await at.guest(event.id, { firstName: '=Ana', lastName: 'Reed' });
  const formula = await at.asked(event.id, '=HYPERLINK("http://x.example")', ana);
  const nobody = await at.asked(event.id, 'Why **so** dear, @channel?', ana, { isAnonymous: true });
  await at.vote(event.id, nobody, ana);
  await at.comment(event.id, nobody, 'Gas costs\nmore', host);
  await at.comment(event.id, nobody, 'I agree', ana);
  await at.move(event.id, formula, 'published', 'answered');
  return { serverId, event, ana };
}

const file = (eventId: string, kind: 'csv' | 'md', as?: Signed) =>
  world.app.http.inject({
    url: `/qna/${eventId}/questions/export.${kind}`,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });

test('the files are for hosts: formulas are disarmed, and anonymous is all that they say of an asker', async () => {
  const { event, ana } = await answered();
  expect((await file(event.id, 'csv')).statusCode).toBe(401);
  expect((await file(event.id, 'csv', ana)).statusCode).toBe(403);
  expect((await file('nothing', 'csv', host)).statusCode).toBe(404);
  const csv = await file(event.id, 'csv', host);
  expect(csv.headers['content-disposition']).toContain(`${event.alias}-questions.csv`);
  const [header, first, second] = csv.body.slice(1).split('\n"');
  expect(header).toBe('"Question","Asked by","State","Votes","Asked","Answered","Reason","Comments"');
  expect(first).toMatch(/^'=HYPERLINK\(""http:\/\/x\.example""\)","'=Ana Reed","answered","0",/);
  expect(second).toMatch(/^Why \*\*so\*\* dear, @channel\?","Anonymous","published","1",/);
  expect(second).toContain('Maren Voss: Gas costs\nmore');
  const md = await file(event.id, 'md', host);
  expect(md.headers['content-type']).toContain('text/markdown');
  expect(md.body).toContain('## Why \\*\\*so\\*\\* dear, \\@channel?\n\nAnonymous · Open · 1 vote\n');
  expect(md.body).toContain('> **Maren Voss:** Gas costs more');
});

test('questions with answers are posted into a channel, once, and mention nobody', async () => {
  const { serverId, event, ana } = await answered();
  const channel = await makeChannel(world.db, serverId, host.id, { members: [host.id] });
  const { conversationId } = channel;
  const share = (into: string, as = host) =>
    world.call(hostingApi.shareQna, { eventId: event.id, conversationId: into }, as);
  expect((await share(conversationId, ana)).problem.code).toBe('events.not-managed');
  // A message is where its thread is, and that is no place for them.
  const thread = (await world.call(conversations.sendMessage, { conversationId, clientId: event.id, text: 'x' }, host))
    .data;
  expect((await share(thread.id)).problem.code).toBe(refusals.mayNotShare.code);
  const [one, two] = await Promise.all([share(conversationId), share(conversationId)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const done = one.status === 200 ? one : two;
  expect(done.data.message).toBe(TOASTS.shared);
  expect((await share(conversationId)).problem).toMatchObject({ code: refusals.alreadyShared.code });
  const page = await world.call(conversations.listMessages, { conversationId } as never, host);
  const message = page.data.data.find(({ id }) => id === done.data.data.messageId);
  expect(message).toMatchObject({ mentionsAll: false, mentions: [] });
  expect(message?.text).toContain('**Why   so   dear, @\u200bchannel?** (1 vote)\nMaren Voss: Gas costs\nmore');
  expect(message?.text).not.toContain('I agree');
  expect(message?.text).toContain(`/${event.alias}/questions`);
});

test('without an answer there is nothing to share', async () => {
  const { id: serverId } = await makeCommunity(world.db, host.id);
  const event = await at.open({}, { serverId });
  await at.asked(event.id, 'Is there tea?', host);
  const { conversationId } = await makeChannel(world.db, serverId, host.id, { members: [host.id] });
  const { problem } = await world.call(hostingApi.shareQna, { eventId: event.id, conversationId }, host);
  expect(problem.code).toBe(refusals.nothingToShare.code);
});
