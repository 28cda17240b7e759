import { GRACE, type MailingKind, type MailingView } from '@folkmoot/contract/mailings/schema.ts';
import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { PAUSED } from '../../mailings/pause-words.ts';
import { useSecondsUntil } from '../../mailings/useSecondsUntil.ts';
import { registeredWhen } from '../../registrations/labels.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from './invited.module.css';
import '@mantine/core/styles/Progress.layer.css';

/** How often the list is asked for while something is being sent, in milliseconds; changes are announced too. */
const LOOK_AGAIN = 5000;

/** When a query of mailings asks again by itself: as long as something is being sent. */
export const lookAgain = ({ state: { data } }: { state: { data: { data: MailingView[] } | undefined } }) =>
  data?.data.some(({ state }) => state === 'waiting' || state === 'sending') ? LOOK_AGAIN : false;

/** Mailings that have ended and are shown. */
const ENDED = 3;

/** What the letters of a mailing are called. */
const NOUNS: Readonly<Record<MailingKind, readonly [string, string]>> = {
  event_invitation: ['invitation', 'invitations'],
  community_invitation: ['invitation', 'invitations'],
  event_reminder: ['reminder', 'reminders'],
  guest_message: ['email', 'emails'],
};

/** Something that is done with one mailing; `busy` is the id of the one it is being done with. It shows its own failure. */
type Act = { busy: string | undefined; run: (mailingId: string) => Promise<unknown> };

type Props = {
  mailings: readonly MailingView[];
  /** Why a mailing rests whose sender may not send any more. */
  sender: string;
  withdraw: Act;
  resume: Act;
};

const isActive = ({ state }: MailingView) => state === 'waiting' || state === 'sending' || state === 'paused';

/** A failure has been shown by then. */
const shown = () => undefined;

/** What is being sent, and can be taken back or stopped; and what was sent last. */
export function MailingList({ mailings: all, ...acts }: Props) {
  const [more, setMore] = useState(false);
  const ended = all.filter((mailing) => !isActive(mailing));
  if (all.length === 0) return null;
  return (
    <section className={css.mailings} aria-label="Mailings">
      {all.filter(isActive).map((mailing) => (
        <Active key={mailing.id} mailing={mailing} {...acts} />
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

/** What became of a mailing that is over: `49 sent, 1 not delivered`. */
export function outcome({ state, counts: { sent, failed } }: Pick<MailingView, 'state' | 'counts'>): string {
  if (state === 'withdrawn' && sent === 0) return 'Taken back, nothing was sent';
  const stopped = state === 'withdrawn' ? 'stopped' : '';
  return [`${number(sent)} sent`, failed > 0 ? `${number(failed)} not delivered` : '', stopped]
    .filter((part) => part !== '')
    .join(', ');
}

/** A mailing that is not over: it can be taken back as long as nothing has left, and then stopped. */
function Active({ mailing, sender, withdraw, resume }: Omit<Props, 'mailings'> & { mailing: MailingView }) {
  const confirm = useConfirm();
  const seconds = useSecondsUntil(mailing.state === 'waiting' ? mailing.starts_epoc : 0);
  const { queued, sent, failed } = mailing.counts;
  const total = queued + sent + failed;
  const waiting = mailing.state === 'waiting' && seconds > 0;
  const [one, many] = NOUNS[mailing.kind];
  const stop = () =>
    confirm({
      title: 'Stop sending?',
      body: `${number(sent)} of ${number(total)} ${many} ${sent === 1 ? 'has' : 'have'} been sent. The others won’t be.`,
      verb: 'Stop',
      busyVerb: 'Stopping',
      danger: true,
      run: () => withdraw.run(mailing.id),
    });
  return (
    <article className={css.active} data-paused={mailing.state === 'paused' || undefined}>
      <span className={css.words}>
        <b dir="auto">{mailing.subject}</b>
        <small aria-live={waiting ? 'off' : 'polite'}>
          {waiting
            ? `${number(total)} ${total === 1 ? one : many} will be sent in ${seconds} s`
            : mailing.state === 'paused' && mailing.reason
              ? `Paused after ${number(sent)} of ${number(total)}. ${mailing.reason === 'sender' ? sender : PAUSED[mailing.reason]}`
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
          loading={resume.busy === mailing.id}
          loadingLabel="Resuming"
          onClick={() => void resume.run(mailing.id).catch(shown)}
        >
          Resume
        </LoadingButton>
      )}
      {waiting ? (
        <LoadingButton
          variant="default"
          loading={withdraw.busy === mailing.id}
          loadingLabel="Taking back"
          onClick={() => void withdraw.run(mailing.id).catch(shown)}
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
