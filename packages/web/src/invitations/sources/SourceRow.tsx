import { listInviteUsers } from '@folkmoot/contract/invitations/api.ts';
import { INVITED_PAGE } from '@folkmoot/contract/invitations/schema.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import {
  countOf,
  isPicked,
  noteTotal,
  type Selection,
  type Source,
  type SourceName,
  sourceData,
  togglePerson,
  toggleSource,
} from '../selection.ts';
import { SKIPPED } from '../skipped.ts';
import css from './sources.module.css';

type Props = {
  eventId: string;
  source: Omit<SourceName, 'total'>;
  picture: ReactNode;
  about: string;
  /** How many are in it, until those who can be chosen were counted; null while nobody knows. */
  size: number | null;
  selection: Selection;
  onChange: (change: Selection | ((now: Selection) => Selection)) => void;
};

/** A group or a past event: chosen as a whole, or opened to choose some of its people. */
export function SourceRow({ eventId, source, picture, about, size, selection, onChange }: Props) {
  const [open, setOpen] = useState(false);
  // How many could be chosen, once its people were seen.
  const [seen, setSeen] = useState<number>();
  const people = useId();
  const chosen = selection.sources.find(({ id }) => id === source.id);
  const part = { ...source, total: chosen?.total ?? null };
  const count = chosen === undefined ? 0 : countOf(chosen);
  const some = count !== 0 && !(chosen?.all && chosen.ids.size === 0);
  return (
    <li className={css.row} data-on={(chosen !== undefined && count !== 0) || undefined}>
      <div className={css.head}>
        <Checkbox
          aria-label={`Everyone from ${source.name}`}
          checked={count !== 0 && !some}
          indeterminate={some}
          onChange={() => onChange(toggleSource(selection, { ...part, total: part.total ?? seen ?? size }))}
        />
        <button type="button" aria-expanded={open} aria-controls={people} onClick={() => setOpen(!open)}>
          {picture}
          <span className={css.words}>
            <b dir="auto">{source.name}</b>
            <small dir="auto">{about}</small>
          </span>
          <span className={css.of}>
            {part.total === null ? (seen ?? size)?.toLocaleString('en') : `${count ?? part.total} of ${part.total}`}
          </span>
          {open ? <IconChevronDown size={17} aria-hidden /> : <IconChevronRight size={17} aria-hidden />}
        </button>
      </div>
      <div id={people}>
        {open && (
          <People
            eventId={eventId}
            source={part}
            chosen={chosen}
            onTotal={(total) => {
              setSeen(total);
              onChange((now) => noteTotal(now, source.id, total));
            }}
            onToggle={(id) => onChange((now) => togglePerson(now, { ...part, total: part.total ?? seen ?? size }, id))}
          />
        )}
      </div>
    </li>
  );
}

type PeopleProps = {
  eventId: string;
  source: SourceName;
  chosen: Source | undefined;
  onTotal: (total: number) => void;
  onToggle: (id: string) => void;
};

/** The people of a group or of a past event, in pages; those who cannot be invited say why. */
function People({ eventId, source, chosen, onTotal, onToggle }: PeopleProps) {
  const data = [
    { resourceType: source.type, resourceData: [sourceData({ id: source.id, all: true, ids: new Set() })] },
  ];
  const [search, setSearch] = useState('');
  const people = useInfiniteQuery({
    queryKey: [...apiQueryKey(listInviteUsers, { eventId }), source.id, search],
    queryFn: ({ signal, pageParam }) => call(listInviteUsers, { eventId, page: pageParam, search, data }, { signal }),
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * INVITED_PAGE < last.count ? pages.length + 1 : undefined),
  });
  const found = people.data?.pages.flatMap((page) => page.data) ?? [];
  const total = people.data?.pages[0]?.count ?? 0;
  const isLoaded = people.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once the number is known, or has changed.
  useEffect(() => {
    if (isLoaded && search === '') onTotal(total);
  }, [isLoaded, total, chosen === undefined]);
  const left = total - found.length;
  return (
    <div className={css.people}>
      {(source.total ?? total) > INVITED_PAGE && (
        <SearchInput
          className={css.within}
          variant="quiet"
          size="sm"
          aria-label={`Search people of ${source.name}`}
          placeholder="Search name or email"
          value={search}
          onSearch={setSearch}
        />
      )}
      {people.isPending && (
        <LoadingFallback label="Loading people">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {people.isError && <ErrorState error={people.error} again={people.refetch} level={3} />}
      {people.data && found.length === 0 && (
        <p className={css.none}>
          {search === '' ? 'There is nobody here who could be invited.' : `Nobody here matches “${search}”.`}
        </p>
      )}
      {found.map((person) => (
        <Checkbox
          key={person.id}
          className={css.person}
          checked={isPicked(chosen, person.id)}
          onChange={() => onToggle(person.id)}
          label={
            <>
              <bdi>{person.name || person.email}</bdi>
              {person.name !== '' && person.email !== null && <span> {person.email}</span>}
              {person.skipped && <em> {SKIPPED[person.skipped].one}</em>}
            </>
          }
        />
      ))}
      {left > 0 && (
        <Button variant="subtle" size="xs" loading={people.isFetchingNextPage} onClick={() => void loadMore(people)}>
          Show {Math.min(left, INVITED_PAGE)} more {left === 1 ? 'person' : 'people'}
        </Button>
      )}
    </div>
  );
}
