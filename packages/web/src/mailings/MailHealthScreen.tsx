import { getMailHealth, resumePaused } from '@folkmoot/contract/mailings/api.ts';
import type { MailHealth } from '@folkmoot/contract/mailings/health-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useApiMutation } from '../core/queries.ts';
import { useMe } from '../core/session.tsx';
import { ErrorState, NotFound } from '../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { clockTime } from '../ui/format-date.ts';
import screen from '../ui/layout/screen.module.css';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './mail-health.module.css';
import { PAUSED } from './pause-words.ts';
import { StopList } from './StopList.tsx';

/** For the owner of the installation: how emails to many people go, and who gets none. */
export function MailHealthScreen() {
  const me = useMe();
  usePageTitle('Mail');
  if (!me) return null;
  if (!me.isInstallationOwner) return <NotFound />;
  return (
    <div className={css.screen}>
      <Health />
      <StopList />
    </div>
  );
}

function Health() {
  const health = useQuery(apiQuery(getMailHealth, {}));
  if (health.isPending)
    return (
      <LoadingFallback>
        <SkeletonRows rows={3} />
      </LoadingFallback>
    );
  if (health.isError) return <ErrorState error={health.error} again={health.refetch} />;
  const { data } = health;
  return (
    <>
      <section aria-labelledby="letters">
        <h2 id="letters">Invitations and messages</h2>
        <p>Emails that people here send to many at once. Codes and tickets are not counted.</p>
        <div className={screen.card}>
          <table className={css.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">Sent</th>
                <th scope="col">Not delivered</th>
                <th scope="col">Of these refused</th>
                <th scope="col">Spam reports</th>
              </tr>
            </thead>
            <tbody>
              <Line label="Last 24 hours" of={data.day} />
              <Line label="Last 7 days" of={data.week} />
            </tbody>
          </table>
        </div>
        <Waiting data={data} />
      </section>
      {data.paused.length > 0 && <Paused paused={data.paused} onDone={() => void health.refetch()} />}
    </>
  );
}

const number = (count: number) => count.toLocaleString('en');
const at = (epoch: number) => clockTime(new Date(epoch * 1000));

function Line({ label, of }: { label: string; of: MailHealth['day'] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{number(of.sent)}</td>
      <td>{number(of.failed)}</td>
      <td>{number(of.bounced)}</td>
      <td>{number(of.complaints)}</td>
    </tr>
  );
}

function Waiting({ data: { queued, paused, rests_epoc, domains } }: { data: MailHealth }) {
  return (
    <div className={css.notes}>
      <p>
        {queued === 0
          ? `Nothing ${paused.length > 0 ? 'else ' : ''}is waiting to be sent.`
          : `${number(queued)} waiting to be sent.`}
      </p>
      {rests_epoc !== null && (
        <p>Your mail server could not be reached. Emails wait until {at(rests_epoc)} and are then tried again.</p>
      )}
      {domains.map(({ domain, until_epoc }) => (
        <p key={domain}>
          <bdi>{domain}</bdi> asked us to slow down. Emails to it wait until {at(until_epoc)}.
        </p>
      ))}
    </div>
  );
}

function Paused({ paused, onDone }: { paused: MailHealth['paused']; onDone: () => void }) {
  const resume = useApiMutation(resumePaused, { failed: 'Could not resume.', onDone });
  return (
    <section aria-labelledby="paused">
      <h2 id="paused">Paused</h2>
      <ul className={screen.card}>
        {paused.map(({ id, subject, about, by, reason, sent, failed, queued }) => (
          <li key={id} className={screen.row}>
            <span className={screen.grow}>
              <b dir="auto">{subject}</b>
              <small>{[about, by].filter((part) => part !== '').join(' · ')}</small>
              <small>
                Paused after {number(sent + failed)} of {number(sent + failed + queued)}.{' '}
                {reason === 'sender' ? 'The person who sent it may no longer send it.' : PAUSED[reason]}
              </small>
            </span>
            {reason !== 'sender' && (
              <LoadingButton
                variant="default"
                loading={resume.isPending && resume.variables.mailingId === id}
                loadingLabel="Resuming"
                onClick={() => resume.mutate({ mailingId: id })}
              >
                Resume
              </LoadingButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
