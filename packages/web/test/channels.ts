import { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { conversationFacts } from './conversations.ts';

/** A public channel without a category, which the reader has joined as a plain member, as its own screen gets it. */
export function channelDetail(fields: Partial<ChannelDetail> = {}): ChannelDetail {
  const serverId = '0190a3b4-0000-7000-8000-0000000000c0';
  const facts = conversationFacts({ serverId });
  return ChannelDetail.parse({
    id: '0190a3b4-0000-7000-8000-0000000000d0',
    serverId,
    name: 'looms',
    slug: 'looms',
    description: '',
    avatar: null,
    mode: 'public',
    type: 'text',
    isDefault: false,
    categoryId: null,
    categoryName: null,
    memberCount: 3,
    joined: true,
    createdAt: '2026-01-05T10:00:00.000Z',
    archivedAt: null,
    conversation: { id: facts.id },
    facts,
    viewer: { memberId: crypto.randomUUID(), roleType: 'MEMBER', permissions: facts.permissions },
    server: { id: serverId, slug: 'makers', name: 'Makers' },
    tellsJoins: false,
    ...fields,
  });
}
