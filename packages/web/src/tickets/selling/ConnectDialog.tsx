import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconExternalLink, IconReceiptRefund, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { connect } from './connect.ts';
import css from './selling.module.css';

type Props = {
  event: Pick<EventView, 'alias'>;
  percent: number;
  /** Called before this page is left for Stripe's: what was typed is kept here. */
  onLeave?: () => void;
  /** The account takes payments already: nothing has to be done at Stripe. */
  onReady?: () => void;
  /** Goes to Stripe's page; tests look at it. */
  go?: (url: string) => void;
};

/** What selling takes, and the way to Stripe's own pages, on which an account is set up. */
export function ConnectDialog({ event, percent, onLeave, onReady, go = leaveFor }: Props) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const url = await connect(event.alias);
      if (url === undefined) {
        close();
        onReady?.();
        return;
      }
      onLeave?.();
      go(url);
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Get paid with Stripe"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Not now
          </Button>
          <LoadingButton
            loading={busy}
            loadingLabel="Opening Stripe"
            rightSection={<IconExternalLink size={17} />}
            onClick={() => void start()}
          >
            Continue to Stripe
          </LoadingButton>
        </>
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <p className={css.lead}>
        To sell tickets you need a Stripe account, which takes the payments. Setting it up takes about ten minutes, and
        then you come back here.
      </p>
      <ul className={css.points}>
        <li>
          <IconBuildingBank size={20} aria-hidden />
          <span>The money goes straight to your own account, and Stripe pays it out to your bank.</span>
        </li>
        <li>
          <IconReceiptRefund size={20} aria-hidden />
          <span>
            {percent > 0
              ? `This site takes ${percent}% of each ticket. You choose whether buyers pay it on top. Stripe takes its own fee.`
              : 'This site takes no fee. Stripe takes its own.'}
          </span>
        </li>
        <li>
          <IconShieldCheck size={20} aria-hidden />
          <span>Stripe asks who you are and for your bank details. This site never sees any of that.</span>
        </li>
      </ul>
    </Dialog>
  );
}

/** The page is left once it is drawn without its guards of what was typed. */
function leaveFor(url: string): void {
  requestAnimationFrame(() => setTimeout(() => window.location.assign(url)));
}
