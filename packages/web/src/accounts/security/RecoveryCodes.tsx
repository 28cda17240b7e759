import { Button } from '@mantine/core';
import { saveFile } from '../../core/download.ts';
import { type LeaveWords, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import css from '../auth-form.module.css';

const NOT_SAVED: LeaveWords = {
  title: 'Close without saving your codes?',
  body: 'They will not be shown again. Without them, losing your phone can lock you out.',
  stay: 'Go back to the codes',
  leave: 'Close',
};

/** Recovery codes, shown only once: to copy or to save as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { copied, copy } = useCopyToClipboard(2000);
  useUnsaved(true, NOT_SAVED);
  const text = codes.join('\n');
  const save = () =>
    saveFile(
      new Blob(
        [
          `${text}
`,
        ],
        { type: 'text/plain' },
      ),
      'recovery-codes.txt',
    );
  return (
    <div className={css.form}>
      <p>
        If you cannot use your authenticator app, you can sign in with one of these codes. Each code works once. We will
        not show them again, so keep them somewhere safe.
      </p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => void copy(text)}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <Button variant="default" onClick={save}>
        Download
      </Button>
      <Button onClick={onDone}>I have saved them</Button>
    </div>
  );
}
