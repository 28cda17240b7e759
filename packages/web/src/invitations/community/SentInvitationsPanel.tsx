import type { InvitedTo } from '@folkmoot/contract/invitations/community-schema.ts';
import { registeredWhen } from '../../registrations/labels.ts';
import { SidePanel } from '../../ui/dialog/SidePanel.tsx';
import { EmailInvitations } from './EmailInvitations.tsx';
import css from './invite-by-email.module.css';

/** What became of a call that invited people. */
type After = { count: number; before: readonly InvitedTo[]; unreachable: number };

type Props = { community: { id: string; name: string }; after?: After };

/** Invitations by email that you have sent: what became of each, and what is being sent now. */
export function SentInvitationsPanel({ community, after }: Props) {
  return (
    <SidePanel title="Sent invitations" width={760}>
      <div className={css.sent}>
        {after && <LeftOut {...after} />}
        <EmailInvitations community={community} />
      </div>
    </SidePanel>
  );
}

/** Those who get no invitation, as far as their inviter may know why. */
function LeftOut({ before, unreachable }: After) {
  if (before.length === 0 && unreachable === 0) return null;
  return (
    <section className={css.leftOut} aria-label="Not invited">
      {before.length > 0 && (
        <>
          <p>{before.length === 1 ? 'This person was' : 'These people were'} invited before, and not again:</p>
          <ul>
            {before.slice(0, 20).map(({ id, invitedTo, invitedAt, by }) => (
              <li key={id}>
                <b>{invitedTo}</b> {registeredWhen(invitedAt)}
                {by && <bdi>, by {`${by.firstName} ${by.lastName}`.trim()}</bdi>}
              </li>
            ))}
          </ul>
          {before.length > 20 && <p>and {(before.length - 20).toLocaleString('en')} more</p>}
        </>
      )}
      {unreachable > 0 && (
        <p>
          {unreachable === 1 ? '1 person' : `${unreachable.toLocaleString('en')} people`} could not be invited: they are
          members already, or want no invitations.
        </p>
      )}
    </section>
  );
}
