import { ChangeReason } from '@folkmoot/contract/events/cancel-schema.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import { type EventView, LIMITS } from '@folkmoot/contract/events/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { whenOf } from '../times/event-times.ts';
import css from './event-form.module.css';
import { allFields, type EventValues } from './event-form.ts';
import { NoticeWords } from './NoticeWords.tsx';

/** What the host answers: whether people are told, and why it has changed. */
export type Notice = { notify: boolean; reason?: string };

type Props = {
  /** As people know it. */
  event: EventView;
  /** As it is to be. */
  values: EventValues;
  /** Only the online address has changed, which only people who are going know. */
  onlineOnly: boolean;
  onAnswer: (notice: Notice) => void;
};

/** Asked when the time or location of a published event changes. */
export function NotifyDialog({ event, values, onlineOnly, onAnswer }: Props) {
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
      {changesOf(event, { ...event, ...allFields(values) } as EventView).map(({ what, was, is }) => (
        <dl key={what} className={css.change}>
          <dt>{what}</dt>
          <dd dir="auto">Before: {was || 'None'}</dd>
          <dd dir="auto">Now: {is || 'None'}</dd>
        </dl>
      ))}
      <NoticeWords eventId={event.id} of={onlineOnly ? 'online' : 'changed'} />
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

type Change = { what: string; was: string; is: string };

/** What is different from before, of what people are told. */
function changesOf(before: EventView, after: EventView): Change[] {
  const rows: [string, (event: EventView) => string][] = [
    ['Time', whenLine],
    ['Place', whereOf],
    ['Online address', ({ attend_type_details: details }) => details.virtual_address],
  ];
  return rows.map(([what, line]) => ({ what, was: line(before), is: line(after) })).filter(({ was, is }) => was !== is);
}

function whenLine(event: EventView): string {
  const { day, time } = whenOf(event);
  return [day, time].filter((part) => part !== '').join(', ');
}
