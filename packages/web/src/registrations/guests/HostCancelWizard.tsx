import { listHosts } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuest } from '@folkmoot/contract/registrations/api.ts';
import { canSendCancellation } from '@folkmoot/contract/registrations/rules.ts';
import { type GuestView, TOASTS } from '@folkmoot/contract/registrations/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { Stepper } from '../../ui/inputs/Stepper.tsx';
import { PreviewStep, ReasonStep, TemplateStep } from './CancelSteps.tsx';
import { htmlOf, problemsOf, startOf, templateFor, type Writing } from './cancel-wizard-state.ts';
import css from './guests.module.css';
import { refreshGuests } from './useGuests.ts';

const STEPS = ['Reason', 'Template', 'Preview'] as const;

/** Cancels somebody's registration: reason, template, preview, send. Without an email it happens at once. */
export function HostCancelWizard({ event, guest }: { event: EventView; guest: GuestView }) {
  const close = useCloseDialog();
  const hosts = useQuery(apiQuery(listHosts, { eventId: event.id }));
  // Only the creator's address is offered for questions.
  const creator = hosts.data?.data.find((host) => host.isCreator)?.email ?? undefined;
  const [step, setStep] = useState(0);
  const [writing, setWriting] = useState<Writing>(startOf);
  const leave = useUnsaved(writing.edited || writing.own !== '');
  const [tried, setTried] = useState(false);
  const problems = problemsOf(writing, step);
  const send = useApiMutation(changeGuest, {
    failed: TOASTS.declineFailed,
    onDone: () => {
      refreshGuests();
      close();
    },
  });
  const proceed = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    setTried(false);
    if (step < STEPS.length - 1 && writing.notify) {
      if (step === 0 && !writing.edited) setWriting({ ...writing, ...templateFor(writing, event, guest, creator) });
      return setStep(step + 1);
    }
    send.mutate({
      eventId: event.id,
      participationId: guest.participationId,
      type: 'cancel_registration',
      userId: guest.userId,
      status: 'not_going',
      action: 'decline',
      reason: writing.reason === 'Other' || writing.reason === 'Custom' ? writing.own : writing.reason,
      refund: writing.refund,
      notifyUser: writing.notify,
      ...(writing.notify
        ? { cancel_subject: writing.subject, cancel_body: writing.body, cancel_body_html: htmlOf(writing.body) }
        : {}),
    });
  };
  const last = step === STEPS.length - 1;
  const mail = { notifyUser: writing.notify, cancel_subject: writing.subject, cancel_body: writing.body };
  return (
    <Dialog
      title="Cancel registration"
      width={560}
      footerStart={
        step > 0 && (
          <Button variant="subtle" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )
      }
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Close
          </Button>
          <LoadingButton
            color={last || !writing.notify ? 'madder' : 'lincoln'}
            loading={send.isPending}
            loadingLabel="Sending"
            disabled={last && !canSendCancellation(mail).ok}
            onClick={proceed}
          >
            {last ? 'Send' : 'Proceed'}
          </LoadingButton>
        </>
      }
    >
      <div className={css.wizard}>
        {writing.notify && <Stepper steps={STEPS} current={step} />}
        <p>
          <bdi>{guest.name || guest.email}</bdi>, {event.name}
        </p>
        {step === 0 && (
          <ReasonStep writing={writing} onChange={setWriting} problems={tried ? problems : {}} guest={guest} />
        )}
        {step === 1 && <TemplateStep writing={writing} onChange={setWriting} problems={tried ? problems : {}} />}
        {step === 2 && <PreviewStep writing={writing} to={guest.email} />}
      </div>
    </Dialog>
  );
}
