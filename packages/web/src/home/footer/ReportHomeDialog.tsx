import { LIMITS, REASON_LABELS } from '@folkmoot/contract/events/reports-schema.ts';
import { reportHome } from '@folkmoot/contract/home/api.ts';
import { NewHomeReport } from '@folkmoot/contract/home/schema.ts';
import { call } from '../../core/api-client.ts';
import { ReportDialog } from '../../reports/ReportDialog.tsx';

/** Reports a community's home to the people who run the installation. */
export function ReportHomeDialog({ serverId }: { serverId: string }) {
  return (
    <ReportDialog
      title="Report this page"
      schema={NewHomeReport}
      reasons={REASON_LABELS}
      noteLabel={() => 'Anything we should know (optional)'}
      noteLimit={LIMITS.note}
      send={(report) => call(reportHome, { ...report, serverId })}
      fallback="Could not report the page."
    />
  );
}
