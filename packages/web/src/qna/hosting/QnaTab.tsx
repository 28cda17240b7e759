import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { type Seen, useCounts, useQna } from '../live/queries.ts';
import { useQnaLive } from '../live/useQnaLive.ts';
import { Board } from './Board.tsx';
import css from './hosting.module.css';
import { Preferences } from './Preferences.tsx';
import { Queue } from './Queue.tsx';
import { Session } from './Session.tsx';

/** Where hosts run the Q&A of their event. */
export function QnaTab({ event }: { event: EventView }) {
  const seen: Seen = { eventId: event.id, token: undefined };
  const qna = useQna(seen);
  if (qna.data) return <Desk seen={seen} qna={qna.data.data} event={event} />;
  if (qna.isError) return <ErrorState error={qna.error} again={qna.refetch} />;
  return (
    <LoadingFallback label="Loading the Q&A">
      <SkeletonRows rows={4} size={46} />
    </LoadingFallback>
  );
}

type Part = 'queue' | 'board' | 'settings';

function Desk({ seen, qna, event }: { seen: Seen; qna: QnaView; event: EventView }) {
  const phone = useMedia('phone');
  const [part, setPart] = useState<Part>(qna.status === 'disabled' ? 'settings' : 'queue');
  const { watching, again } = useQnaLive(seen);
  const counts = useCounts(seen, again).data?.data;
  const shows = (one: Part) => !phone || part === one;
  return (
    <>
      {phone && (
        <div className={css.tabs}>
          <SegmentedControl
            fullWidth
            flex={1}
            aria-label="Parts of the Q&A"
            value={part}
            onChange={(next) => setPart(next as Part)}
            data={[
              { value: 'queue', label: counts?.pending ? `Waiting ${counts.pending.toLocaleString()}` : 'Waiting' },
              { value: 'board', label: 'Questions' },
              { value: 'settings', label: 'Preferences' },
            ]}
          />
        </div>
      )}
      <div className={css.desk}>
        {shows('queue') && (
          <section className={`${css.column} ${css.side}`} aria-label="Queue">
            <Queue seen={seen} qna={qna} count={counts?.pending ?? 0} again={again} />
          </section>
        )}
        {shows('board') && (
          <section className={css.column} aria-label="Board">
            <Board seen={seen} qna={qna} counts={counts} again={again} />
          </section>
        )}
        {shows('settings') && (
          <section className={`${css.column} ${css.side}`} aria-label="Preferences">
            <Preferences qna={qna} watching={watching} />
            <Session seen={seen} qna={qna} event={event} watching={watching} />
          </section>
        )}
      </div>
    </>
  );
}
