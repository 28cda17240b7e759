import * as conversations from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { emptyAccount } from '../accounts/leaving/leaving-store.ts';
import { stepsOf } from '../core/db/erase-person.ts';
import { newId } from '../core/id.ts';
import { makeChannel, makeCommunity } from '../seed/builders.ts';
import { lexemes, quoted } from './index-store.ts';
import { personalData } from './personal-data.ts';

/* What the search knows of somebody who has deleted their account. */

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Somebody who has left, and has written something that was not indexed until then. */
async function left(): Promise<Signed> {
  const person = await world.person();
  const { id: serverId } = await makeCommunity(world.db, person.id);
  const { conversationId } = await makeChannel(world.db, serverId, person.id);
  const sent = await world.call(
    conversations.sendMessage,
    { conversationId, clientId: newId(), text: 'pondering' },
    person,
  );
  expect(sent.status).toBe(200);
  await world.db
    .transaction()
    .execute((tx) => emptyAccount(tx, person, { reason: 'Other', ownReason: '' }, world.clock.now()));
  return person;
}

const indexed = async ({ id }: Signed) =>
  (
    await sql<{ author: string | null }>`select author_id as author from message_words
      where author_id = ${id} or words @@ ${quoted(lexemes.author(id))}::tsquery`.execute(world.db)
  ).rows.length;

test('what is indexed after a deletion has no author', async () => {
  const person = await left();
  await world.app.indexer.catchUp();
  expect(await indexed(person)).toBe(0);
  expect((await sql`select from message_words where words @@ 'pondering'::tsquery`.execute(world.db)).rows.length).toBe(
    1,
  );
});

test('what was being indexed at the same moment loses its author at the end', async () => {
  const person = { ...(await left()), leftAt: world.clock.now() };
  const steps = stepsOf([personalData]);
  const run = async (some: typeof steps) => {
    for (const step of some) await world.db.transaction().execute((tx) => step(tx, person, 500, world.clock.now()));
  };
  await run(steps.slice(0, 1));
  await sql`insert into message_words (id, conversation_id, seq, home_id, author_id, created_at, words)
    select m.id, m.conversation_id, m.seq, m.home_id, m.author_id, m.created_at, ${quoted(lexemes.author(person.id))}::tsvector
    from messages m where m.author_id = ${person.id}`.execute(world.db);
  expect(await indexed(person)).toBeGreaterThan(0);
  await run(steps.slice(1));
  expect(await indexed(person)).toBe(0);
});
