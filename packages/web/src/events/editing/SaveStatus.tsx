import { IconAlertCircle, IconCloudCheck, IconCloudUp, IconDeviceLaptop } from '@tabler/icons-react';
import type { DraftState } from './event-draft.ts';
import css from './event-form.module.css';

/** Where your changes are saved, and since when. */
export function SaveStatus({ state }: { state: DraftState }) {
  const { status, savedAt, problem, trying, event, losable } = state;
  const isDraft = event === undefined || event.status === 'draft';
  const at = savedAt && new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(savedAt);
  const say = () => {
    if (status === 'failed')
      return `Not saved: ${problem} ${losable ? '' : 'Your changes are kept in this browser.'}${trying ? ' Trying again.' : ''}`;
    if (status === 'saving') return 'Saving';
    if (losable && status === 'local') return 'Not saved yet';
    if (status === 'local') return event ? 'Changes kept in this browser' : 'Kept in this browser until it has a name';
    if (at) return isDraft ? `Draft saved at ${at}` : `Saved at ${at}`;
    return isDraft && event ? 'Draft saved' : '';
  };
  const words = say();
  const Mark =
    status === 'failed'
      ? IconAlertCircle
      : status === 'saving'
        ? IconCloudUp
        : status === 'local'
          ? IconDeviceLaptop
          : IconCloudCheck;
  return (
    <span className={css.saved} role="status" data-bad={status === 'failed' || undefined}>
      {words && <Mark size={17} aria-hidden />}
      {words}
    </span>
  );
}
