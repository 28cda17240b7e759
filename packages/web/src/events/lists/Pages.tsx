import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import css from './lists.module.css';

type Props = { page: number; count: number; onPage: (page: number) => void };

/** Previous and next in a list with ten entries a page; renders nothing if one page holds them all. */
export function Pages({ page, count, onPage }: Props) {
  const last = Math.max(1, Math.ceil(count / EVENT_PAGE));
  if (last === 1) return null;
  return (
    <nav className={css.pages} aria-label="Pages">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={17} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <span aria-live="polite">
        Page {page} of {last}
      </span>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={17} aria-hidden />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
