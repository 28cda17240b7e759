import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { invite, previewInvite, testInvite, withdrawMailing } from '@folkmoot/contract/invitations/api.ts';
import { type InviteRole, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../core/api-client.ts';
import { ApiError, errorMessage, isPassing } from '../core/api-error.ts';
import { Problem } from '../core/form.tsx';
import { useApiMutation } from '../core/queries.ts';
import { toast } from '../core/toasts/toast.ts';
import { refreshEvent } from '../events/queries.ts';
import { useCloseDialog, useShowDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { SidePanel } from '../ui/dialog/SidePanel.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { Stepper } from '../ui/inputs/Stepper.tsx';
import { useMedia } from '../ui/useMedia.ts';
import { ComposeStep } from './letter/ComposeStep.tsx';
import { type Letter, letterFor, problemsIn, sentLetter } from './letter/letter.ts';
import { NotSentDialog } from './NotSentDialog.tsx';
import { PickStep } from './PickStep.tsx';
import { isEmpty, type Selection } from './selection.ts';
import { uploadList } from './upload-list.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { useChosen } from './useChosen.ts';
import css from './wizard.module.css';

/** Milliseconds after the last change until the numbers are asked for. */
const COUNT_AFTER = 300;

const LEAVE = {
  title: 'Leave without sending?',
  body: 'The people you chose and the invitation you wrote will be lost.',
  stay: 'Keep editing',
  leave: 'Leave',
};

type Props = {
  event: EventView;
  /** In whose name the invitation is written. */
  inviter: string;
};

/** Invites people to an event by email, in two steps: choose people, write the invitation. */
export function InviteWizard({ event, inviter }: Props) {
  const close = useCloseDialog();
  const show = useShowDialog();
  const navigate = useNavigate();
  const phone = useMedia('phone');
  const eventId = event.id;
  const [step, setStep] = useState(0);
  const [isBack, setIsBack] = useState(false);
  const { selection, problem, setProblem, ...chosen } = useChosen();
  const [role, setRole] = useState<InviteRole>('guest');
  const [again, setAgain] = useState(false);
  const [letter, setLetter] = useState<Letter>(() => letterFor(event, inviter));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // The same for each try: an invitation whose answer was lost is not sent twice.
  const [mailingId, setMailingId] = useState(() => uuid());
  useUnsaved(chosen.isBegun || letter.edited, LEAVE);
  // Lists that are too long for a call are uploaded, once for all calls of this wizard.
  const [uploads] = useState(() => createUploads(uploadList));
  const numbers = useNumbers(eventId, selection, { role, again, uploads });
  const counted = numbers.data;
  const test = useApiMutation(testInvite, { failed: 'Could not send the test.' });
  const problems = problemsIn(letter);

  const write = () => {
    if (!chosen.isReady(refusals.nobody.message)) return;
    setIsBack(true);
    setStep(1);
  };

  const isFine = () => {
    setTried(true);
    return Object.keys(problems).length === 0;
  };

  const send = async () => {
    if (busy || !isFine() || !counted) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { message, data } = await call(invite, {
        eventId,
        id: mailingId,
        emailContent: sentLetter(letter),
        type: role,
        data: await uploads.dataOf(selection),
        digest: counted.digest,
        again,
        copyToMe: letter.copy,
      });
      refreshEvent(eventId);
      close();
      toast.done(message);
      const skipped = [...selection.lists.flatMap(({ invalid }) => invalid), ...data.skipped];
      const undo = async () => {
        const done = await call(withdrawMailing, { eventId, mailingId: data.mailingId });
        refreshEvent(eventId);
        return done;
      };
      if (skipped.length > 0) show(<NotSentDialog addresses={skipped} leaving={{ at: data.startsAt, undo }} />);
      await navigate({ to: '/events/manage/$alias', params: { alias: event.alias }, search: { tab: 'invited' } });
    } catch (error) {
      setProblem(errorMessage(error, 'Something went wrong. Please try again.'));
      // A refused invitation does not exist: the next try is another one.
      if (error instanceof ApiError && !isPassing(error)) {
        if (isGone(error)) uploads.forget();
        setMailingId(uuid());
        void numbers.refetch();
      }
    } finally {
      setBusy(false);
    }
  };

  const sum =
    counted &&
    summary(
      counted.count,
      Object.values(counted.skipped).reduce((all, some) => all + some, 0),
    );
  const failed = numbers.error && !isEmpty(selection) && (
    <Problem>
      {errorMessage(numbers.error)}{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => void numbers.refetch()}>
        Try again
      </Button>
    </Problem>
  );
  const said = problem === undefined ? failed || undefined : <Problem>{problem}</Problem>;
  return (
    <SidePanel
      title="Invite guests"
      width={940}
      beside={
        phone ? (
          <span className={css.step}>Step {step + 1} of 2</span>
        ) : (
          <Stepper steps={['Choose people', 'Write the invitation']} current={step} />
        )
      }
      footer={
        step === 0 ? (
          <>
            <span className={css.sum} aria-live="polite">
              {said ?? (isEmpty(selection) ? '' : sum)}
            </span>
            <Button rightSection={<IconArrowRight size={17} />} onClick={write}>
              Write the invitation
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" leftSection={<IconArrowLeft size={17} />} onClick={() => setStep(0)}>
              Back
            </Button>
            <span className={css.sum} aria-live="polite">
              {said ?? sum}
            </span>
            <LoadingButton
              variant="default"
              loading={test.isPending}
              loadingLabel="Sending"
              onClick={() => {
                if (isFine()) test.mutate({ eventId, emailContent: sentLetter(letter), type: role });
              }}
            >
              Send a test
            </LoadingButton>
            <LoadingButton
              loading={busy}
              loadingLabel="Sending"
              disabled={!counted || counted.count === 0 || !numbers.isPresent}
              leftSection={<IconSend size={17} />}
              onClick={() => void send()}
            >
              Send {counted?.count === 1 ? 'invitation' : 'invitations'}
            </LoadingButton>
          </>
        )
      }
    >
      {step === 0 ? (
        <PickStep
          event={event}
          {...chosen.entry}
          isBack={isBack}
          role={role}
          onRole={setRole}
          again={again}
          onAgain={setAgain}
          counted={counted}
        />
      ) : (
        <ComposeStep
          event={event}
          inviter={inviter}
          role={role}
          letter={letter}
          onChange={(changed) => {
            setLetter({ ...changed, edited: true });
            setProblem(undefined);
          }}
          problems={tried ? problems : {}}
          selection={selection}
          onBack={() => setStep(0)}
        />
      )}
    </SidePanel>
  );
}

/** Whether an uploaded list was deleted in the meantime: then it is uploaded again. */
const isGone = (error: unknown) => error instanceof ApiError && error.code === refusals.listGone.code;

/** Whom the selection would reach, counted again once it has not changed for a moment. */
function useNumbers(
  eventId: string,
  selection: Selection,
  options: { role: InviteRole; again: boolean; uploads: Uploads },
) {
  const [settled] = useDebouncedValue(selection, COUNT_AFTER);
  const { role, again, uploads } = options;
  const query = useQuery({
    // Not by the event: what its mailings do is no reason to count again.
    queryKey: ['invite-preview', eventId, settled.version, role, again],
    queryFn: async ({ signal }) => {
      const data = await uploads.dataOf(settled);
      return call(previewInvite, { eventId, type: role, again, data }, { signal }).catch((error: unknown) => {
        if (isGone(error)) uploads.forget();
        throw error;
      });
    },
    enabled: !isEmpty(settled),
    placeholderData: keepPreviousData,
    // The numbers belong to this wizard, whose selections are counted from zero.
    gcTime: 0,
  });
  // The numbers of another selection are shown until these are there, and nothing is sent by them.
  return {
    ...query,
    isPresent: settled.version === selection.version && !query.isFetching && !query.isPlaceholderData,
  };
}

/** `49 invitations, 1 skipped`. */
function summary(count: number, skipped: number): string {
  const invitations = count === 1 ? '1 invitation' : `${count.toLocaleString('en')} invitations`;
  return skipped === 0 ? invitations : `${invitations}, ${skipped.toLocaleString('en')} skipped`;
}
