import { useMe } from '../../core/session.tsx';
import { NotFound } from '../../ui/feedback/ErrorState.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import css from '../lists/lists.module.css';
import { OwnerEventReports } from './EventReports.tsx';

/** For the owner of the installation: reports of events that no community answers for. */
export function OwnerReportsScreen() {
  const me = useMe();
  usePageTitle('Reported events');
  if (!me) return null;
  if (!me.isInstallationOwner) return <NotFound />;
  return (
    <div className={css.padded}>
      <OwnerEventReports />
    </div>
  );
}
