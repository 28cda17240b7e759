import { readEntries } from '@folkmoot/contract/core/entry.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { invite, previewInvite, testInvite } from '@folkmoot/contract/invitations/api.ts';
import { INVITE_BODY, type InviteRole, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
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
import { type AddressEntry, notAddresses } from '../ui/people/AddressField.tsx';
import { useMedia } from '../ui/useMedia.ts';
import { ComposeStep } from './letter/ComposeStep.tsx';
import { type Letter, letterFor, problemsIn, sentLetter } from './letter/letter.ts';
import { NotSentDialog } from './NotSentDialog.tsx';
import { PickStep } from './PickStep.tsx';
import { addTyped, isEmpty, NOBODY, type Selection, toData } from './selection.ts';
import css from './wizard.module.css';

/** Bytes of a selection that a call may have, with room for the letter beside it. */
const MOST_BYTES = INVITE_BODY - 150_000;

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
  const [selection, setSelection] = useState<Selection>(NOBODY);
  const [typed, setTyped] = useState('');
  // A list that was read, and not added yet.
  const [pending, setPending] = useState<string>();
  const [role, setRole] = useState<InviteRole>('guest');
  const [again, setAgain] = useState(false);
  const [letter, setLetter] = useState<Letter>(() => letterFor(event, inviter));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // What the field adds when it is read by a button is not rendered yet.
  const latest = useRef(selection);
  const field = useRef<AddressEntry>(null);
  // The same for each try: an invitation whose answer was lost is not sent twice.
  const [mailingId, setMailingId] = useState(() => uuid());
  useUnsaved(!isEmpty(selection) || letter.edited || typed.trim() !== '' || pending !== undefined, LEAVE);
  const numbers = useNumbers(eventId, selection, { role, again });
  const counted = numbers.data;
  const test = useApiMutation(testInvite, { failed: 'Could not send the test.' });
  const problems = problemsIn(letter);

  const change = (change: Selection | ((now: Selection) => Selection)) => {
    latest.current = typeof change === 'function' ? change(latest.current) : change;
    setSelection(latest.current);
    setProblem(undefined);
  };

  /** What was typed before another source was opened. Returns what is wrong with it. */
  const takeTyped = (): string | undefined => {
    const entered = readEntries(typed);
    if (entered.entries.length > 0) change(addTyped(latest.current, entered).selection);
    setTyped(entered.invalid.join(', '));
    return entered.invalid.length === 0 ? undefined : notAddresses(entered.invalid);
  };

  const write = () => {
    if (field.current?.take() === false) return;
    const wrong = field.current ? undefined : takeTyped();
    if (wrong !== undefined) return setProblem(wrong);
    if (pending !== undefined) return setProblem(`Add the people from ${pending} first, or choose another file.`);
    if (isEmpty(latest.current)) return setProblem(refusals.nobody.message);
    if (new Blob([JSON.stringify(toData(latest.current))]).size > MOST_BYTES)
      return setProblem('These are more people than one invitation can take. Remove some, and send two.');
    setProblem(undefined);
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
        data: toData(selection),
        digest: counted.digest,
        again,
        copyToMe: letter.copy,
      });
      refreshEvent(eventId);
      close();
      toast.done(message);
      const skipped = [...selection.lists.flatMap(({ invalid }) => invalid), ...data.skipped];
      if (skipped.length > 0) show(<NotSentDialog addresses={skipped} />);
      await navigate({ to: '/events/manage/$alias', params: { alias: event.alias }, search: { tab: 'invited' } });
    } catch (error) {
      setProblem(errorMessage(error, 'Something went wrong. Please try again.'));
      // A refused invitation does not exist: the next try is another one.
      if (error instanceof ApiError && !isPassing(error)) {
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
          selection={selection}
          onChange={change}
          typed={typed}
          onTyped={setTyped}
          onPending={setPending}
          isBack={isBack}
          field={field}
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

/** Whom the selection would reach, counted again once it has not changed for a moment. */
function useNumbers(eventId: string, selection: Selection, options: { role: InviteRole; again: boolean }) {
  const [settled] = useDebouncedValue(selection, COUNT_AFTER);
  const { role, again } = options;
  const query = useQuery({
    // Not by the event: what its mailings do is no reason to count again.
    queryKey: ['invite-preview', eventId, settled.version, role, again],
    queryFn: ({ signal }) => call(previewInvite, { eventId, type: role, again, data: toData(settled) }, { signal }),
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
