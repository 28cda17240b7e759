import { getHome, restoreHome } from '@folkmoot/contract/home/api.ts';
import { LIMITS } from '@folkmoot/contract/home/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { GenericConfirmation } from '../../ui/dialog/GenericConfirmation.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import type { HomeDraft } from '../editing/home-draft.ts';
import css from './history.module.css';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The last pages that were published; each can be brought back into the draft. */
export function HistoryDialog({ serverId, draft }: { serverId: string; draft: HomeDraft }) {
  const show = useShowDialog();
  const close = useCloseDialog();
  const asked = useQuery({ ...apiQuery(getHome, { serverId, view: 'history' }), staleTime: 0 });
  const home = asked.data?.data;
  const restore = (version: number, at: string) => {
    const { base } = draft.get();
    show(
      <GenericConfirmation
        title="Bring this page back?"
        body={`The draft becomes the page of ${at}. Visitors see it once you publish it, and you can undo this while the editor is open.`}
        verb="Bring back"
        busyVerb="Bringing back"
        failed="Could not bring the page back."
        endpoint={restoreHome}
        input={{ serverId, version, draftVersion: base.version }}
        onFailed={(error) => draft.note(error)}
        onDone={({ data }) => {
          draft.take(data);
          close();
        }}
      />,
    );
  };
  return (
    <Dialog title="Published pages" subtitle={`The last ${LIMITS.history} are kept.`} width={520}>
      {asked.isPending && (
        <LoadingFallback label="Loading the history">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {asked.isError && <ErrorState error={asked.error} again={asked.refetch} level={3} />}
      {home && (
        <ol className={css.list} aria-label="Published pages">
          {home.history.map(({ version, publishedAt, publishedBy, sections }) => {
            const at = moment.format(new Date(publishedAt));
            const by = publishedBy ? ` by ${publishedBy.firstName} ${publishedBy.lastName}`.trimEnd() : '';
            return (
              <li key={version}>
                <span>
                  <b>
                    <time dateTime={publishedAt}>{at}</time>
                    <bdi>{by}</bdi>
                  </b>
                  <small>
                    {sections.toLocaleString()} {sections === 1 ? 'section' : 'sections'}
                    {version === home.publishedVersion && ' · Published now'}
                  </small>
                </span>
                <Button
                  variant="default"
                  aria-label={`Bring back the page of ${at}`}
                  onClick={() => restore(version, at)}
                >
                  Bring back
                </Button>
              </li>
            );
          })}
        </ol>
      )}
    </Dialog>
  );
}
