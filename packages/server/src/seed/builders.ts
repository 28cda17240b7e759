import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { ChannelMode, ChannelType } from '@folkmoot/contract/channels/schema.ts';
import { slugFrom } from '@folkmoot/contract/communities/rules.ts';
import type { Visibility } from '@folkmoot/contract/communities/schema.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { searchTextOf } from '../accounts/actions.ts';
import { insertMainCalendar } from '../calendars/store.ts';
import { insertChannel, listDefaultConversations } from '../channels/store.ts';
import { insertMember } from '../communities/members-store.ts';
import { insertCommunity } from '../communities/store.ts';
import { insertConversation, insertMemberships } from '../conversations/members-store.ts';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

/* What tests and the demo world are made with. Each builder invents what it is not given. */

let made = 0;

export type Person = { id: string; firstName: string; lastName: string; username: string; email: string };
export type PersonFields = Partial<Omit<Person, 'id'>> & {
  image?: string | null;
  timeZone?: string;
  verified?: boolean;
  at?: Date;
};

/** A person with a confirmed address. They have no password unless the sign-in library gives them one. */
export async function makePerson(db: Db, fields: PersonFields = {}): Promise<Person> {
  made += 1;
  const username = fields.username ?? `person-${made}-${newId().slice(-6)}`;
  const person: Person = {
    id: newId(),
    firstName: fields.firstName ?? 'Test',
    lastName: fields.lastName ?? `Person ${made}`,
    username,
    email: fields.email ?? `${username}@folk.example`,
  };
  const at = fields.at ?? new Date();
  await db
    .insertInto('users')
    .values({
      id: person.id,
      email: person.email,
      email_verified: fields.verified ?? true,
      name: fullName(person),
      first_name: person.firstName,
      last_name: person.lastName,
      username,
      image: fields.image ?? null,
      time_zone: fields.timeZone ?? 'Europe/London',
      search_text: searchTextOf(person),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return person;
}

export type CommunityOptions = {
  name?: string;
  slug?: string;
  description?: string;
  logo?: string | null;
  cover?: string | null;
  visibility?: Visibility;
  at?: Date;
};

/** A community with this creator in it. */
export async function makeCommunity(
  db: Db,
  creatorId: string,
  options: CommunityOptions = {},
): Promise<{ id: string; slug: string; name: string }> {
  made += 1;
  const name = options.name ?? `Community ${made}`;
  const slug = options.slug ?? `${slugFrom(name)}-${newId().slice(-6)}`;
  const at = options.at ?? new Date();
  const id = await insertCommunity(
    db,
    creatorId,
    {
      slug,
      name,
      description: options.description ?? '',
      logo: options.logo ?? null,
      cover: options.cover ?? null,
      visibility: options.visibility ?? 'public',
    },
    at,
  );
  await insertMainCalendar(
    db,
    { id, slug, name, isPublic: (options.visibility ?? 'public') === 'public', creatorId },
    at,
  );
  await insertMember(db, id, creatorId, 'CREATOR', at);
  return { id, slug, name };
}

/** Makes people members, and adds them to the existing default channels. Returns member ids by person. */
export async function addMembers(
  db: Db,
  serverId: string,
  userIds: string[],
  role: RoleType = 'MEMBER',
  at = new Date(),
): Promise<Map<string, string>> {
  const members = new Map<string, string>();
  for (const userId of userIds) members.set(userId, (await insertMember(db, serverId, userId, role, at)) ?? '');
  const defaults = await listDefaultConversations(db, serverId);
  if (defaults.length > 0) await insertMemberships(db, defaults, userIds, at);
  return members;
}

export type ChannelOptions = {
  name?: string;
  description?: string;
  avatar?: string | null;
  mode?: ChannelMode;
  type?: ChannelType;
  isDefault?: boolean;
  categoryId?: string | null;
  members?: string[];
  at?: Date;
};

/** A channel with its conversation and the given people in it. */
export async function makeChannel(
  db: Db,
  serverId: string,
  createdBy: string,
  options: ChannelOptions = {},
): Promise<{ id: string; conversationId: string; name: string }> {
  made += 1;
  const at = options.at ?? new Date();
  const mode = options.mode ?? 'public';
  const name = options.name ?? `channel-${made}`;
  const conversationId = await insertConversation(
    db,
    {
      serverId,
      type: 'channel',
      openTo: mode === 'public' ? 'community' : 'members',
      posting: options.type === 'announcement' ? 'editors' : 'everyone',
    },
    at,
  );
  const columns = {
    name,
    description: options.description ?? '',
    avatar: options.avatar ?? null,
    mode,
    type: options.type ?? ('text' as const),
    is_default: options.isDefault ?? false,
    category_id: options.categoryId ?? null,
  };
  const id = await insertChannel(db, serverId, conversationId, columns, createdBy, at);
  await insertMemberships(db, [conversationId], options.members ?? [createdBy], at);
  return { id, conversationId, name };
}

/** The community at an address. */
export async function findCommunityId(db: Db, slug: string): Promise<string> {
  const { id } = await db.selectFrom('servers').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return id;
}
