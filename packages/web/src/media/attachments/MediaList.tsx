import { listChannelAttachments, listConversationAttachments } from '@folkmoot/contract/media/api.ts';
import type { FileType, SentAttachment } from '@folkmoot/contract/media/schema.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconMessage } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { FileChip, isShown, Tile } from './Attachments.tsx';
import { monthOf } from './format-bytes.ts';
import css from './media-list.module.css';

const PreviewDialog = lazyPart(() => import('./PreviewDialog.tsx'), 'PreviewDialog');

const KINDS: { value: FileType; label: string; none: string }[] = [
  { value: 'image', label: 'Photos', none: 'No photos yet' },
  { value: 'video', label: 'Videos', none: 'No videos yet' },
  { value: 'file', label: 'Files', none: 'No files yet' },
];

type Props = {
  /** Whose files: a channel's, or those of a conversation without one. */
  of: { channelId: string } | { conversationId: string };
  /** Goes to a message. */
  onJump: (seq: number) => void;
};

/** Everything that was shared in a conversation, by month, the newest first. */
export function MediaList({ of, onJump }: Props) {
  const [kind, setKind] = useState<FileType>('image');
  const chosen = KINDS.find(({ value }) => value === kind);
  const wanted = { fileType: kind, trimmed: '1' } as const;
  const list = useInfiniteQuery({
    ...('channelId' in of
      ? apiInfiniteQuery(listChannelAttachments, { ...of, ...wanted })
      : apiInfiniteQuery(listConversationAttachments, { ...of, ...wanted })),
    // Whatever was shared since this was last open has to be there.
    staleTime: 0,
  });
  const all = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Type of file"
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one.value === value)?.value ?? 'image')}
      />
      {list.isPending && (
        <LoadingFallback label="Loading files">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {list.isError && <ErrorState error={list.error} again={list.refetch} level={3} />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState art="search" level={3} title={chosen?.none ?? ''}>
          What people share here will appear here.
        </EmptyState>
      )}
      {monthsOf(all).map(({ month, items }) => (
        <section key={month} className={css.month}>
          <h3>{month}</h3>
          {kind === 'file' ? (
            <Files items={items} onJump={onJump} />
          ) : (
            <Tiles items={items} all={all} onJump={onJump} />
          )}
        </section>
      ))}
      {list.hasNextPage && (
        <More busy={list.isFetchingNextPage} count={all.length} onMore={() => void loadMore(list)} />
      )}
    </>
  );
}

type Shown = { items: readonly SentAttachment[]; onJump: (seq: number) => void };

function Tiles({ items, all, onJump }: Shown & { all: readonly SentAttachment[] }) {
  const show = useShowDialog();
  const open = (start: string) =>
    show(
      <PreviewDialog
        attachments={all.filter(isShown)}
        start={start}
        onFind={(attachment) => {
          const seq = all.find(({ id }) => id === attachment.id)?.seq;
          if (seq !== undefined && seq !== null) onJump(seq);
        }}
      />,
    );
  return (
    <ul className={css.tiles}>
      {items.map((one) => (
        <li key={one.id}>
          {isShown(one) ? <Tile attachment={one} onOpen={() => open(one.id)} /> : <FileChip attachment={one} />}
        </li>
      ))}
    </ul>
  );
}

function Files({ items, onJump }: Shown) {
  return (
    <ul className={css.files}>
      {items.map((one) => (
        <li key={one.id}>
          <FileChip attachment={one} />
          {one.seq !== null && (
            <IconButton label={`Show ${one.fileName} in conversation`} onClick={() => onJump(one.seq ?? 0)}>
              <IconMessage size={18} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Loads more when it scrolls into view; also a button, for people who do not scroll. */
function More({ busy, count, onMore }: { busy: boolean; count: number; onMore: () => void }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each page that is there
  useEffect(() => {
    if (seen && !busy) onMore();
  }, [seen, count]);
  return (
    <Button ref={ref} variant="subtle" size="xs" loading={busy} onClick={onMore}>
      Show more
    </Button>
  );
}

function monthsOf(items: readonly SentAttachment[]): { month: string; items: SentAttachment[] }[] {
  const months: { month: string; items: SentAttachment[] }[] = [];
  for (const item of items) {
    const month = monthOf(item.createdAt);
    const last = months.at(-1);
    if (last?.month === month) last.items.push(item);
    else months.push({ month, items: [item] });
  }
  return months;
}
