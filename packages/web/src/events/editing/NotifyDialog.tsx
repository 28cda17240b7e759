import { ChangeReason } from '@folkmoot/contract/events/cancel-schema.ts';
import { LIMITS } from '@folkmoot/contract/events/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { NoticeWords } from './NoticeWords.tsx';

/** What the host answers: whether people are told, and why it has changed. */
export type Notice = { notify: boolean; reason?: string };

type Props = {
  eventId: string;
  /** Only the online address has changed, which only people who are going know. */
  onlineOnly: boolean;
  onAnswer: (notice: Notice) => void;
};

/** Asked when the time or location of a published event changes. */
export function NotifyDialog({ eventId, onlineOnly, onAnswer }: Props) {
  const close = useCloseDialog();
  const [reason, setReason] = useState('');
  const answer = (notice: Notice) => {
    close();
    onAnswer(notice);
  };
  const given = ChangeReason.safeParse(reason).data ?? '';
  return (
    <Dialog
      title="Tell people about the change?"
      width={480}
      brief
      footerStart={
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      }
      footer={
        <>
          <Button variant="default" onClick={() => answer({ notify: false })}>
            Save without telling
          </Button>
          <Button data-autofocus onClick={() => answer({ notify: true, ...(given !== '' && { reason: given }) })}>
            Save and tell
          </Button>
        </>
      }
    >
      <p>
        {onlineOnly
          ? 'The online address has changed. The email leads to the new one.'
          : 'The time or the location has changed. The email gives the old and the new details.'}
      </p>
      <NoticeWords eventId={eventId} of={onlineOnly ? 'online' : 'changed'} />
      <Textarea
        label="Reason (optional)"
        description="Shown in the email. Answers to it come to your email address."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        dir="auto"
        autosize
        minRows={2}
        maxLength={LIMITS.message}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Dialog>
  );
}
