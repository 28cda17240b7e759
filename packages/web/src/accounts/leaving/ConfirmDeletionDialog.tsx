import { deleteAccount } from '@folkmoot/contract/accounts/leaving-api.ts';
import type { DeletionReason, LeavingCounts } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { leave, markLeaving, takeLeaving } from '../../core/paths.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { endSessionBy } from './end-session.ts';
import css from './leaving.module.css';
import { whatGoes, whatStays } from './leaving-words.ts';

type Props = { token: string; counts: LeavingCounts; deletionReason: DeletionReason; ownReason: string };

/** The second dialog: what goes and what stays, in numbers. */
export function ConfirmDeletionDialog({ token, counts, deletionReason, ownReason }: Props) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stays = whatStays(counts);
  const remove = async () => {
    setBusy(true);
    setProblem(undefined);
    // The server may tell this tab that the session is over before it has answered.
    markLeaving();
    try {
      const why = { token, deletionReason, ...(deletionReason === 'Other' && { ownReason }) };
      await endSessionBy(() => call(deleteAccount, why));
      leave();
    } catch (error) {
      takeLeaving();
      setProblem(errorMessage(error, 'Could not delete your account.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="This cannot be undone"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Keep my account
          </Button>
          <LoadingButton color="madder" loading={busy} loadingLabel="Deleting" onClick={() => void remove()}>
            Delete my account
          </LoadingButton>
        </>
      }
    >
      <div className={css.summary}>
        {problem && <Problem>{problem}</Problem>}
        <h3 id="goes">Deleted for good</h3>
        <ul aria-labelledby="goes">
          {whatGoes(counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {stays.length > 0 && (
          <>
            <h3 id="stays">Kept without your name</h3>
            <ul aria-labelledby="stays">
              {stays.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
