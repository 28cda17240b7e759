import { useMe } from '../core/session.tsx';
import { NotHere } from '../ui/Failure.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { OwnerEventReports } from './EventReports.tsx';
import css from './lists.module.css';

/** For the owner of the installation: reports of events that no community answers for. */
export function OwnerReportsScreen() {
  const me = useMe();
  usePageTitle('Reported events');
  if (!me) return null;
  if (!me.isInstallationOwner) return <NotHere />;
  return (
    <div className={css.padded}>
      <OwnerEventReports />
    </div>
  );
}
