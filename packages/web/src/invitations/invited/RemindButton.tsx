import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { previewReminder } from '@folkmoot/contract/invitations/api.ts';
import { canInvite } from '@folkmoot/contract/invitations/rules.ts';
import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMe } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './invited.module.css';

const RemindPanel = lazyPart(() => import('./RemindPanel.tsx'), 'RemindPanel');

/** Opens the reminder to everybody who has not answered; nothing if there is nobody to remind. */
export function RemindButton({ event }: { event: EventView }) {
  const show = useShowDialog();
  const me = useMe();
  const isOpen = canInvite(event, Math.floor(Date.now() / 1000)).ok;
  const { data: counted } = useQuery({ ...apiQuery(previewReminder, { eventId: event.id }), enabled: isOpen });
  if (!me || !isOpen || !counted || counted.count === 0) return null;
  const sender = `${me.user.firstName} ${me.user.lastName}`.trim();
  return (
    <div className={css.remind}>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={17} />}
        onClick={() => show(<RemindPanel event={event} sender={sender} />)}
      >
        Remind {people(counted.count)} who {counted.count === 1 ? 'hasn’t' : 'haven’t'} answered
      </Button>
    </div>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`);
