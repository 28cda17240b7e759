import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './sortable-list.module.css';

type Item = { id: string; name: string };

type Props<T extends Item> = {
  label: string;
  items: readonly T[];
  /** `before` is null if it goes to the end. */
  onMove: (id: string, before: string | null) => void;
  row: (item: T, index: number) => ReactNode;
};

const INSTRUCTIONS =
  'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to put it down, Escape to leave it where it was.';

/** A list whose order one makes: by dragging, and by keyboard, with words for both. */
export function SortableList<T extends Item>({ label, items, onMove, row }: Props<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  const nameOf = (id: string | number) => items.find((item) => item.id === id)?.name ?? 'It';
  const placeOf = (id: string | number) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (!over || over.id === active.id) return;
        const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over.id))];
        onMove(String(active.id), from < to ? (ids[to + 1] ?? null) : String(over.id));
      }}
      accessibility={{
        screenReaderInstructions: { draggable: INSTRUCTIONS },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, at ${placeOf(active.id)}.`,
          // It is over itself at first: the announcement of the pick-up stays until it has moved.
          onDragOver: ({ active, over }) =>
            over && over.id !== active.id ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} was dropped at ${placeOf(over.id)}.` : `${nameOf(active.id)} was put back.`,
          onDragCancel: ({ active }) => `${nameOf(active.id)} was left where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={css.list} aria-label={label}>
          {items.map((item, index) => (
            <Row key={item.id} item={item}>
              {row(item, index)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Row({ item, children }: { item: Item; children: ReactNode }) {
  const sortable = useSortable({ id: item.id });
  const { tabIndex, 'aria-describedby': describedBy } = sortable.attributes;
  return (
    <li
      ref={sortable.setNodeRef}
      className={css.row}
      data-lifted={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        className={css.handle}
        aria-label={`Move ${item.name}`}
        aria-describedby={describedBy}
        tabIndex={tabIndex}
        {...sortable.listeners}
      >
        <IconGripVertical size={17} aria-hidden />
      </button>
      {children}
    </li>
  );
}

/** The same things with one of them somewhere else: in front of another, or at the end. */
export function withMoved<T extends { id: string }>(items: readonly T[], id: string, before: string | null): T[] {
  const moved = items.find((item) => item.id === id);
  if (!moved) return [...items];
  const rest = items.filter((item) => item.id !== id);
  const at = before === null ? rest.length : rest.findIndex((item) => item.id === before);
  return at < 0 ? [...items] : [...rest.slice(0, at), moved, ...rest.slice(at)];
}
