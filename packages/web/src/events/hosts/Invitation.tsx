import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { answerInvitation, getInvitation } from '@folkmoot/contract/events/api.ts';
import { ASKED, type InvitationView } from '@folkmoot/contract/events/invitations-schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { apiQuery } from '../../core/queries.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import page from '../page/event.module.css';
import { refreshEvent } from '../queries.ts';
import { refreshEvents } from '../refresh.ts';
import { whenOf } from '../times/event-times.ts';
import css from './invitation.module.css';
import { refreshAttention } from './useAttention.ts';

/** The role I am invited to at an event, if any. */
function useInvitation(eventId: string) {
  const session = useSession();
  return useQuery({ ...apiQuery(getInvitation, { eventId }), enabled: session.status === 'signedIn' });
}

/** At the address of an event that I may not see: my invitation, if I have one, or else what everybody sees. */
export function Invited({ eventId, otherwise }: { eventId: string; otherwise: ReactNode }) {
  const invitation = useInvitation(eventId);
  if (invitation.isLoading) return null;
  return invitation.data && !invitation.isError ? <InvitationPage invitation={invitation.data.data} /> : otherwise;
}

/** On the page of an event that I can see: who invites me to what, and my answer. */
export function InvitationBanner({ eventId }: { eventId: string }) {
  const invitation = useInvitation(eventId).data?.data;
  if (!invitation) return null;
  return (
    <section className={css.invitation} aria-label="Invitation">
      <p>
        <Sentence invitation={invitation} />
      </p>
      <Answer invitation={invitation} />
    </section>
  );
}

/** An event of which I see no more than that I am invited: a draft. */
function InvitationPage({ invitation }: { invitation: InvitationView }) {
  usePageTitle(invitation.name);
  const { day, time } = whenOf(invitation);
  return (
    <article className={page.page} data-bar data-tint={invitation.tint}>
      <section className={css.invited} aria-label="Invitation">
        <h1 dir="auto">{invitation.name}</h1>
        <p>{[day, time].filter(Boolean).join(', ')}</p>
        <p>
          <Sentence invitation={invitation} />
        </p>
        <p className={css.invitedNote}>You will see the details once you accept.</p>
        <Answer invitation={invitation} />
      </section>
    </article>
  );
}

function Sentence({ invitation: { by, role } }: { invitation: InvitationView }) {
  return (
    <>
      <b dir="auto">{by ? fullName(by) : 'Someone'}</b> invited you to {ASKED[role]}.
      {role === 'guest' && ' Register to accept.'}
    </>
  );
}

/** Accept and Decline. People invited as guests register instead, with a ticket and answers if there are any. */
export function Answer({
  invitation: { eventId, name, role },
  alias,
}: {
  invitation: Pick<InvitationView, 'eventId' | 'name' | 'role'>;
  /** Where guests register, unless this is that page. */
  alias?: string;
}) {
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean) => {
    setBusy(true);
    try {
      const { message } = await call(answerInvitation, { eventId, accept });
      toast.done(message);
    } catch (error) {
      toast.failed(error, { fallback: 'Could not send your answer.' });
    } finally {
      setBusy(false);
      refreshEvent(eventId);
      refreshEvents();
      refreshAttention();
    }
  };
  return (
    <div className={css.answers}>
      {role === 'guest' && alias !== undefined && (
        <LinkButton to="/$alias" params={{ alias }} aria-label={`See the event: ${name}`}>
          See the event
        </LinkButton>
      )}
      {role !== 'guest' && (
        <LoadingButton
          loading={busy}
          loadingLabel="Accepting"
          aria-label={`Accept: ${name}`}
          onClick={() => void answer(true)}
        >
          Accept
        </LoadingButton>
      )}
      <Button variant="default" disabled={busy} aria-label={`Decline: ${name}`} onClick={() => void answer(false)}>
        Decline
      </Button>
    </div>
  );
}
