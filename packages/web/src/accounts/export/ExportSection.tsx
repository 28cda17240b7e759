import { getExport, startExport } from '@folkmoot/contract/accounts/export-api.ts';
import type { ExportView } from '@folkmoot/contract/accounts/export-schema.ts';
import { allowed, refusal, refused } from '@folkmoot/contract/core/problem.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../core/api-error.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate } from '../../ui/format-date.ts';
import css from '../../ui/layout/screen.module.css';
import own from './export.module.css';
import { sizeOf, stateWords } from './export-words.ts';

/** How often a copy that is being prepared is asked for, in milliseconds. */
const LOOK_AGAIN = 2000;

/** A copy of your data: what it contains, and where it is. */
export function ExportSection() {
  const found = useQuery({
    ...apiQuery(getExport, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.data.state === 'preparing' ? LOOK_AGAIN : false),
  });
  const view = found.data?.data;
  return (
    <section className={css.section} aria-labelledby="export">
      <h2 id="export">Download your data</h2>
      <p>
        Get a ZIP file with your profile, messages, events, registrations and everything else you created here,
        including the files you uploaded. It mentions other people only by name.
      </p>
      {found.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={1} />
        </LoadingFallback>
      )}
      {found.isError && !view && <ErrorState error={found.error} again={found.refetch} level={3} />}
      {view && <Copy view={view} />}
    </section>
  );
}

function Copy({ view }: { view: ExportView }) {
  const { state, items, size, url, nextAt } = view;
  const start = useApiMutation(startExport, {
    said: null,
    quiet: true,
    onDone: ({ data }) => queryClient.setQueryData(apiQueryKey(getExport, {}), { data }),
  });
  const words = stateWords(view);
  const decision =
    nextAt === null
      ? allowed
      : refused(refusal('accounts.export-too-soon', 429, `You can request a new copy from ${fullDate(nextAt)}.`));
  return (
    <>
      <div role="status" className={own.status}>
        {words !== null && (
          <div className={css.card}>
            <div className={`${css.row} ${own.copy}`}>
              <div className={css.grow}>
                <b>{words.title}</b>
                <small>{words.text}</small>
                {state === 'preparing' && items > 0 && (
                  // Every two seconds: not to be read aloud each time.
                  <small aria-live="off">{items.toLocaleString('en')} items so far</small>
                )}
              </div>
              {state === 'ready' && url !== null && (
                <Button component="a" href={url} download leftSection={<IconDownload size={18} aria-hidden />}>
                  Download{size === null ? '' : ` (${sizeOf(size)})`}
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      {start.isError && (
        <p role="alert" className={own.failed}>
          {errorMessage(start.error, 'Could not request a copy of your data.')}
        </p>
      )}
      {state !== 'preparing' && (
        <div className={css.end}>
          {decision.ok ? (
            <LoadingButton
              variant="default"
              loading={start.isPending}
              loadingLabel="Requesting"
              onClick={() => start.mutate({})}
            >
              {state === 'none' ? 'Request a copy' : state === 'failed' ? 'Try again' : 'Request a new copy'}
            </LoadingButton>
          ) : (
            <DisabledWithReason variant="default" decision={decision}>
              Request a new copy
            </DisabledWithReason>
          )}
        </div>
      )}
    </>
  );
}
