import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { ROLES } from '@folkmoot/contract/communities/rules.ts';
import { hashPassword } from 'better-auth/crypto';
import { type DemoSignIn, signInsFile } from '../accounts/demo-actions.ts';
import { claimInstallation } from '../accounts/store.ts';
import { insertCategory } from '../channels/categories-store.ts';
import { insertFeatured, orderFeatured } from '../communities/featured/featured-store.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Database, Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from './builders.ts';
import { makeDoor } from './door.ts';
import { makeEvents } from './events.ts';
import { makeHomes } from './home.ts';
import { type Ids, idOf } from './ids.ts';
import { makeBelongings, makeBeneath, makePrivate } from './private.ts';
import { makeQna } from './qna.ts';
import { makeSales } from './sales.ts';
import { writeTalk } from './talk.ts';
import { categories, channels } from './words/channels.ts';
import { communities } from './words/communities.ts';
import { people } from './words/people.ts';
import { withReplies } from './words/replies.ts';
import { threadsOf } from './words/threads.ts';

const DAY = 86_400_000;
/** How long ago the guild and the other communities began, and how far back the guild's talk goes. */
const AGE = { guild: 420 * DAY, others: 200 * DAY, talk: 120 * DAY };

const GUILD = { slug: 'alderwick-makers-guild', cover: '/art/covers/town.webp' };

/** What the owner of the installation shows first. */
const FEATURED = ['riverside-growers', 'common-choir'];

/** Who may sign in to the demo: the creator (who owns the installation), an admin and a member. */
const SIGN_INS = ['maren', 'ines', 'yuki'];

type Parts = { config: Config; database: Database; clock: Clock };

/** Fills a fresh embedded database with the community of the mockups, so that everything has something to show. */
export async function makeDemo({ config, database, clock }: Parts): Promise<void> {
  const { db } = database;
  const now = clock.now();
  const ids = await makePeople(db, now);
  await claimInstallation(db, idOf(ids, SIGN_INS[0] ?? ''));
  await makeGuild(db, ids, now);
  for (const community of communities) if (community.slug !== GUILD.slug) await makeOther(db, community, ids, now);
  await makePrivate(db, ids, now);
  await makeEvents(db, ids, now);
  await makeBelongings(db, now);
  await makeQna(db, ids, now);
  await makeHomes(db, config, ids, now);
  await makeFeatured(db, now);
  if (config.stripe?.url !== undefined) await makeSales(db, config.stripe, config.platformFeePercent, ids, now);
  const signIns = await makeSignIns(db, ids, now);
  writeFileSync(signInsFile(config), JSON.stringify(signIns, null, 2), { mode: 0o600 });
}

async function makeFeatured(db: Db, now: Date): Promise<void> {
  const shown: string[] = [];
  for (const slug of FEATURED) {
    const { id: serverId, name } = await db
      .selectFrom('servers')
      .select(['id', 'name'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    const id = newId();
    await insertFeatured(db, { id, serverId, name }, now);
    shown.push(id);
  }
  await orderFeatured(db, shown);
}

async function makePeople(db: Db, now: Date): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const [index, person] of people.entries()) {
    const image = person.avatar === null ? null : `/art/avatars/${person.avatar}`;
    const at = new Date(now.getTime() - AGE.guild - index * 3_600_000);
    const made = await makePerson(db, { ...person, email: `${person.username}@alderwick.example`, image, at });
    ids.set(person.username, made.id);
  }
  return ids;
}

async function makeGuild(db: Db, ids: Ids, now: Date): Promise<void> {
  const at = new Date(now.getTime() - AGE.guild);
  const words = communities.find((community) => community.slug === GUILD.slug);
  if (!words) throw new Error('The demo world has lost its guild.');
  const creator = people.find((person) => person.role === 'CREATOR');
  const { id: serverId } = await makeCommunity(db, idOf(ids, creator?.username ?? ''), {
    ...GUILD,
    name: words.name,
    description: words.description,
    logo: `/art/logos/${words.logo}`,
    visibility: words.visibility,
    at,
  });
  for (const [index, person] of people.entries()) {
    if (person.role !== 'CREATOR')
      await addMembers(
        db,
        serverId,
        [idOf(ids, person.username)],
        person.role,
        new Date(at.getTime() + index * 3 * DAY),
      );
  }
  const categoryIds = new Map<string, string>();
  for (const name of categories) categoryIds.set(name, await insertCategory(db, serverId, name, at));
  const everyone = people.map((person) => person.username);
  for (const [index, channel] of channels.entries()) {
    const inside = channel.members === 'everyone' ? everyone : channel.members;
    const made = await makeChannel(db, serverId, idOf(ids, creator?.username ?? ''), {
      name: channel.name,
      description: channel.topic,
      avatar: channel.emoji,
      mode: channel.mode,
      type: channel.type,
      isDefault: channel.isDefault,
      categoryId: channel.category === null ? null : (categoryIds.get(channel.category) ?? null),
      members: inside.map((username) => idOf(ids, username)),
      at,
    });
    // The noticeboard is for notices.
    const threads =
      channel.type === 'announcement'
        ? threadsOf(channel.name)
        : withReplies(threadsOf(channel.name), inside, index + 1);
    await writeTalk(db, made.conversationId, threads, ids, { from: new Date(now.getTime() - AGE.talk), to: now });
  }
  await makeBeneath(db, serverId, ids, now);
  await makeDoor(db, { serverId, creatorId: idOf(ids, creator?.username ?? ''), stewardId: idOf(ids, 'ines') }, now);
}

type Community = (typeof communities)[number];

async function makeOther(db: Db, community: Community, ids: Ids, now: Date): Promise<void> {
  const at = new Date(now.getTime() - AGE.others);
  const [creator = '', ...members] = community.members;
  const { id: serverId } = await makeCommunity(db, idOf(ids, creator), {
    name: community.name,
    slug: community.slug,
    description: community.description,
    logo: `/art/logos/${community.logo}`,
    visibility: community.visibility,
    at,
  });
  await addMembers(
    db,
    serverId,
    members.map((username) => idOf(ids, username)),
    'MEMBER',
    at,
  );
  for (const channel of community.channels) {
    const inside = community.members.map((username) => idOf(ids, username));
    const made = await makeChannel(db, serverId, idOf(ids, creator), {
      name: channel.name,
      avatar: channel.emoji,
      description: channel.topic,
      isDefault: true,
      members: inside,
      at,
    });
    await writeTalk(db, made.conversationId, channel.threads, ids, {
      from: new Date(now.getTime() - 20 * DAY),
      to: now,
    });
  }
}

/** A password for each demo person, different in every installation. */
async function makeSignIns(db: Db, ids: Ids, now: Date): Promise<DemoSignIn[]> {
  const signIns: DemoSignIn[] = [];
  for (const username of SIGN_INS) {
    const person = people.find((one) => one.username === username);
    if (!person) continue;
    const password = `${username}-at-the-moot-${randomInt(1000, 10_000)}`;
    const userId = idOf(ids, username);
    await db
      .insertInto('accounts')
      .values({
        id: newId(),
        user_id: userId,
        account_id: userId,
        provider_id: 'credential',
        password: await hashPassword(password),
        created_at: now,
        updated_at: now,
      })
      .execute();
    signIns.push({
      name: fullName(person),
      role: ROLES[person.role].name,
      email: `${username}@alderwick.example`,
      password,
      imageUrl: person.avatar === null ? null : `/art/avatars/${person.avatar}`,
    });
  }
  return signIns;
}
