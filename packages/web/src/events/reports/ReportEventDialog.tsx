import { reportEvent } from '@folkmoot/contract/events/api.ts';
import { LIMITS, NewEventReport, REASON_LABELS } from '@folkmoot/contract/events/reports-schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { call } from '../../core/api-client.ts';
import { ReportDialog } from '../../reports/ReportDialog.tsx';

type Props = { event: Pick<EventView, 'id'>; token: string | undefined };

/** Reports an event to the moderators. */
export function ReportEventDialog({ event, token }: Props) {
  return (
    <ReportDialog
      title="Report event"
      schema={NewEventReport}
      reasons={REASON_LABELS}
      noteLabel={() => 'Anything we should know (optional)'}
      noteLimit={LIMITS.note}
      send={(report) => call(reportEvent, { ...report, eventId: event.id, token })}
      fallback="Could not report the event."
    />
  );
}
