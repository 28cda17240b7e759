import { muteCommunity, readAll } from '@folkmoot/contract/inbox/api.ts';
import { Menu } from '@mantine/core';
import { IconBell, IconBellOff, IconChecks } from '@tabler/icons-react';
import { refreshCounts, useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { useApiMutation } from '../core/queries.ts';

/** Far enough in the future to mean "until I turn it on". */
const FOR_GOOD = '2999-12-31T00:00:00.000Z';

/** Of a community's menu: everything in it is read, and none of your channels there shows anything. */
export function QuietItems({ serverId }: { serverId: string }) {
  const counts = useUnreadCounts()?.filter((one) => one.serverId === serverId && one.type === 'channel') ?? [];
  const now = new Date();
  const muted = counts.length > 0 && counts.every((one) => one.mutedUntil !== null && new Date(one.mutedUntil) > now);
  const read = useApiMutation(readAll, { said: 'Everything here is marked as read.', onDone: refreshCounts });
  const mute = useApiMutation(muteCommunity, { failed: 'Could not change your notifications.', onDone: refreshCounts });
  return (
    <>
      <Menu.Item leftSection={<IconChecks size={18} />} onClick={() => read.mutate({ serverId })}>
        Mark all as read
      </Menu.Item>
      {counts.length > 0 && (
        <Menu.Item
          leftSection={muted ? <IconBell size={18} /> : <IconBellOff size={18} />}
          onClick={() => mute.mutate({ serverId, mutedUntil: muted ? null : FOR_GOOD })}
        >
          {muted ? 'Unmute channels' : 'Mute all channels'}
        </Menu.Item>
      )}
    </>
  );
}
