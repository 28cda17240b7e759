import { refreshAttention } from '../../events/hosts/useAttention.ts';
import { PersonalReportsScreen } from '../../reports/PersonalReportsScreen.tsx';

/** What the owner of the installation answers; the start page no longer says that it waits. */
export function PersonalReportsPage() {
  return <PersonalReportsScreen onAnswered={refreshAttention} />;
}
