import { COPIED } from '@folkmoot/contract/core/client.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { absolute } from '../../core/paths.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { ShareTargets } from '../../ui/sharing/ShareTargets.tsx';
import css from '../editing/event-form.module.css';

const WHO: Readonly<Record<EventView['visibility'], string>> = {
  public: 'Anyone with the link can see the page',
  community: 'Members of the community can see the page',
  private: 'Only people you let in, or who have the passcode, can see the page',
};

function whoCan({ visibility, require_approval: approves }: EventView): string {
  return `${WHO[visibility]} and ${approves ? 'ask to join' : 'register'}.`;
}

/** What comes after publishing: the link to the event, and the ways to share it. */
export function PublishedDialog({ event }: { event: EventView }) {
  const close = useCloseDialog();
  const url = absolute(`/${event.alias}`);
  return (
    <Dialog
      title="Your event is published"
      subtitle={event.name}
      width={480}
      brief
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Done
          </Button>
          <LinkButton to="/$alias" params={{ alias: event.alias }}>
            Go to the event
          </LinkButton>
        </>
      }
    >
      <div className={css.published}>
        <p>{event.type === 'external' ? 'It’s listed here and links to its own page.' : whoCan(event)}</p>
        <TextInput
          label="Link"
          value={url}
          readOnly
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <ShareTargets url={url} text={event.name} copiedMs={COPIED.share} />
      </div>
    </Dialog>
  );
}
