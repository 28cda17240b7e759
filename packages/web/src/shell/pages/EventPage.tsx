import { isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { textIn } from '../../core/search-params.ts';
import { useSession } from '../../core/session.tsx';
import { EventScreen } from '../../events/page/EventScreen.tsx';
import { RegistrationCard } from '../../registrations/register/RegistrationCard.tsx';
import type { OnSeated } from '../../registrations/register/useRegistering.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';

const ViewTicket = lazyPart(() => import('../../admission/ViewTicket.tsx'), 'ViewTicket');
const TicketDialog = lazyPart(() => import('../../admission/TicketDialog.tsx'), 'TicketDialog');
const PaymentReturn = lazyPart(() => import('../../registrations/checkout/PaymentReturn.tsx'), 'PaymentReturn');
const SignInForTicket = lazyPart(() => import('../../admission/SignInForTicket.tsx'), 'SignInForTicket');
const AskEntry = lazyPart(() => import('../../qna/asking/AskEntry.tsx'), 'AskEntry');
const LetterBanner = lazyPart(() => import('../../invitations/answering/LetterBanner.tsx'), 'LetterBanner');

/** An event's page, with what later slices add to it: the invitation that led here, tickets, registration, and the guests. */
export function EventPage({ eventId, alias }: { eventId: string; alias: string }) {
  const session = useSession();
  const hydrated = useHydrated();
  // “Can’t come” in a letter answers for the address that was invited.
  const cancels = useLocation({ select: ({ hash }) => hash === 'cancel' });
  // The server, which draws the page, does not know what comes after the #.
  const wantsTicket = useLocation({ select: ({ hash }) => hash === 'ticket' }) && hydrated;
  const search = useLocation({ select: ({ search }) => search as Record<string, unknown> });
  const returned = textIn(search, 'payment_intent', 255);
  const show = useShowDialog();
  // Whether it is clear whom a registration would be for, by the token that led here.
  const [clear, setClear] = useState<{ token: string; is: boolean; invited: boolean }>();
  return (
    <EventScreen
      key={eventId}
      eventId={eventId}
      alias={alias}
      asks={(shown) =>
        hydrated &&
        shown.event.status !== 'draft' && (
          <Suspense fallback={null}>
            <AskEntry {...shown} />
          </Suspense>
        )
      }
      seats={(shown) => {
        const { event, token, fresh } = shown;
        const { status, participationId } = event.viewer;
        const onPaid: OnSeated = (id, own = token) =>
          show(<TicketDialog eventId={event.id} participationId={id} token={own} tint={event.tint} />);
        // Back from a bank that asks on a page of its own.
        const back = fresh && returned !== undefined && participationId !== null && (
          <Suspense fallback={null}>
            <PaymentReturn key={returned} {...{ event, token, participationId, onPaid }} paymentIntentId={returned} />
          </Suspense>
        );
        // Loaded for people who are going.
        const ticket = (
          <Suspense fallback={null}>
            <ViewTicket {...shown} />
          </Suspense>
        );
        if (token === undefined)
          return (
            <>
              {wantsTicket && session.status === 'signedOut' && (
                <Suspense fallback={null}>
                  <SignInForTicket alias={alias} />
                </Suspense>
              )}
              {back}
              <RegistrationCard {...shown} ticket={ticket} onPaid={onPaid} />
            </>
          );
        const mine = isForMyself(token);
        const asks = session.status === 'signedIn' && (mine || status === 'invited');
        const known = clear?.token === token ? clear : undefined;
        const isClear = known?.is ?? (cancels || !asks);
        return (
          <>
            {(status === 'invited' ||
              status === 'not_going' ||
              (mine && (status === null || status === 'requested'))) && (
              <Suspense fallback={null}>
                <LetterBanner
                  key={token}
                  event={event}
                  token={token}
                  isClear={isClear}
                  invited={known?.invited ?? false}
                  onClear={(is, invited) => setClear({ token, is, invited })}
                />
              </Suspense>
            )}
            {back}
            <RegistrationCard
              {...shown}
              onPaid={onPaid}
              fresh={fresh && isClear}
              invited={known?.invited ?? false}
              held={!isClear}
              ticket={ticket}
            />
          </>
        );
      }}
    />
  );
}
