import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { SidebarChannel } from '@folkmoot/contract/channels/schema.ts';
import type { ReactNode } from 'react';
import { DragHandle, dragProps } from '../../ui/inputs/dragging.tsx';
import { ChannelGroup } from './ChannelGroup.tsx';
import type { Group } from './sidebar-groups.ts';
import css from './sortable.module.css';

type Props = {
  serverId: string;
  group: Group;
  currentId: string | undefined;
  mayCreate: boolean;
  maySort: boolean;
};

/** A category that can be dragged by its handle, with channels that can be. The handles are shown on hover and focus, and on a phone while you reorder. */
export function SortableCategory({ serverId, group, currentId, mayCreate, maySort }: Props) {
  const { category, channels } = group;
  const sortable = useSortable({
    id: category?.id ?? 'none',
    data: { type: 'category', empty: category !== null && channels.length === 0 },
    disabled: { draggable: !maySort || category === null, droppable: category === null },
  });
  return (
    <div className={css.category} {...dragProps(sortable)}>
      <SortableContext items={channels.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ChannelGroup
          serverId={serverId}
          group={group}
          currentId={currentId}
          mayCreate={mayCreate}
          row={(channel, line) => (
            <SortableChannel key={channel.id} channel={channel}>
              {line}
            </SortableChannel>
          )}
          handle={
            category && maySort ? (
              <DragHandle name={category.name} sortable={sortable} className={css.handle} />
            ) : undefined
          }
        />
      </SortableContext>
    </div>
  );
}

function SortableChannel({ channel, children }: { channel: SidebarChannel; children: ReactNode }) {
  const sortable = useSortable({ id: channel.id, data: { type: 'channel' } });
  return (
    <li className={css.channel} {...dragProps(sortable)}>
      {children}
      <DragHandle name={channel.name} sortable={sortable} className={css.handle} />
    </li>
  );
}
