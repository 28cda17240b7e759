import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../core/download.ts';
import { toast } from '../core/toasts/toast.ts';
import { useSecondsUntil } from '../mailings/useSecondsUntil.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import css from './wizard.module.css';

/** Addresses that are shown. */
const SHOWN = 50;

type Props = {
  addresses: readonly string[];
  /** When the letters to the others leave, in Unix seconds, and what takes them back until then. */
  leaving?: { at: number; undo: () => Promise<{ message: string }> };
};

/** Says which addresses were left out, since they are none. The others can be taken back here: it covers what else does that. */
export function NotSentDialog({ addresses, leaving }: Props) {
  const close = useCloseDialog();
  const rest = addresses.length - SHOWN;
  return (
    <Dialog
      title="Some emails couldn't be sent"
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={17} />}
            onClick={() => saveFile(new Blob([toCsv(addresses)], { type: 'text/csv' }), 'invalid_emails.csv')}
          >
            Download the list
          </Button>
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <p>
        {addresses.length === 1
          ? 'This is not a valid email address. Correct it, then invite the person again.'
          : 'These are not valid email addresses. Correct them, then invite the people again.'}
      </p>
      {leaving && <Leaving {...leaving} />}
      <ul className={css.invalid}>
        {addresses.slice(0, SHOWN).map((address, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be in the list twice.
          <li key={at}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>And {rest.toLocaleString('en')} more, in the file.</p>}
    </Dialog>
  );
}

function Leaving({ at, undo }: NonNullable<Props['leaving']>) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(at);
  const run = () => {
    setBusy(true);
    undo().then(
      ({ message }) => {
        close();
        toast.done(message);
      },
      (error: unknown) => {
        setBusy(false);
        toast.failed(error, { fallback: 'Could not stop sending.' });
      },
    );
  };
  if (seconds === 0) return null;
  return (
    <p className={css.leaving}>
      <span>The others leave in {seconds} s.</span>
      <LoadingButton variant="default" size="xs" loading={busy} loadingLabel="Taking back" onClick={run}>
        Undo
      </LoadingButton>
    </p>
  );
}

/** A column of cells. Those that a spreadsheet would calculate are marked as text. */
export function toCsv(cells: readonly string[]): string {
  const quoted = ['Email', ...cells].map((cell) => `"${cell.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`);
  return `${quoted.join('\r\n')}\r\n`;
}
