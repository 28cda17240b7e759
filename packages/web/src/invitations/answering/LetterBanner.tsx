import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { forAddress, forMyself, isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { ASKED } from '@folkmoot/contract/events/invitations-schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getLetterInvitation } from '@folkmoot/contract/invitations/api.ts';
import type { LetterInvitation } from '@folkmoot/contract/invitations/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { useMe, useSession } from '../../core/session.tsx';
import { forgetLink } from '../../events/access/access-tokens.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from './letter-banner.module.css';

type Props = {
  event: EventView;
  token: string;
  /** Whether it is clear whom a registration on this page would be for; until then the page offers none. */
  isClear: boolean;
  /** Whether the viewer uses the invitation with their own account. */
  invited: boolean;
  onClear: (isClear: boolean, invited: boolean) => void;
};

/** On an event's page that was opened by the link in an invitation: who sent it to whom, and who can answer. */
export function LetterBanner(props: Props) {
  const { event, token, isClear, invited, onClear } = props;
  const isVisitor = useSession().status !== 'signedIn';
  const asked = useQuery(apiQuery(getLetterInvitation, { eventId: event.id, token }));
  const letter = asked.data?.data;
  // Of null, it has been answered, or the link is of another kind.
  const known = letter === null ? true : letter && clearBy(letter, isVisitor, isForMyself(token));
  const uses = known === true && !isVisitor && letter?.isYours === false && isForMyself(token);
  useEffect(() => {
    if (known !== undefined && (known !== isClear || uses !== invited)) onClear(known, uses);
  }, [known, isClear, uses, invited, onClear]);
  if (asked.isError) return <ErrorState error={asked.error} again={asked.refetch} />;
  // Your own invitations have a banner with their answers.
  if (!letter || letter.isYours) return null;
  return (
    <section className={css.banner} aria-label="Invitation">
      {letter.isUsed ? <Used alias={event.alias} isVisitor={isVisitor} /> : <Open {...props} letter={letter} />}
    </section>
  );
}

/** Whether an invitation leaves no doubt whom a registration is for; undefined if its reader has to choose. */
function clearBy(
  { isYours, isUsed, role }: LetterInvitation,
  isVisitor: boolean,
  isMine: boolean,
): boolean | undefined {
  if (isVisitor || isYours) return true;
  if (isUsed || role !== 'guest') return false;
  return isMine ? true : undefined;
}

function Used({ alias, isVisitor }: { alias: string; isVisitor: boolean }) {
  return (
    <>
      <p>
        <b>This invitation has already been used.</b> You can register like everyone else.
      </p>
      {!isVisitor && (
        <p className={css.ways}>
          <LinkButton to={`/${alias}` as string} onClick={() => forgetLink(alias)} variant="default" size="sm">
            Go on without it
          </LinkButton>
        </p>
      )}
    </>
  );
}

function Open({ event, token, isClear, onClear, letter }: Omit<Props, 'invited'> & { letter: LetterInvitation }) {
  const me = useMe();
  const by = letter.by ? fullName(letter.by) : 'Someone';
  const isGuest = letter.role === 'guest';
  return (
    <>
      <p>
        <b dir="auto">{by}</b> invited {letter.sentTo} to {ASKED[letter.role]}.
      </p>
      {me ? (
        <Signed
          {...{ event, token, isClear, letter }}
          name={fullName(me.user)}
          email={me.user.email ?? fullName(me.user)}
          onClear={onClear}
        />
      ) : isGuest ? (
        <p>
          {letter.isDeclined
            ? 'You have said that you can’t come. You can still register.'
            : 'Register to accept, or say that you can’t come.'}
        </p>
      ) : (
        <>
          <p>Sign in with that address to answer.</p>
          <p className={css.ways}>
            <LinkButton to="/sign-in" search={{ next: `/${event.alias}` }} size="sm">
              Sign in
            </LinkButton>
            <LinkButton to="/sign-up" search={{ next: `/${event.alias}` }} variant="default" size="sm">
              Create an account
            </LinkButton>
          </p>
        </>
      )}
    </>
  );
}

type SignedProps = Omit<Props, 'invited'> & { letter: LetterInvitation; name: string; email: string };

/** What a person can do whose account has another address: guests choose, and roles are for the invited address alone. */
function Signed({ event, token, isClear, onClear, letter, name, email }: SignedProps) {
  const page: string = `/${event.alias}`;
  const account = (
    <>
      You are signed in as <bdi>{name}</bdi> (<bdi>{email}</bdi>).
    </>
  );
  if (letter.role !== 'guest')
    return (
      <>
        <p>
          {account} Only {letter.sentTo} can accept this invitation. Sign out, then sign in with that address.
        </p>
        <p className={css.ways}>
          <LinkButton to="/logout" size="sm">
            Sign out
          </LinkButton>
          <LinkButton to={page} onClick={() => forgetLink(event.alias)} variant="default" size="sm">
            Go on without it
          </LinkButton>
        </p>
      </>
    );
  if (isForMyself(token))
    return (
      <>
        <p>{account} If you register, you use this invitation yourself, and the hosts will see that you did.</p>
        <p className={css.ways}>
          <LinkButton to={page} search={{ token: forAddress(token) } as never} variant="default" size="sm">
            Answer as {letter.sentTo} instead
          </LinkButton>
        </p>
      </>
    );
  return (
    <>
      <p>
        {account} {isClear && `If you register here, you answer for ${letter.sentTo}, not for your own account.`}
      </p>
      <p className={css.ways}>
        <LinkButton
          to={page}
          search={{ token: forMyself(token) } as never}
          size="sm"
          variant={isClear ? 'default' : 'filled'}
        >
          Use {email}
        </LinkButton>
        {!isClear && (
          <Button variant="default" size="sm" onClick={() => onClear(true, false)}>
            Continue as {letter.sentTo}
          </Button>
        )}
      </p>
    </>
  );
}
