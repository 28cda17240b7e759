import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../core/download.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../ui/dialog/DialogProvider.tsx';
import css from './wizard.module.css';

/** Addresses that are shown. */
const SHOWN = 50;

/** Says which addresses were left out, since they are none. */
export function NotSentDialog({ addresses }: { addresses: readonly string[] }) {
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

/** A column of cells. Those that a spreadsheet would calculate are marked as text. */
export function toCsv(cells: readonly string[]): string {
  const quoted = ['Email', ...cells].map((cell) => `"${cell.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`);
  return `${quoted.join('\r\n')}\r\n`;
}
