import { Button } from '@mantine/core';
import { IconAddressBook, IconExternalLink } from '@tabler/icons-react';
import { useRef } from 'react';
import { Problem } from '../core/form.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import css from './contacts.module.css';
import { useConsent } from './useConsent.ts';
import { useFocusIfLost } from './useFocusIfLost.ts';

type Props = {
  /** Why contacts are not connected any more, if they were. */
  reason: string | undefined;
};

/** Asks for permission to read somebody's Google contacts, and says what came of it. */
export function ConnectContacts({ reason }: Props) {
  const { step, link, back, note, ask, cancel } = useConsent(reason);
  const button = useRef<HTMLButtonElement>(null);
  useFocusIfLost(button, step);
  if (step === 'waiting')
    return (
      <div className={css.source}>
        <div role="status">
          <EmptyState
            art="door"
            title={link === undefined ? 'Continue in Google’s window' : 'Your browser opened no window'}
            level={3}
          >
            {waiting(link, back)}
          </EmptyState>
        </div>
        <div className={css.buttons}>
          {link === undefined ? (
            <Button variant="default" onClick={() => void ask()}>
              Open it again
            </Button>
          ) : (
            <Button component="a" href={link} target="_blank" rightSection={<IconExternalLink size={17} aria-hidden />}>
              Continue at Google
            </Button>
          )}
          <Button ref={button} variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </div>
    );
  return (
    <div className={css.source}>
      {note !== undefined && <Problem>{note}</Problem>}
      <EmptyState
        art="stools"
        title="Choose people from your Google contacts"
        level={3}
        action={
          <LoadingButton
            ref={button}
            loading={step === 'asking'}
            loadingLabel="Opening Google"
            leftSection={<IconAddressBook size={18} />}
            onClick={() => void ask()}
          >
            Connect Google contacts
          </LoadingButton>
        }
      >
        We read names and email addresses while you choose, and keep only those of the people you invite. You can
        disconnect at any time.
      </EmptyState>
    </div>
  );
}

function waiting(link: string | undefined, back: boolean): string {
  if (link !== undefined) return 'Open Google’s page yourself, and come back here when you are done.';
  if (back) return 'Google has not told us anything yet. If you closed its window, open it again.';
  return 'Google asks for your permission there. Your contacts appear here as soon as you have given it.';
}
