import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as channels from '@folkmoot/contract/channels/api.ts';
import * as api from '@folkmoot/contract/communities/api.ts';
import { AUDIT_ACTIONS, auditSentence } from '@folkmoot/contract/communities/audit-rules.ts';
import { AUDIT_GROUPS } from '@folkmoot/contract/communities/audit-schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let subject: Signed;
let serverId: string;
let memberId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person({ firstName: 'Maren', lastName: 'Aldous' });
  subject = await world.person({ firstName: 'Ines', lastName: 'Duarte' });
  serverId = (await makeCommunity(world.db, creator.id, { name: 'Alderwick' })).id;
  memberId = (await addMembers(world.db, serverId, [subject.id])).get(subject.id) ?? '';
});
afterAll(() => world.close());

const log = async (more: { group?: keyof typeof AUDIT_GROUPS; actorId?: string; cursor?: string } = {}, as = creator) =>
  (await world.call(api.listAuditLog, { serverId, ...more }, as)).data;
const sentences = async (more: Parameters<typeof log>[0] = {}) =>
  (await log(more)).data.map((line) =>
    auditSentence(line)
      .map(({ text }) => text)
      .join(''),
  );

/** Every `action: '…'` passed to `audit`, anywhere in the server. */
function actionsInSource(): Set<string> {
  const src = join(import.meta.dirname, '..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const actions = new Set<string>();
  for (const path of files) {
    const text = readFileSync(join(src, path), 'utf8');
    // What is done with events goes through a function of their own.
    for (const [, action] of text.matchAll(/\bauditEvent\([^']{0,160}'(event\.[a-z-]+)'/g))
      if (action) actions.add(action);
    if (!/\baudit\(|\binsertAudit\(/.test(text)) continue;
    for (const [line] of text.matchAll(/\baction:[^\n]*/g))
      for (const [, action] of line.matchAll(/'([a-z-]+\.[a-z-]+)'/g)) if (action) actions.add(action);
  }
  return actions;
}

describe('audit log sentences', () => {
  test('audit log sentences exist for every action the server writes, and for no other', () => {
    const written = actionsInSource();
    expect(written.size).toBeGreaterThan(20);
    expect([...written].sort()).toEqual([...AUDIT_ACTIONS].sort());
    for (const action of written) expect(Object.keys(AUDIT_GROUPS)).toContain(action.split('.')[0]);
  });

  test('audit log sentences say who did what, and what changed', async () => {
    await world.call(api.changeMemberRole, { serverId, memberId, roleType: 'MODERATOR' }, creator);
    const made = await world.call(
      channels.createChannel,
      { serverId, name: 'kiln', mode: 'public', type: 'text' },
      creator,
    );
    const category = await world.call(channels.createCategory, { serverId, name: 'Crafts' }, creator);
    const channelId = made.data.data.id;
    const { categoryId } = category.data.data;
    await world.call(channels.updateChannel, { serverId, channelId, name: 'kilns' }, creator);
    await world.call(channels.moveChannel, { serverId, channelId, categoryId }, creator);
    await world.call(channels.deleteCategory, { serverId, categoryId }, creator);
    await world.call(api.updateCommunity, { serverId, name: 'Alderwick Guild', visibility: 'private' }, creator);
    expect(await sentences()).toEqual([
      'Maren Aldous changed the community’s name and visibility',
      'Maren Aldous deleted the category Crafts',
      'Maren Aldous changed the category of #kilns',
      'Maren Aldous changed the name of #kilns',
      'Maren Aldous created the category Crafts',
      'Maren Aldous created #kilns',
      'Maren Aldous made Ines Duarte a moderator',
    ]);
    const { data } = await log();
    expect(data.at(-1)?.changes).toEqual([{ field: 'roleType', before: 'MEMBER', after: 'MODERATOR' }]);
    expect(data[3]?.changes).toEqual([{ field: 'name', before: 'kiln', after: 'kilns' }]);
    expect(data[2]?.changes).toEqual([{ field: 'categoryId', before: null, after: 'a deleted category' }]);
    expect(data[0]?.changes).toEqual([
      { field: 'name', before: 'Alderwick', after: 'Alderwick Guild' },
      { field: 'visibility', before: 'public', after: 'private' },
    ]);
  });

  test('audit log sentences say why somebody was banned, and that people who are gone were here', async () => {
    const person = await world.person({ firstName: 'Otto', lastName: 'Gone' });
    const id = (await addMembers(world.db, serverId, [person.id], 'MODERATOR')).get(person.id) ?? '';
    await world.call(api.createInviteCode, { serverId }, person);
    await world.call(api.banMember, { serverId, memberId: id, reason: 'Spam.' }, creator);
    const [line] = (await log()).data;
    expect([line?.action, line?.note, line?.subject]).toEqual(['member.banned', 'Spam.', 'Otto Gone']);
    await world.db.deleteFrom('users').where('id', '=', person.id).execute();
    expect((await sentences()).slice(0, 2)).toEqual([
      'Maren Aldous banned Deleted member',
      'Deleted member created an invitation link',
    ]);
  });
});

describe('the audit log', () => {
  test('the audit log is for holders of VIEW_AUDIT_LOG', async () => {
    const [admin, member, stranger] = [await world.person(), await world.person(), await world.person()];
    await addMembers(world.db, serverId, [admin.id], 'ADMIN');
    await addMembers(world.db, serverId, [member.id]);
    await makeCommunity(world.db, stranger.id);
    const status = async (as: Signed | undefined) => (await world.call(api.listAuditLog, { serverId }, as)).status;
    expect([await status(admin), await status(subject), await status(member)]).toEqual([200, 403, 403]);
    expect([await status(stranger), await status(undefined)]).toEqual([404, 401]);
  });

  test('the audit log can be narrowed by action and by person', async () => {
    await world.call(api.createInviteCode, { serverId }, subject);
    const own = await log({ actorId: subject.id });
    expect(own.data.map(({ action }) => action)).toEqual(['invite.created']);
    const categories = await log({ group: 'category' });
    expect(categories.data.map(({ action }) => action)).toEqual(['category.deleted', 'category.created']);
    expect((await log({ group: 'category', actorId: subject.id })).data).toEqual([]);
    const wrong = await world.call(api.listAuditLog, { serverId, group: 'weather' as 'server' }, creator);
    expect(wrong.problem.fields).toHaveProperty('group');
  });

  test('the audit log is read page by page, newest first, with the same number of statements for any page', async () => {
    const { id } = await makeCommunity(world.db, creator.id);
    for (let made = 0; made < 21; made += 1)
      await world.call(channels.createCategory, { serverId: id, name: `Category ${made}` }, creator);
    const read = async (cursor?: string) => {
      const counting = world.countQueries();
      const { data } = await world.call(api.listAuditLog, { serverId: id, ...(cursor ? { cursor } : {}) }, creator);
      return { ...data, statements: counting.stop() };
    };
    const first = await read();
    expect([first.data.length, first.data[0]?.subject]).toEqual([20, 'Category 20']);
    const rest = await read(first.nextCursor ?? '');
    expect([rest.data.map(({ subject: name }) => name), rest.nextCursor]).toEqual([['Category 0'], null]);
    expect(first.statements).toBe(rest.statements);
  });
});
