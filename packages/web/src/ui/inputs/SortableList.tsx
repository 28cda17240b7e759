import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { DragHandle, dragProps, dragSpeech, useDragSensors } from './dragging.tsx';
import { dropTarget } from './order.ts';
import css from './sortable-list.module.css';

type Item = { id: string; name: string };

type Props<T extends Item> = {
  label: string;
  items: readonly T[];
  /** `before` is null if it goes to the end. */
  onMove: (id: string, before: string | null) => void;
  row: (item: T, index: number) => ReactNode;
  /** `page`: each item is a part of a page with a bar above it, instead of a line in a list. */
  look?: 'list' | 'page';
};

/** A list that can be reordered by dragging or by keyboard. */
export function SortableList<T extends Item>({ label, items, onMove, row, look = 'list' }: Props<T>) {
  const sensors = useDragSensors();
  const ids = items.map(({ id }) => id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (!over || over.id === active.id) return;
        onMove(String(active.id), dropTarget(ids, String(active.id), String(over.id)));
      }}
      accessibility={dragSpeech(
        (id) => items.find((item) => item.id === id)?.name ?? 'It',
        (id) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`,
      )}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={css.list} aria-label={label} data-look={look}>
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
  return (
    <li className={css.row} {...dragProps(sortable)}>
      <DragHandle name={item.name} sortable={sortable} className={css.handle} />
      {children}
    </li>
  );
}
