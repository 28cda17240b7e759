import { askToJoin, getCommunity, withdrawRequest } from '@folkmoot/contract/communities/api.ts';
import { canAskToJoin } from '@folkmoot/contract/communities/rules.ts';
import { type CommunityView, JoinRequestFields, LIMITS, refusals } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Textarea } from '@mantine/core';
import { IconClock, IconHandStop } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { longDate } from '../../ui/format-date.ts';
import { keepIntent, takeIntent } from '../intent.ts';
import css from './ask-to-join.module.css';

const keep = (community: CommunityView) =>
  queryClient.setQueryData(apiQueryKey(getCommunity, { serverId: community.id }), community);

/** What people outside a private community see: how to join, or the state of their request. */
export function AskToJoin({ community }: { community: CommunityView }) {
  const { request, banned } = community;
  if (banned) {
    return (
      <div className={css.box}>
        <EmptyState art="door" title="You cannot join this community">
          {refusals.banned.message}
        </EmptyState>
      </div>
    );
  }
  if (request?.status === 'pending') return <Waiting community={community} request={request} />;
  if (request) return <Refused community={community} request={request} />;
  return (
    <div className={css.box}>
      <EmptyState art="door" title="By invitation only" action={<AskButton community={community} />}>
        Ask a member for a link, or ask its moderators to let you in.
      </EmptyState>
    </div>
  );
}

type StandProps = { community: CommunityView; request: NonNullable<CommunityView['request']> };

function Waiting({ community, request }: StandProps) {
  const withdraw = useApiMutation(withdrawRequest, {
    failed: 'Could not withdraw the request.',
    onDone: ({ data }) => keep(data),
  });
  return (
    <section className={css.card} aria-label="Your request to join">
      <IconClock size={22} aria-hidden className={css.icon} />
      <div className={css.words}>
        <h2>Request sent</h2>
        <p>Sent on {longDate(request.askedAt)}. You’ll get an email with the answer, and this page will update.</p>
        {request.note && <blockquote dir="auto">{request.note}</blockquote>}
      </div>
      <LoadingButton
        variant="default"
        loading={withdraw.isPending}
        loadingLabel="Withdrawing"
        onClick={() => withdraw.mutate({ serverId: community.id })}
      >
        Withdraw request
      </LoadingButton>
    </section>
  );
}

function Refused({ community, request }: StandProps) {
  const answeredAt = request.answeredAt ? new Date(request.answeredAt) : null;
  const mayAsk = canAskToJoin(
    { ...community, joined: false, request: { status: request.status, answeredAt } },
    new Date(),
  ).ok;
  return (
    <section className={css.card} aria-label="Your request to join">
      <IconHandStop size={22} aria-hidden className={css.icon} />
      <div className={css.words}>
        <h2>Your request was not approved</h2>
        <p>
          Answered on {longDate(request.answeredAt ?? request.askedAt)}.{' '}
          {!mayAsk && request.askAgainAt && `You can ask again on ${longDate(request.askAgainAt)}.`}
        </p>
        {request.reason && <blockquote dir="auto">{request.reason}</blockquote>}
      </div>
      {mayAsk && <AskButton community={community} />}
    </section>
  );
}

function AskButton({ community }: { community: CommunityView }) {
  const show = useShowDialog();
  const session = useSession();
  const navigate = useNavigate();
  // Pressed before signing in or up: it need not be pressed again.
  const resume = useEffectEvent(() => {
    if (takeIntent('ask', community.id)) show(<AskDialog community={community} />);
  });
  useEffect(() => {
    if (session.status === 'signedIn') resume();
  }, [session.status]);
  const onAsk = () => {
    if (session.status === 'signedIn') return show(<AskDialog community={community} />);
    keepIntent('ask', community.id, community);
    void navigate({ to: '/sign-up', search: { next: `/${community.slug}` } });
  };
  return <Button onClick={onAsk}>Request to join</Button>;
}

/** Asks to join, with an optional note. */
function AskDialog({ community }: { community: CommunityView }) {
  const form = useFields({ schema: JoinRequestFields, initial: { note: '' } });
  const send = async (values: typeof form.values) => {
    const { message, data } = await call(askToJoin, { ...values, serverId: community.id });
    keep(data);
    return { message };
  };
  return (
    <FormDialog
      title={`Request to join ${community.name}`}
      width={460}
      form={form}
      send={send}
      fallback="Could not send the request."
      submitLabel="Send request"
      loadingLabel="Sending"
    >
      <p>The people who manage this community will see your name and your note.</p>
      <Textarea
        label="Note (optional)"
        placeholder="Who you are, and what brings you here"
        description={`${lengthOf(form.values.note)}/${LIMITS.note}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
