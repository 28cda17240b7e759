import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle, IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { v4 } from 'uuid';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { withMoved } from '../../ui/inputs/order.ts';
import { SortableList } from '../../ui/inputs/SortableList.tsx';
import css from './items-field.module.css';

/** Items have an identity while they are edited; the schema leaves it out. */
export type Keyed<Item> = Item & { key: string };

/** Gives each item its identity. */
export function keyed<Item extends object>(items: readonly Item[]): Keyed<Item>[] {
  return items.map((item) => ({ ...item, key: v4() }));
}

type Props<Item extends object, Values extends { items: Keyed<Item>[] }> = {
  form: UseFormReturnType<Values>;
  label: string;
  /** One of them, such as `link`. */
  noun: string;
  most: number;
  nameOf: (item: Item) => string;
  fresh: () => Item;
  /** The fields of one of them; their paths begin with `items.{index}.` */
  fields: (index: number, item: Keyed<Item>) => ReactNode;
};

/** The items of a section in their order: one is open at a time, and those with something wrong say so. */
export function ItemsField<Item extends object, Values extends { items: Keyed<Item>[] }>({
  form,
  label,
  noun,
  most,
  nameOf,
  fresh,
  fields,
}: Props<Item, Values>) {
  const { items } = form.values;
  const [open, setOpen] = useState<string | undefined>(() => (items.length === 1 ? items[0]?.key : undefined));
  const wrong = new Set(
    Object.keys(form.errors)
      .flatMap((path) => /^items\.(\d+)\./.exec(path)?.[1] ?? [])
      .map(Number),
  );
  const firstWrong = items[Math.min(...wrong)]?.key;
  const openIsWrong = items.some(({ key }, index) => key === open && wrong.has(index));
  useEffect(() => {
    if (firstWrong !== undefined && !openIsWrong) setOpen(firstWrong);
  }, [firstWrong, openIsWrong]);
  const put = (next: Keyed<Item>[]) => {
    // What was wrong is named by position.
    form.clearErrors();
    form.setFieldValue('items', next as never);
  };
  const add = () => {
    const item = { ...fresh(), key: v4() };
    put([...items, item]);
    setOpen(item.key);
  };
  return (
    <fieldset className={css.items}>
      <legend>{label}</legend>
      {items.length > 0 && (
        <SortableList
          label={label}
          items={items.map((item, index) => ({ item, id: item.key, name: nameOf(item) || `${noun} ${index + 1}` }))}
          onMove={(id, before) =>
            put(
              withMoved(
                items.map((item) => ({ item, id: item.key })),
                id,
                before,
              ).map(({ item }) => item),
            )
          }
          row={({ item, name }, index) => (
            <div className={css.item}>
              <div className={css.head}>
                <button
                  type="button"
                  className={css.name}
                  aria-expanded={open === item.key}
                  onClick={() => setOpen(open === item.key ? undefined : item.key)}
                >
                  <span dir="auto">{name}</span>
                  {wrong.has(index) && <IconAlertCircle size={17} role="img" aria-label="Needs another look" />}
                  {open === item.key ? (
                    <IconChevronUp size={17} aria-hidden />
                  ) : (
                    <IconChevronDown size={17} aria-hidden />
                  )}
                </button>
                <IconButton label={`Remove ${name}`} onClick={() => put(items.filter(({ key }) => key !== item.key))}>
                  <IconTrash size={18} />
                </IconButton>
              </div>
              {open === item.key && <div className={css.fields}>{fields(index, item)}</div>}
            </div>
          )}
        />
      )}
      {typeof form.errors.items === 'string' && (
        <p role="alert" className={css.problem}>
          {form.errors.items}
        </p>
      )}
      {items.length < most && (
        <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={add}>
          {`Add ${noun}`}
        </Button>
      )}
    </fieldset>
  );
}
