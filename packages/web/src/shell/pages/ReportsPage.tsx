import { useCommunity } from '../../communities/queries.ts';
import { CommunityEventReports } from '../../events/reports/EventReports.tsx';
import { ReportsScreen } from '../../reports/ReportsScreen.tsx';

/** What moderators answer: reports of messages, and of events. */
export function ReportsPage() {
  const community = useCommunity();
  return (
    <ReportsScreen>
      <CommunityEventReports serverId={community.id} />
    </ReportsScreen>
  );
}
