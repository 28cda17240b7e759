import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { hasTicket } from '@folkmoot/contract/participations/rules.ts';
import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { lazyPart } from '../core/lazy.ts';
import { useOpenedByLink } from '../events/page/useOpenedByLink.ts';
import css from '../registrations/register/registration-card.module.css';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';

const TicketDialog = lazyPart(() => import('./TicketDialog.tsx'), 'TicketDialog');

type Props = { event: EventView; token: string | undefined; fresh: boolean };

/** The button of the viewer's ticket on the page of its event; `#ticket` in an email's link opens it. */
export function ViewTicket({ event, token, fresh }: Props) {
  const show = useShowDialog();
  const { participationId, role, status } = event.viewer;
  const has = participationId !== null && role !== null && status !== null && hasTicket({ role, status });
  const open = () =>
    show(<TicketDialog eventId={event.id} participationId={participationId ?? ''} token={token} tint={event.tint} />);
  useOpenedByLink('ticket', fresh && has, open);
  if (!has) return null;
  return (
    <span className={css.buttons}>
      <Button className={css.main} leftSection={<IconTicket size={18} aria-hidden />} onClick={open}>
        View ticket
      </Button>
    </span>
  );
}
