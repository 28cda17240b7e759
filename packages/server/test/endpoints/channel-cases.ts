import type { Case, Expected, Fixture } from './endpoint-cases.ts';

type Who = { signedIn: Expected; members: Expected; editors: Expected };
const server = ({ serverId }: Fixture) => ({ serverId });
const channel = ({ serverId, channelId }: Fixture) => ({ serverId, channelId });

/** Channels of a community, their order and their categories. */
export const channelCases = ({ signedIn, members, editors }: Who) =>
  ({
    browseChannels: { expect: members, input: server },
    listSidebar: { expect: members, input: server },
    listMyChannels: { expect: signedIn },
    listArchivedChannels: { expect: editors, input: server },
    getChannel: { expect: members, input: channel },
    listJoins: { expect: members, input: channel },
    resolveChannel: { expect: members, input: channel },
    createChannel: {
      expect: editors,
      input: (fixture) => ({ ...server(fixture), name: 'new', mode: 'public', type: 'text' }),
    },
    updateChannel: { expect: editors, input: channel },
    moveChannel: { expect: editors, input: (fixture) => ({ ...channel(fixture), categoryId: null }) },
    orderChannel: { expect: editors, input: (fixture) => ({ ...channel(fixture), categoryId: null, before: null }) },
    orderCategory: {
      expect: editors,
      input: (fixture) => ({ ...server(fixture), categoryId: fixture.categoryId, before: null }),
    },
    markDefault: { expect: editors, input: (fixture) => ({ ...channel(fixture), isDefault: true }) },
    joinChannel: { expect: members, input: channel },
    leaveChannel: { expect: members, input: channel },
    archiveChannel: { expect: editors, input: channel },
    restoreChannel: { expect: editors, input: channel },
    listCategories: { expect: members, input: server },
    createCategory: { expect: editors, input: (fixture) => ({ ...server(fixture), name: 'New' }) },
    renameCategory: {
      expect: editors,
      input: (fixture) => ({ ...server(fixture), categoryId: fixture.categoryId, name: 'New' }),
    },
    deleteCategory: { expect: editors, input: (fixture) => ({ ...server(fixture), categoryId: fixture.categoryId }) },
  }) satisfies Record<string, Case>;
