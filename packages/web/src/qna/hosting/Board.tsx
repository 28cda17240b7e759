import type { QnaCounts, QnaView, SortBy } from '@folkmoot/contract/qna/schema.ts';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { loadMore } from '../../core/load-more.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { type Asked, ordered } from '../live/lists.ts';
import { type Seen, useQuestions } from '../live/queries.ts';
import { useCalmOrder } from '../order/useCalmOrder.ts';
import { useKeptFocus } from '../order/useKeptFocus.ts';
import { BoardCard } from './BoardCard.tsx';
import { HostNow } from './HostNow.tsx';
import css from './hosting.module.css';

type Board = 'open' | 'answered' | 'archived' | 'refused';
type Counts = z.output<typeof QnaCounts>;

const ASKED: Record<Board, Pick<Asked, 'status' | 'isAnswered' | 'isArchived'>> = {
  open: { isAnswered: false },
  answered: { isAnswered: true },
  archived: { isArchived: true },
  refused: { status: 'refused' },
};
const EMPTY: Record<Board, [title: string, text: string]> = {
  open: ['No open questions', 'Questions that you approve appear here.'],
  answered: ['No answered questions yet', 'Questions that you mark as answered move here.'],
  archived: ['Nothing is archived', 'Questions that you archive or merge are kept here.'],
  refused: ['No refused questions', ''],
};

type Props = { seen: Seen; qna: QnaView; counts: Counts | undefined; again: number | undefined };

/** The hosts' board: what is being answered, and the questions in each state. */
export function Board({ seen, qna, counts, again }: Props) {
  const [board, setBoard] = useState<Board>('open');
  const [sortBy, setSortBy] = useState<SortBy>('votes');
  const [search, setSearch] = useState('');
  const [marked, setMarked] = useState(false);
  const asked: Asked = {
    ...ASKED[board],
    sortBy,
    ...(search !== '' && { search }),
    ...(marked && { isBookmarked: true }),
  };
  const list = useQuestions(seen, asked, again === undefined ? {} : { again });
  const all = ordered(list.data, sortBy).filter(({ isNow }) => !isNow);
  const rows = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(
    rows,
    all.map(({ _id }) => _id),
    `${board}${sortBy}${search}${marked}${list.isPending}`,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(rows, order.join(), heading);
  const by = new Map(all.map((question) => [question._id, question]));
  const numbered = (label: string, count: number | undefined) => (count ? `${label} ${count.toLocaleString()}` : label);
  return (
    <>
      <header className={css.head}>
        <h2 ref={heading} tabIndex={-1}>
          Questions
        </h2>
        <SegmentedControl
          aria-label="Which questions"
          value={board}
          onChange={(next) => setBoard(next as Board)}
          data={[
            { value: 'open', label: numbered('Open', counts?.published) },
            { value: 'answered', label: numbered('Answered', counts?.answered) },
            { value: 'archived', label: numbered('Archived', counts?.archived) },
            // What was refused by mistake is found again.
            ...(counts?.refused || board === 'refused'
              ? [{ value: 'refused', label: numbered('Refused', counts?.refused) }]
              : []),
          ]}
        />
      </header>
      <div className={css.filters}>
        <SearchInput
          className={css.search}
          variant="quiet"
          size="sm"
          aria-label="Search questions"
          placeholder="Search questions"
          value={search}
          onSearch={setSearch}
        />
        <Button
          variant={marked ? 'light' : 'default'}
          size="sm"
          aria-pressed={marked}
          leftSection={marked ? <IconBookmarkFilled size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />}
          onClick={() => setMarked(!marked)}
        >
          Bookmarked
        </Button>
        <Select
          className={css.sort}
          variant="bar"
          size="sm"
          aria-label="Order"
          allowDeselect={false}
          data={[
            { value: 'votes', label: 'Most votes' },
            { value: 'newest', label: 'Newest first' },
            { value: 'oldest', label: 'Oldest first' },
          ]}
          value={sortBy}
          onChange={(next) => setSortBy(next as SortBy)}
        />
      </div>
      {qna.now && board === 'open' && <HostNow question={qna.now} />}
      {list.isPending && (
        <LoadingFallback label="Loading the questions">
          <SkeletonRows rows={4} size={46} />
        </LoadingFallback>
      )}
      {list.isError && !list.data && <ErrorState error={list.error} again={list.refetch} />}
      {list.data && all.length === 0 && <Nothing {...{ board, search, marked }} onlyNow={qna.now !== null} />}
      <ul className={css.list} ref={rows} aria-label="Questions">
        {order.map((id) => {
          const question = by.get(id);
          return (
            question && (
              <li key={id} data-id={id}>
                <BoardCard seen={seen} qna={qna} question={question} />
              </li>
            )
          );
        })}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          className={css.more}
          loading={list.isFetchingNextPage}
          onClick={() => void loadMore(list)}
        >
          More questions
        </Button>
      )}
    </>
  );
}

type NothingProps = { board: Board; search: string; marked: boolean; onlyNow: boolean };

function Nothing({ board, search, marked, onlyNow }: NothingProps) {
  if (search !== '')
    return (
      <EmptyState art="search" title="No questions found" level={3}>
        No question here matches “{search}”.
      </EmptyState>
    );
  if (marked)
    return (
      <EmptyState art="stools" title="Nothing is bookmarked here" level={3}>
        Your bookmarks are for all hosts of this event, and for nobody else.
      </EmptyState>
    );
  const [title, text] = board === 'open' && onlyNow ? ['No other open questions', ''] : EMPTY[board];
  return (
    <EmptyState art="stools" title={title} level={3}>
      {text}
    </EmptyState>
  );
}
