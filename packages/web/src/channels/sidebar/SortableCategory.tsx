import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { SidebarChannel } from '@folkmoot/contract/channels/schema.ts';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

/** A category that can be dragged by its handle, with channels that can be. */
export function SortableCategory({ serverId, group, currentId, mayCreate, maySort }: Props) {
  const { category, channels } = group;
  const sortable = useSortable({
    id: category?.id ?? 'none',
    data: { type: 'category', empty: category !== null && channels.length === 0 },
    disabled: { draggable: !maySort || category === null, droppable: category === null },
  });
  return (
    <div
      ref={sortable.setNodeRef}
      className={css.category}
      data-lifted={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
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
          handle={category && maySort ? <Handle name={category.name} sortable={sortable} /> : undefined}
        />
      </SortableContext>
    </div>
  );
}

function SortableChannel({ channel, children }: { channel: SidebarChannel; children: ReactNode }) {
  const sortable = useSortable({ id: channel.id, data: { type: 'channel' } });
  return (
    <li
      ref={sortable.setNodeRef}
      className={css.channel}
      data-lifted={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      {children}
      <Handle name={channel.name} sortable={sortable} />
    </li>
  );
}

/** A drag handle; shown on hover and focus, and on a phone while you reorder. */
function Handle({ name, sortable }: { name: string; sortable: ReturnType<typeof useSortable> }) {
  const { tabIndex, 'aria-describedby': describedBy } = sortable.attributes;
  return (
    <button
      type="button"
      ref={sortable.setActivatorNodeRef}
      className={css.handle}
      aria-label={`Move ${name}`}
      aria-describedby={describedBy}
      tabIndex={tabIndex}
      {...sortable.listeners}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}
