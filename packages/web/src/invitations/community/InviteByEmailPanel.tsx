import {
  inviteByEmail,
  inviteByList,
  testCommunityInvite,
  withdrawCommunityMailing,
} from '@folkmoot/contract/invitations/community-api.ts';
import { refusals } from '@folkmoot/contract/invitations/community-schema.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage, isPassing } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { useApiMutation } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useCloseDialog, useShowDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { SidePanel } from '../../ui/dialog/SidePanel.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { Stepper } from '../../ui/inputs/Stepper.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { NotSentDialog } from '../NotSentDialog.tsx';
import { sizeOf } from '../selection.ts';
import { uploadList } from '../upload-list.ts';
import { useChosen } from '../useChosen.ts';
import css from '../wizard.module.css';
import { communityLetterFor, communityProblemsIn } from './community-letter.ts';
import { MessageStep } from './MessageStep.tsx';
import { refreshEmailInvitations } from './queries.ts';
import { SentInvitationsPanel } from './SentInvitationsPanel.tsx';
import { WhoStep } from './WhoStep.tsx';

const LEAVE = {
  title: 'Leave without sending?',
  body: 'The people you chose and the message you wrote will be lost.',
  stay: 'Keep editing',
  leave: 'Leave',
};

type Props = { community: { id: string; name: string }; inviter: string };

/** Invites people to a community by email, in two steps: people with their channels, and the message. */
export function InviteByEmailPanel({ community, inviter }: Props) {
  const close = useCloseDialog();
  const show = useShowDialog();
  const phone = useMedia('phone');
  const serverId = community.id;
  const [step, setStep] = useState(0);
  const { selection, problem, setProblem, ...chosen } = useChosen();
  const [channelIds, setChannelIds] = useState<ReadonlySet<string>>(new Set());
  const [letter, setLetter] = useState(() => communityLetterFor(community, inviter));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // The same for each try: an invitation whose answer was lost is not sent twice.
  const [mailingId, setMailingId] = useState(() => uuid());
  useUnsaved(chosen.isBegun || letter.edited, LEAVE);
  const test = useApiMutation(testCommunityInvite, { failed: 'Could not send the test.' });
  const problems = communityProblemsIn(letter);
  const words = { subject: letter.subject, body_html: letter.html };

  const write = () => {
    if (!chosen.isReady(refusals.nobodyValid.message)) return;
    setStep(1);
  };

  const isFine = () => {
    setTried(true);
    return Object.keys(problems).length === 0;
  };

  const send = async () => {
    if (busy || !isFine()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const people = new Map(
        [...selection.typed, ...selection.lists.flatMap(({ entries }) => entries)].map((one) => [one.key, one]),
      );
      const parts = { serverId, id: mailingId, channelIds: [...channelIds], ...words };
      // A long list is uploaded first: no call could carry it.
      const answer =
        people.size > LIMITS.named
          ? await call(inviteByList, { ...parts, file: await uploadList([...people.values()]) })
          : await call(inviteByEmail, { ...parts, emails: [...people.values()].map(({ address }) => address) });
      refreshEmailInvitations(serverId);
      close();
      toast.done(answer.message);
      const skipped = [...selection.lists.flatMap(({ invalid }) => invalid), ...answer.skipped];
      show(
        <SentInvitationsPanel
          community={community}
          after={{ count: answer.count, before: answer.data, unreachable: answer.unreachable }}
        />,
      );
      const undo = async () => {
        const done = await call(withdrawCommunityMailing, { serverId, mailingId });
        refreshEmailInvitations(serverId);
        return done;
      };
      const leaving = answer.startsAt === null ? {} : { leaving: { at: answer.startsAt, undo } };
      if (skipped.length > 0) show(<NotSentDialog addresses={skipped} {...leaving} />);
    } catch (error) {
      setProblem(errorMessage(error, 'Something went wrong. Please try again.'));
      // A refused invitation does not exist: the next try is another one.
      if (error instanceof ApiError && !isPassing(error)) setMailingId(uuid());
    } finally {
      setBusy(false);
    }
  };

  const size = sizeOf(selection);
  const sum = size === 0 ? '' : size === 1 ? '1 person' : `${size.toLocaleString('en')} people`;
  const said = problem === undefined ? sum : <Problem>{problem}</Problem>;
  return (
    <SidePanel
      title={`Invite to ${community.name}`}
      width={940}
      beside={
        phone ? (
          <span className={css.step}>Step {step + 1} of 2</span>
        ) : (
          <Stepper steps={['People and channels', 'Message']} current={step} />
        )
      }
      footer={
        step === 0 ? (
          <>
            <span className={css.sum} aria-live="polite">
              {said}
            </span>
            <Button rightSection={<IconArrowRight size={17} />} onClick={write}>
              Next
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" leftSection={<IconArrowLeft size={17} />} onClick={() => setStep(0)}>
              Back
            </Button>
            <span className={css.sum} aria-live="polite">
              {said}
            </span>
            <LoadingButton
              variant="default"
              loading={test.isPending}
              loadingLabel="Sending"
              onClick={() => {
                if (isFine()) test.mutate({ serverId, ...words });
              }}
            >
              Send a test
            </LoadingButton>
            <LoadingButton
              loading={busy}
              loadingLabel="Inviting"
              leftSection={<IconSend size={17} />}
              onClick={() => void send()}
            >
              Invite
            </LoadingButton>
          </>
        )
      }
    >
      {step === 0 ? (
        <WhoStep serverId={serverId} {...chosen.entry} channelIds={channelIds} onChannels={setChannelIds} />
      ) : (
        <MessageStep
          community={community}
          inviter={inviter}
          letter={letter}
          onChange={(changed) => {
            setLetter({ ...changed, edited: true });
            setProblem(undefined);
          }}
          problems={tried ? problems : {}}
        />
      )}
    </SidePanel>
  );
}
