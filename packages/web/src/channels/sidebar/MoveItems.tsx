import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useSidebar } from '../queries.ts';
import { useOrderCategory, useOrderChannel } from './reorder.ts';
import { stepFrom } from './sidebar-groups.ts';

/** Moves a channel by one position among those of its category that are in your sidebar. */
export function MoveChannelItems({ channel }: { channel: ChannelView }) {
  const { serverId, id, categoryId } = channel;
  const order = useOrderChannel(serverId);
  const inside = useSidebar(serverId).data?.channels.filter((other) => other.categoryId === categoryId) ?? [];
  return (
    <Steps
      order={inside.map((other) => other.id)}
      id={id}
      onMove={(before) => order.mutate({ channelId: id, categoryId, before })}
    />
  );
}

/** Moves a category by one position among those in your sidebar. */
export function MoveCategoryItems({ serverId, categoryId }: { serverId: string; categoryId: string }) {
  const order = useOrderCategory(serverId);
  const categories = useSidebar(serverId).data?.categories ?? [];
  return (
    <Steps
      order={categories.map(({ id }) => id)}
      id={categoryId}
      onMove={(before) => order.mutate({ categoryId, before })}
    />
  );
}

type StepsProps = { order: readonly string[]; id: string; onMove: (before: string | null) => void };

function Steps({ order, id, onMove }: StepsProps) {
  if (order.length < 2 || !order.includes(id)) return null;
  const [up, down] = [stepFrom(order, id, -1), stepFrom(order, id, 1)];
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={18} />}
        disabled={up === undefined}
        onClick={() => up !== undefined && onMove(up)}
      >
        Move up
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={18} />}
        disabled={down === undefined}
        onClick={() => down !== undefined && onMove(down)}
      >
        Move down
      </Menu.Item>
    </>
  );
}
