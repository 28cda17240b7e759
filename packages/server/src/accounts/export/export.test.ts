import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as api from '@folkmoot/contract/accounts/export-api.ts';
import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { livedFixtures } from '../../../test/fixtures/lived-fixtures.ts';
import { fillRest, SECRET } from '../../../test/fixtures/rest-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { unzip } from '../../../test/fixtures/zip.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { type MediaWorld, openMediaWorld, photograph } from '../../../test/media.ts';
import type { Signed } from '../../../test/world.ts';
import { namePeople } from '../../blocks/store.ts';
import { copiedTables } from '../../core/db/export-person.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';
import { SLICES } from '../../slices.ts';
import { EXPORT_QUEUE, exportKey } from './export-actions.ts';
import { keepLease, takeNext } from './export-store.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

describe.each(['disk', 'bucket'] as const)('a copy of your data, on %s', (store) => {
  let mailbox: Mailbox;
  let world: MediaWorld;
  beforeAll(async () => {
    mailbox = await openMailbox();
    world = await openMediaWorld(store, { SMTP_URL: mailbox.url });
  });
  afterAll(async () => {
    await world.close();
    await mailbox.close();
  });

  const ask = (person: Signed) => world.call(api.startExport, {}, person);
  const look = async (person: Signed) => (await world.call(api.getExport, {}, person)).data.data;
  const reaches = (person: Signed, state: string) =>
    until(async () => {
      const view = await look(person);
      expect(view.state).toBe(state);
      return view;
    });
  const exported = async (person: Signed) => {
    const asked = await ask(person);
    expect([asked.status, asked.data.data.state]).toEqual([200, 'preparing']);
    return reaches(person, 'ready');
  };
  const download = (url: string | null, cookie: string) => world.get(url ?? '', { cookie });
  const contents = async (person: Signed, url: string | null) =>
    unzip(Buffer.from(await (await download(url, world.cookie(person))).arrayBuffer()));
  const rowOf = async ({ id }: { id: string }) =>
    (
      await sql<{ id: string; state: string; user_id: string | null }>`select * from exports where user_id = ${id}
        order by asked_at desc, id desc`.execute(world.db)
    ).rows;
  const copies = async () => (await world.keys()).filter((key) => key.startsWith('exports/'));
  /** Nothing is left to prepare, or to delete. */
  const swept = () => {
    world.app.jobs.wake(EXPORT_QUEUE);
    return until(async () => expect(await readdir(join(world.config.dataDir, 'work/exports'))).toEqual([]));
  };

  test('it has everything that somebody did and wrote, and nothing of others but their names', async () => {
    const zeb = await world.person({ firstName: 'Zebedee', lastName: 'Quincewort', username: 'quillfeather' });
    const ann = await world.person({ firstName: 'Annabel', lastName: 'Thistledown', username: 'annsname' });
    const { lived } = livedFixtures(() => world);
    const made = await lived(zeb, ann);
    const now = world.clock.now();
    await fillRest(world.db, zeb, ann, 'my own words', made, now);
    await fillRest(world.db, ann, zeb, 'words of Ann', made, now);
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${ann.id}, ${zeb.id}, ${now})`.execute(
      world.db,
    );
    const picture = await world.upload(zeb, await photograph(), { fileName: 'kiln.jpg' });
    await world.settled(zeb, picture.id);

    const { url } = await exported(zeb);
    const files = await contents(zeb, url);
    const all = [...files].map(([name, text]) => (name.startsWith('data/') ? JSON.parse(text) : {}));
    const rows = Object.fromEntries(all.flatMap((part) => Object.entries(part as Record<string, unknown[]>)));
    // Every table of which something is promised has a row here, so that none is read by the wrong column.
    const promised = SLICES.flatMap(({ personalData }) => (personalData ? copiedTables(personalData) : []));
    expect(promised.filter(({ title }) => (rows[title] ?? []).length === 0).map(({ table }) => table)).toEqual([]);
    expect(promised.length).toBeGreaterThan(40);
    expect(Object.keys(rows).length).toBe(promised.length);

    const text = [...files.values()].join('\n');
    for (const own of [
      'Second words',
      'First words',
      'In the thread',
      'Zebedee eats all',
      'Is there cake?',
      'my own words',
    ])
      expect(text).toContain(own);
    for (const name of ['Annabel Thistledown', 'Kiln opening', 'What do you eat?']) expect(text).toContain(name);
    for (const others of [
      ...[SECRET, 'words of Ann', 'Thank you', 'In a thread of the two', ann.email, ann.username, zeb.token],
      ...[made.waits.email, picture.fileKey, 'scrypt'],
    ])
      expect([others, text.includes(others)]).toEqual([others, false]);
    // Who blocked them is theirs to know.
    expect(rows['People you blocked']?.length).toBe(1);
    expect(JSON.stringify(rows['People you blocked'])).not.toContain(ann.id);
    // Whom the group's screen does not list is not in it either.
    const inGroups = JSON.stringify(rows['People in your groups']);
    expect([inGroups.includes('my own words'), inGroups.includes(ann.id)]).toEqual([true, false]);

    expect([...files.keys()]).toContain('files/00001 kiln.jpg');
    const index = files.get('index.html') ?? '';
    expect(index).toContain('<a href="files/00001%20kiln.jpg"><bdi>00001 kiln.jpg</bdi></a>');
    expect(index).toMatch(/Messages you wrote<\/td><td><a href="data\/conversations.json">[^<]*<\/a><\/td><td>3</);
  });

  test('it does not tell who has blocked them', async () => {
    const [zeb, ann, cat, dan] = await Promise.all([1, 2, 3, 4].map((nth) => world.person({ firstName: `P${nth}` })));
    if (!zeb || !ann || !cat || !dan) throw new Error('Nobody is there.');
    const [group, now] = [newId(), world.clock.now()];
    await sql`insert into guest_groups (owner_id, id, name, description, created_at) values (${zeb.id}, ${group}, 'Kiln friends', '', ${now})`.execute(
      world.db,
    );
    for (const { id } of [ann, cat])
      await sql`insert into group_guests (owner_id, group_id, id, user_id) values (${zeb.id}, ${group}, ${newId()}, ${id})`.execute(
        world.db,
      );
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${ann.id}, ${zeb.id}, ${now}), (${zeb.id}, ${dan.id}, ${now}), (${dan.id}, ${zeb.id}, ${now})`.execute(
      world.db,
    );
    const files = await contents(zeb, (await exported(zeb)).url);
    const { 'People in your groups': guests } = JSON.parse(files.get('data/groups.json') ?? '');
    const person = { id: cat.id, name: `${cat.firstName} ${cat.lastName}` };
    expect(guests).toEqual([{ group: { id: group, name: 'Kiln friends' }, person }]);
    expect([...files.values()].join()).not.toContain(ann.id);
    // Of those who blocked them only whom they have blocked themselves has a name.
    const named = await namePeople(world.db, [ann.id, cat.id, dan.id], zeb.id);
    expect(named.map(({ id }) => id).sort()).toEqual([cat.id, dan.id].sort());
  });

  test('what others made of a channel after its maker was banned is left out', async () => {
    const [host, zeb] = [await world.person(), await world.person()];
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [zeb.id]);
    const { conversationId } = await makeChannel(world.db, serverId, zeb.id, { members: [host.id, zeb.id] });
    await sql`update channels set name = 'hush-hush', description = 'Secret plans' where conversation_id = ${conversationId}`.execute(
      world.db,
    );
    const made = async () => {
      const files = await contents(zeb, (await exported(zeb)).url);
      return JSON.parse(files.get('data/channels.json') ?? '')['Channels you created'];
    };
    expect(await made()).toMatchObject([{ name: 'hush-hush', description: 'Secret plans' }]);
    for (const table of ['members', 'conversation_members']) {
      world.clock.moveBy(DAY);
      await sql`delete from ${sql.table(table)} where user_id = ${zeb.id} and server_id = ${serverId}`.execute(
        world.db,
      );
      expect(await made()).toMatchObject([{ id: expect.any(String), name: null, description: null }]);
      if (table === 'members') await addMembers(world.db, serverId, [zeb.id]);
    }
  });

  test('names that somebody may not see any more are left out', async () => {
    const [host, zeb] = [await world.person(), await world.person()];
    const { id: serverId } = await makeCommunity(world.db, host.id, { visibility: 'private' });
    await addMembers(world.db, serverId, [zeb.id]);
    const { conversationId } = await makeChannel(world.db, serverId, host.id, { members: [host.id, zeb.id] });
    const said = { conversationId, clientId: newId(), text: 'I was here' };
    expect((await world.call(sendMessage, said as never, zeb)).status).toBe(200);
    await sql`delete from members where server_id = ${serverId} and user_id = ${zeb.id}`.execute(world.db);
    await sql`update channels set name = 'hush-hush' where conversation_id = ${conversationId}`.execute(world.db);
    const files = await contents(zeb, (await exported(zeb)).url);
    const { 'Messages you wrote': messages } = JSON.parse(files.get('data/conversations.json') ?? '');
    expect(messages).toMatchObject([{ text: 'I was here', conversation: { id: conversationId, name: null } }]);
    expect([...files.values()].join()).not.toContain('hush-hush');
  });

  test('it is asked for once a day, and one that is being prepared is not asked for twice', async () => {
    const person = await world.person();
    expect(await look(person)).toMatchObject({ state: 'none', url: null, nextAt: null, askedAt: null });
    const both = await Promise.all([ask(person), ask(person), ask(person)]);
    // Those that come after it was prepared are refused.
    expect(both.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    const view = await reaches(person, 'ready');
    expect((await rowOf(person)).length).toBe(1);
    const again = await ask(person);
    expect([again.status, again.problem.code, again.problem.message]).toEqual([
      ...[429, 'accounts.export-too-soon', 'You can request a copy of your data once a day. Try again tomorrow.'],
    ]);
    expect(new Date(view.nextAt ?? '').getTime() - new Date(view.askedAt ?? '').getTime()).toBe(DAY);
    expect(new Date(view.readyUntil ?? '').getTime() - world.clock.now().getTime()).toBeGreaterThan(6 * DAY);
    const mail = await mailbox.next(person.email);
    expect(mail.subject).toBe('Your data on Folkmoot is ready to download');
    expect(mail.text).toContain('/settings/account');
    expect(mail.text).not.toContain('/files/');

    // A minute before: the clock goes on, and a busy machine takes some seconds.
    world.clock.moveBy(DAY - 60_000);
    expect((await ask(person)).status).toBe(429);
    world.clock.moveBy(60_000);
    const second = await exported(person);
    expect(second.url).not.toBe(view.url);
    // The one before is gone.
    await swept();
    expect((await download(view.url, world.cookie(person))).status).toBe(404);
    expect((await rowOf(person)).length).toBe(1);
    expect((await download(second.url, world.cookie(person))).status).toBe(200);
  });

  test('only a session of its person opens it, at an address that was not changed, for seven days', async () => {
    const [person, other] = [await world.person(), await world.person()];
    const { url, size } = await exported(person);
    const path = url ?? '';
    const answer = await download(path, world.cookie(person));
    const today = world.clock.now().toISOString().slice(0, 10);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=folkmoot-${person.username}-${today}.zip`,
      'content-length': String(size),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
    // Another session of theirs, and a program with their token.
    expect((await download(path, world.cookie(await world.signIn(person)))).status).toBe(200);
    expect((await world.get(path, { authorization: `Bearer ${person.token}` })).status).toBe(200);

    const bare = async (got: Response) => [got.status, await got.text()];
    expect(await bare(await world.get(path))).toEqual([401, '']);
    expect(await bare(await download(path, 'folkmoot.files=x.y'))).toEqual([401, '']);
    expect(await bare(await download(path, world.cookie(other)))).toEqual([404, '']);
    const [id = '', end = '', code = ''] = path.split('/').at(-1)?.split('.') ?? [];
    for (const token of [
      ...[`${newId()}.${end}.${code}`, `${id}.${Number(end) + DAY}.${code}`, `${id}.${end}`],
      ...[`${id}.${end}.${code.slice(1)}`, `${code}`, `${path.split('/').at(-1)}.x`],
    ])
      expect([token, ...(await bare(await download(`/files/export/${token}`, world.cookie(person))))]).toEqual([
        ...[token, 404, ''],
      ]);

    world.clock.moveBy(7 * DAY - HOUR);
    expect((await download(path, world.cookie(person))).status).toBe(200);
    world.clock.moveBy(HOUR);
    expect(await bare(await download(path, world.cookie(person)))).toEqual([404, '']);
    expect(await look(person)).toMatchObject({ state: 'expired', url: null, size: null, nextAt: null });
    await swept();
    await until(async () => expect(await copies()).not.toContain(exportKey(id)));
    expect((await look(person)).state).toBe('expired');
  });

  test('a failure says so, leaves nothing behind, and it can be tried again at once', async () => {
    const person = await world.person();
    await swept();
    const attempt = async () => {
      expect((await ask(person)).status).toBe(200);
      expect(await reaches(person, 'failed')).toMatchObject({ url: null, size: null, nextAt: null });
      await swept();
      const [row] = await rowOf(person);
      expect(await copies()).not.toContain(exportKey(row?.id ?? ''));
    };
    await sql`create or replace function fail_export() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      world.db,
    );
    await sql`create trigger failing before update on exports for each row when (new.state = 'ready') execute function fail_export()`.execute(
      world.db,
    );
    await attempt();
    await sql`drop trigger failing on exports`.execute(world.db);
    if (store === 'disk') {
      // The folder cannot be written to: something else is in its place.
      const folder = join(world.config.dataDir, 'files/exports');
      await rename(folder, `${folder}-away`);
      await writeFile(folder, '');
      expect((await ask(person)).status).toBe(200);
      await reaches(person, 'failed');
      await rm(folder);
      await rename(`${folder}-away`, folder);
    }
    await exported(person);
    expect((await rowOf(person)).map(({ state }) => state)).toEqual(['ready']);
    await writeFile(join(world.config.dataDir, 'work/exports', `${newId()}.zip`), 'left by a process that was killed');
    await swept();
  });

  test('it is prepared only for somebody who has just proved that it is them', async () => {
    const person = await world.person();
    await sql`update sessions set proved_at = created_at - interval '400 days' where id = ${person.sessionId}`.execute(
      world.db,
    );
    expect((await ask(person)).problem.code).toBe('core.confirm-it-is-you');
    expect((await look(person)).state).toBe('none');
  });

  test('one whose process was killed is begun anew once its lease is over, and given up after five times', async () => {
    const person = await world.person();
    await swept();
    const [id, now] = [newId(), world.clock.now()];
    await sql`insert into exports (id, user_id, state, asked_at, tries, lease, leased_until) values
      (${id}, ${person.id}, 'preparing', ${now}, 1, ${newId()}, ${new Date(now.getTime() + 60_000)})`.execute(world.db);
    expect(await takeNext(world.db, now)).toBeUndefined();
    expect((await ask(person)).data.data.state).toBe('preparing');
    world.clock.moveBy(60_000);
    world.app.jobs.wake(EXPORT_QUEUE);
    await reaches(person, 'ready');

    const unlucky = await world.person();
    await sql`insert into exports (id, user_id, state, asked_at, tries, lease, leased_until) values
      (${newId()}, ${unlucky.id}, 'preparing', ${now}, 5, ${newId()}, ${now})`.execute(world.db);
    world.app.jobs.wake(EXPORT_QUEUE);
    expect((await reaches(unlucky, 'failed')).nextAt).toBeNull();
  });

  test('nothing of it is left once the account is deleted, also while it is being prepared', async () => {
    const { leave } = leaverFixtures(() => ({ world, mailbox }));
    const person = await world.person();
    const { url } = await exported(person);
    const [row] = await rowOf(person);
    expect(await copies()).toContain(exportKey(row?.id ?? ''));
    await leave(person);
    expect((await download(url, world.cookie(person))).status).toBe(401);
    await until(async () => expect(await copies()).not.toContain(exportKey(row?.id ?? '')));

    const busy = await world.person();
    await swept();
    const [id, now] = [newId(), world.clock.now()];
    const lease = newId();
    await sql`insert into exports (id, user_id, state, asked_at, tries, lease, leased_until) values
      (${id}, ${busy.id}, 'preparing', ${now}, 1, ${lease}, ${new Date(now.getTime() + 60_000)})`.execute(world.db);
    await leave(busy);
    expect(await keepLease(world.db, { id, lease } as never, 1, now)).toBe(false);
    await until(async () => {
      world.clock.moveBy(60_000);
      world.app.jobs.wake(EXPORT_QUEUE);
      expect((await sql`select from exports where id = ${id}`.execute(world.db)).rows).toEqual([]);
    });
  });
});
