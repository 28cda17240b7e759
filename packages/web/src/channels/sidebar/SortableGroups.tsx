import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { dragSpeech, useDragSensors } from '../../ui/inputs/dragging.tsx';
import { dropTarget } from '../../ui/inputs/order.ts';
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
  const sensors = useDragSensors();
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
      if (onto !== id) orderCategory.mutate({ categoryId: id, before: dropTarget(idsOf(shown.categories), id, onto) });
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
        accessibility={speechFor(shown)}
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

function moveTo(view: SidebarView, channelId: string, onto: string): ChannelMove | undefined {
  const target = view.channels.find(({ id }) => id === onto);
  if (!target) {
    const category = view.categories.find(({ id }) => id === onto);
    return category && { channelId, categoryId: category.id, before: null };
  }
  const inside = view.channels.filter(({ categoryId }) => categoryId === target.categoryId);
  return { channelId, categoryId: target.categoryId, before: dropTarget(idsOf(inside), channelId, onto) };
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

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** The screen reader announcements for channels and categories during a drag. */
function speechFor(view: SidebarView) {
  const nameOf = (id: UniqueIdentifier) =>
    [...view.channels, ...view.categories].find((item) => item.id === id)?.name ?? 'It';
  const positionOf = (id: UniqueIdentifier): string => {
    const channel = view.channels.find((each) => each.id === id);
    if (!channel) return `category ${idsOf(view.categories).indexOf(String(id)) + 1} of ${view.categories.length}`;
    const inside = view.channels.filter(({ categoryId }) => categoryId === channel.categoryId);
    const category = view.categories.find((each) => each.id === channel.categoryId)?.name;
    const position = `position ${inside.indexOf(channel) + 1} of ${inside.length}`;
    return category ? `${position} in ${category}` : position;
  };
  return dragSpeech(nameOf, positionOf);
}
