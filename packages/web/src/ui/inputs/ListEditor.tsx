import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../feedback/Skeleton.tsx';
import css from './list-editor.module.css';
import { SortableList } from './SortableList.tsx';

type Props<T extends { id: string; name: string }> = {
  title: string;
  hint: string;
  items: readonly T[];
  asked: { isError: boolean; isPending: boolean; error: Error | null; refetch: () => unknown };
  /** Absent if nothing more can be added. */
  add?: { label: string; run: () => void } | undefined;
  onMove: (id: string, before: string | null) => void;
  row: (item: T) => ReactNode;
};

/** An editable list as part of a screen: add items, reorder them, and edit them. */
export function ListEditor<T extends { id: string; name: string }>({
  title,
  hint,
  items,
  asked,
  add,
  onMove,
  row,
}: Props<T>) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {add && (
          <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={add.run}>
            {add.label}
          </Button>
        )}
      </header>
      <p>{hint}</p>
      {asked.isError && <ErrorState error={asked.error} again={asked.refetch} level={3} />}
      {asked.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {items.length > 0 && <SortableList label={title} items={items} onMove={onMove} row={row} />}
    </section>
  );
}

/** What an item of the list is called, with a line about it. */
export function ItemWords({ name, about }: { name: string; about?: string | undefined }) {
  return (
    <span className={css.words}>
      <b dir="auto">{name}</b>
      {about && <small dir="auto">{about}</small>}
    </span>
  );
}
