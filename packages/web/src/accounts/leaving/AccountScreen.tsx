import { findDeletionBlockers } from '@folkmoot/contract/accounts/leaving-api.ts';
import type { Blocker } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMe } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { ExportSection } from '../export/ExportSection.tsx';
import { wayOn } from './leaving-words.ts';

const DeleteAccountDialog = lazyPart(() => import('./DeleteAccountDialog.tsx'), 'DeleteAccountDialog');

/** A copy of your data, and deleting your account once what others are part of is settled. */
export function AccountScreen() {
  const me = useMe()?.user;
  const show = useShowDialog();
  const found = useQuery({ ...apiQuery(findDeletionBlockers, {}), staleTime: 0 });
  usePageTitle('Account');
  const blockers = found.data?.data;
  const counts = found.data?.counts;
  return (
    <div className={css.narrow}>
      <ExportSection />
      <section className={css.section} aria-labelledby="delete">
        <h2 id="delete">Delete account</h2>
        <p>
          This permanently erases your name, email address and sign-in methods. Messages you sent stay where they are,
          but show “Deleted member” instead of your name. You can’t undo this.
        </p>
        {found.isPending && (
          <LoadingFallback>
            <SkeletonRows rows={2} />
          </LoadingFallback>
        )}
        {found.isError && <ErrorState error={found.error} again={found.refetch} level={3} />}
        {blockers && blockers.length > 0 && <Blockers blockers={blockers} />}
        {blockers?.length === 0 && counts && me && (
          <div className={css.end}>
            <Button
              variant="default"
              color="madder"
              onClick={() => show(<DeleteAccountDialog userId={me.id} counts={counts} />)}
            >
              Delete account
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

function Blockers({ blockers }: { blockers: readonly Blocker[] }) {
  return (
    <>
      <p>
        <b>Take care of these before you delete your account:</b>
      </p>
      <ul className={css.card} aria-label="What to take care of first">
        {blockers.map((blocker) => {
          const { title, text, label, to } = wayOn(blocker);
          return (
            <li key={`${blocker.kind} ${blocker.id}`} className={css.row}>
              <div className={css.grow}>
                <b dir="auto">{title}</b>
                <small>{text}</small>
              </div>
              <LinkButton to={to} variant="default" size="xs" aria-label={`${label}: ${title}`}>
                {label}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
