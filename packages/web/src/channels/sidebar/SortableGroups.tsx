import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { announcementsFor, INSTRUCTIONS } from './drag-announcements.ts';
import { useOrderCategory, useOrderChannel } from './reorder.ts';
import { SortableCategory } from './SortableCategory.tsx';
import { arrange, type ChannelMove, withChannelMoved } from './sidebar-groups.ts';
import css from './sortable.module.css';

type Props = {
  serverId: string;
  view: SidebarView;
  currentId: string | undefined;
  mayCreate: boolean;
  maySortCategories: boolean;
};

/** The sidebar's channels and categories, to be put in order by dragging, by keyboard, or on a phone in a mode of its own. */
export function SortableGroups({ serverId, view, currentId, mayCreate, maySortCategories }: Props) {
  const [draft, setDraft] = useState<SidebarView>();
  const [arranging, setArranging] = useState(false);
  const orderChannel = useOrderChannel(serverId);
  const orderCategory = useOrderCategory(serverId);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const shown = draft ?? view;
  const groups = arrange(shown, mayCreate);

  const start = (_event: DragStartEvent) => setDraft(view);
  const over = ({ active, over: target }: DragOverEvent) => {
    if (!target || active.data.current?.type !== 'channel') return;
    // Within its category the others make room by themselves; another category takes the channel in.
    const move = moveTo(shown, String(active.id), String(target.id));
    const from = shown.channels.find(({ id }) => id === active.id)?.categoryId;
    if (move && move.categoryId !== from) setDraft(withChannelMoved(shown, move));
  };
  const end = ({ active, over: target }: DragEndEvent) => {
    setDraft(undefined);
    const [id, onto] = [String(active.id), target ? String(target.id) : undefined];
    if (onto === undefined) return;
    if (active.data.current?.type === 'category') {
      if (onto !== id) orderCategory.mutate({ categoryId: id, before: inFrontOf(shown.categories, id, onto) });
      return;
    }
    const now = shown.channels.find((channel) => channel.id === id);
    const move = onto === id && now ? stay(shown, id, now.categoryId) : moveTo(shown, id, onto);
    if (move && changes(view, move)) orderChannel.mutate(move);
  };

  return (
    <div className={css.all} data-arranging={arranging || undefined} data-dragging={draft ? true : undefined}>
      <DndContext
        sensors={sensors}
        collisionDetection={amongAlike}
        onDragStart={start}
        onDragOver={over}
        onDragEnd={end}
        onDragCancel={() => setDraft(undefined)}
        accessibility={{
          announcements: announcementsFor(shown),
          screenReaderInstructions: { draggable: INSTRUCTIONS },
        }}
      >
        <SortableContext
          items={groups.flatMap(({ category }) => category?.id ?? [])}
          strategy={verticalListSortingStrategy}
        >
          {groups.map((group) => (
            <SortableCategory
              key={group.category?.id ?? 'none'}
              serverId={serverId}
              group={group}
              currentId={currentId}
              mayCreate={mayCreate}
              maySort={maySortCategories}
            />
          ))}
        </SortableContext>
      </DndContext>
      <Button
        className={css.mode}
        variant={arranging ? 'filled' : 'subtle'}
        size="sm"
        leftSection={arranging ? <IconCheck size={17} /> : <IconArrowsSort size={17} />}
        aria-pressed={arranging}
        onClick={() => setArranging(!arranging)}
      >
        {arranging ? 'Done reordering' : 'Reorder channels'}
      </Button>
    </div>
  );
}

/** Categories swap with categories; channels swap with channels, or move into a category that shows none. */
const amongAlike: CollisionDetection = (asked) => {
  const type = asked.active.data.current?.type;
  const droppableContainers = asked.droppableContainers.filter(
    ({ data }) => data.current?.type === type || (type === 'channel' && data.current?.empty === true),
  );
  return closestCenter({ ...asked, droppableContainers });
};

/** Where an item that is dropped onto another goes: to its position, and the other one makes room. */
function inFrontOf(things: readonly { id: string }[], id: string, onto: string): string | null {
  const order = things.map((thing) => thing.id);
  const [from, to] = [order.indexOf(id), order.indexOf(onto)];
  return from >= 0 && from < to ? (order[to + 1] ?? null) : onto;
}

function moveTo(view: SidebarView, channelId: string, onto: string): ChannelMove | undefined {
  const target = view.channels.find(({ id }) => id === onto);
  if (!target) {
    const category = view.categories.find(({ id }) => id === onto);
    return category && { channelId, categoryId: category.id, before: null };
  }
  const inside = view.channels.filter(({ categoryId }) => categoryId === target.categoryId);
  return { channelId, categoryId: target.categoryId, before: inFrontOf(inside, channelId, onto) };
}

/** The move that leaves a channel where the draft has it. */
function stay(view: SidebarView, channelId: string, categoryId: string | null): ChannelMove {
  const inside = view.channels.filter((channel) => channel.categoryId === categoryId);
  const at = inside.findIndex(({ id }) => id === channelId);
  return { channelId, categoryId, before: inside[at + 1]?.id ?? null };
}

function changes(view: SidebarView, move: ChannelMove): boolean {
  const order = (of: SidebarView) =>
    arrange(of, true)
      .map(({ category, channels }) => `${category?.id}:${channels.map(({ id }) => id)}`)
      .join();
  return order(withChannelMoved(view, move)) !== order(view);
}
