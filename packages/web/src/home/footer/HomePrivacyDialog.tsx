import { Stack } from '@mantine/core';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

/** What happens with data on a community's home. */
export function HomePrivacyDialog({ name }: { name: string }) {
  return (
    <Dialog title="Privacy" subtitle={name} width={480} brief>
      <Stack gap="sm">
        <p>
          {'telemetry' in document.documentElement.dataset
            ? 'You can read this page without an account. The people who run this site may count visits and collect errors, without anybody’s name.'
            : 'You can read this page without an account, and without being counted or followed.'}
        </p>
        <p>
          Videos stay on their own sites. Nothing is loaded from there until you press Play, and the button names the
          site. Links lead to other sites, with rules of their own.
        </p>
        <p>
          How many people are online is a number only. In your privacy settings you choose whether you are counted.
          Sections for members are sent to nobody else.
        </p>
      </Stack>
    </Dialog>
  );
}
