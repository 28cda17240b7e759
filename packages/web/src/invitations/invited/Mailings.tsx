import { listMailings, resumeMailing, withdrawMailing } from '@folkmoot/contract/invitations/api.ts';
import { GRACE, type MailingView, type PauseReason } from '@folkmoot/contract/mailings/schema.ts';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { refreshEvent } from '../../events/queries.ts';
import { registeredWhen } from '../../registrations/labels.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from './invited.module.css';
import '@mantine/core/styles/Progress.layer.css';

/** How often the list is asked for while something is being sent, in milliseconds; changes are announced too. */
const LOOK_AGAIN = 5000;

/** Mailings that have ended and are shown. */
const ENDED = 3;

const PAUSED: Readonly<Record<PauseReason, string>> = {
  bounces: 'Too many of these addresses don’t exist or refused the email. Check the list before you go on.',
  complaints: 'Too many people reported this email as spam.',
  unpublished: 'The event is a draft again. Publish it, then resume.',
  sender: 'The person who sent it may no longer invite people to this event.',
  restored: 'The server was restored from a backup, and may have sent it already. Check before you resume.',
};

const isActive = ({ state }: MailingView) => state === 'waiting' || state === 'sending' || state === 'paused';

/** What is being sent, and can be taken back or stopped; and what was sent last. */
export function Mailings({ eventId }: { eventId: string }) {
  const mailings = useQuery({
    ...apiQuery(listMailings, { eventId }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state }) => state === 'waiting' || state === 'sending') ? LOOK_AGAIN : false,
  });
  const all = mailings.data?.data ?? [];
  const [more, setMore] = useState(false);
  const ended = all.filter((mailing) => !isActive(mailing));
  if (all.length === 0) return null;
  return (
    <section className={css.mailings} aria-label="Mailings">
      {all.filter(isActive).map((mailing) => (
        <Active key={mailing.id} eventId={eventId} mailing={mailing} />
      ))}
      {ended.length > 0 && (
        <ul className={css.ended} aria-label="Sent before">
          {ended.slice(0, more ? undefined : ENDED).map((mailing) => (
            <li key={mailing.id}>
              <span className={css.words}>
                <b dir="auto">{mailing.subject}</b>
                <small>
                  {[
                    outcome(mailing),
                    registeredWhen(mailing.starts_epoc),
                    mailing.by ? `${mailing.by.firstName} ${mailing.by.lastName}`.trim() : '',
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {ended.length > ENDED && !more && (
        <Button variant="subtle" size="xs" onClick={() => setMore(true)}>
          Show {ended.length - ENDED} more
        </Button>
      )}
    </section>
  );
}

const number = (count: number) => count.toLocaleString('en');

function outcome({ state, counts: { sent, failed } }: MailingView): string {
  if (state === 'withdrawn' && sent === 0) return 'Taken back, nothing was sent';
  const stopped = state === 'withdrawn' ? 'stopped' : '';
  return [`${number(sent)} sent`, failed > 0 ? `${number(failed)} not delivered` : '', stopped]
    .filter((part) => part !== '')
    .join(', ');
}

/** A mailing that is not over: it can be taken back as long as nothing has left, and then stopped. */
function Active({ eventId, mailing }: { eventId: string; mailing: MailingView }) {
  const confirm = useConfirm();
  const seconds = useSecondsUntil(mailing.state === 'waiting' ? mailing.starts_epoc : 0);
  const onDone = () => refreshEvent(eventId);
  const withdraw = useApiMutation(withdrawMailing, { failed: 'Could not stop sending.', onDone });
  const resume = useApiMutation(resumeMailing, { failed: 'Could not resume.', onDone });
  const { queued, sent, failed } = mailing.counts;
  const total = queued + sent + failed;
  const ids = { eventId, mailingId: mailing.id };
  const waiting = mailing.state === 'waiting' && seconds > 0;
  const stop = () =>
    confirm({
      title: 'Stop sending?',
      body: `${number(sent)} of ${number(total)} invitations ${sent === 1 ? 'has' : 'have'} been sent. The others won’t be.`,
      verb: 'Stop',
      busyVerb: 'Stopping',
      danger: true,
      run: () => withdraw.mutateAsync(ids),
    });
  return (
    <article className={css.active} data-paused={mailing.state === 'paused' || undefined}>
      <span className={css.words}>
        <b dir="auto">{mailing.subject}</b>
        <small aria-live={waiting ? 'off' : 'polite'}>
          {waiting
            ? `${number(total)} ${total === 1 ? 'invitation' : 'invitations'} will be sent in ${seconds} s`
            : mailing.state === 'paused' && mailing.reason
              ? `Paused after ${number(sent)} of ${number(total)}. ${PAUSED[mailing.reason]}`
              : `${number(sent)} of ${number(total)} sent${failed > 0 ? `, ${number(failed)} not delivered` : ''}`}
        </small>
        <Progress
          aria-label={waiting ? 'Time until sending' : 'Sent'}
          size="sm"
          value={waiting ? (100 * (GRACE - seconds)) / GRACE : (100 * (sent + failed)) / Math.max(1, total)}
        />
      </span>
      {mailing.state === 'paused' && mailing.reason !== 'sender' && (
        <LoadingButton
          variant="default"
          loading={resume.isPending}
          loadingLabel="Resuming"
          onClick={() => resume.mutate(ids)}
        >
          Resume
        </LoadingButton>
      )}
      {waiting ? (
        <LoadingButton
          variant="default"
          loading={withdraw.isPending}
          loadingLabel="Taking back"
          onClick={() => withdraw.mutate(ids)}
        >
          Undo
        </LoadingButton>
      ) : (
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      )}
    </article>
  );
}

/** Seconds until a moment (Unix seconds), counted down; 0 once it has come. */
function useSecondsUntil(moment: number): number {
  const left = () => Math.min(GRACE, Math.max(0, Math.ceil(moment - Date.now() / 1000)));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is made of the moment.
  useEffect(() => {
    setSeconds(left());
    if (left() === 0) return;
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}
