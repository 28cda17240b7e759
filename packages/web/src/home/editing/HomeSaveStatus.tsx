import { IconAlertCircle, IconCloudCheck, IconCloudUp, IconDeviceLaptop } from '@tabler/icons-react';
import css from './edit-home.module.css';
import type { HomeDraftState } from './home-draft.ts';

/** Where your changes are kept, and whether visitors see them. */
export function HomeSaveStatus({ state }: { state: HomeDraftState }) {
  const { status, losable, base } = state;
  const bad = status === 'failed' || status === 'conflict' || losable;
  const Mark = bad
    ? IconAlertCircle
    : status === 'saving'
      ? IconCloudUp
      : status === 'local'
        ? IconDeviceLaptop
        : IconCloudCheck;
  return (
    <span className={css.status} role="status" data-bad={bad || undefined}>
      <Mark size={17} aria-hidden />
      {wordsOf(state) || (base.version === base.publishedVersion ? 'Published' : 'Draft saved')}
    </span>
  );
}

function wordsOf({ status, problem, trying, losable, savedAt, base }: HomeDraftState): string {
  const kept = losable ? '' : ' Your changes are kept in this browser.';
  if (status === 'failed') return `Not saved: ${problem}${kept}${trying ? ' Trying again.' : ''}`;
  if (status === 'conflict') return `Not saved: somebody else has changed this page.${kept}`;
  if (status === 'saving') return 'Saving';
  if (status === 'local') return losable ? 'Not saved yet' : 'Kept in this browser';
  const published = base.version === base.publishedVersion;
  const at = savedAt && new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(savedAt);
  return at && !published ? `Draft saved at ${at}` : '';
}
