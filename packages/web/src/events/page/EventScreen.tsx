import { isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { LOCKED } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { COVER_SIZES, coverSrcSet } from '@folkmoot/contract/media/picture-rules.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconFlag, IconSettings, IconShare2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../core/api-error.ts';
import { lazyPart } from '../../core/lazy.ts';
import { absolute } from '../../core/paths.ts';
import { textIn } from '../../core/search-params.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { keepLink, keptLink, keptPass } from '../access/access-tokens.ts';
import { Hosts } from '../hosts/Hosts.tsx';
import { NOT_FETCHED, refreshEvent, useEvent } from '../queries.ts';
import { useNow } from '../times/useNow.ts';
import { EventHeader } from './EventHeader.tsx';
import css from './event.module.css';
import { NO_COVER } from './no-cover.ts';
import { useEventLive } from './useEventLive.ts';
import { usePageTint } from './usePageTint.ts';

const InvitationBanner = lazyPart(() => import('../hosts/Invitation.tsx'), 'InvitationBanner');
const Invited = lazyPart(() => import('../hosts/Invitation.tsx'), 'Invited');
const LockedEvent = lazyPart(() => import('../access/LockedEvent.tsx'), 'LockedEvent');
const ShareDialog = lazyPart(() => import('../../ui/sharing/ShareDialog.tsx'), 'ShareDialog');
const CalendarDialog = lazyPart(() => import('./CalendarDialog.tsx'), 'CalendarDialog');
const ReportEventDialog = lazyPart(() => import('../reports/ReportEventDialog.tsx'), 'ReportEventDialog');
const OpenChat = lazyPart(() => import('./OpenChat.tsx'), 'OpenChat');
const PlaceCard = lazyPart(() => import('../../places/PlaceCard.tsx'), 'PlaceCard');

export type Seats = (shown: {
  event: EventView;
  token: string | undefined;
  fresh: boolean;
  /** Somebody without an account has taken a place: the page goes on with its token. */
  onOwn: (token: string) => void;
}) => ReactNode;

type Shown = { event: EventView; token: string | undefined };
type ScreenProps = {
  eventId: string;
  alias: string;
  seats: Seats;
  /** Among the actions: what a later slice offers, such as asking a question. */
  asks?: (shown: Shown) => ReactNode;
};

/**
 * An event's page.
 *
 * @param seats draws registration, which a later slice knows about.
 */
export function EventScreen({ eventId, alias, seats, asks }: ScreenProps) {
  const search = useLocation({ select: ({ search }) => search as Record<string, unknown> });
  const [opened, setOpened] = useState<string>();
  const [own, setOwn] = useState<string>();
  const linked = own ?? textIn(search, 'token', 500) ?? keptLink(alias);
  const token = linked ?? opened ?? keptPass(eventId);
  useEffect(() => {
    if (linked !== undefined) keepLink(alias, linked);
  }, [alias, linked]);
  const shown = useEvent(eventId, token);
  const event = shown.data;
  const locked = shown.error instanceof ApiError && shown.error.code === LOCKED;
  usePageTint(event?.tint ?? 'slate');
  usePageTitle(locked ? 'Private event' : event?.name);
  const refresh = () => refreshEvent(eventId);
  useEventLive(refresh, eventId);
  if (locked && !event) {
    return (
      <div className={css.scroll}>
        <Suspense fallback={null}>
          <LockedEvent eventId={eventId} alias={alias} linked={linked !== undefined} onOpened={setOpened} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={css.scroll}>
      {event ? (
        <Page event={event} token={token} asks={asks?.({ event, token })}>
          {linked !== undefined && !isForMyself(linked) && event.viewer.participationId === null && (
            <p className={css.banner} role="status">
              This link no longer works. Register again, or ask the hosts.
            </p>
          )}
          {seats({ event, token, fresh: !shown.isPlaceholderData, onOwn: setOwn })}
        </Page>
      ) : shown.error ? (
        <Suspense fallback={null}>
          <Invited
            eventId={eventId}
            otherwise={<ErrorState error={shown.error} again={shown.refetch} fallback={NOT_FETCHED} level={1} />}
          />
        </Suspense>
      ) : (
        <LoadingFallback label="Loading the event">
          <div className={css.page}>
            <div className={css.mast}>
              <Skeleton h={260} radius="xl" />
              <Skeleton h={330} radius="xl" />
            </div>
          </div>
        </LoadingFallback>
      )}
    </div>
  );
}

function Page({ event, token, asks, children }: Shown & { asks: ReactNode; children: ReactNode }) {
  const address = !event.tbdLocation && event.attend_type !== 'virtual' && event.location;
  return (
    <article className={css.page} data-bar>
      <Notice event={event} />
      {event.viewer.askedRole !== null && (
        <Suspense fallback={null}>
          <InvitationBanner eventId={event.id} />
        </Suspense>
      )}
      <div className={css.columns}>
        <div className={css.main}>
          <EventHeader event={event} />
          <div className={css.about}>
            <Actions event={event} token={token}>
              {asks}
            </Actions>
            {event.description !== '' && (
              <section aria-labelledby="about" data-prose>
                <h2 id="about">About</h2>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it; see core/http/html.ts there. */}
                <div className={css.prose} dir="auto" dangerouslySetInnerHTML={{ __html: event.description }} />
              </section>
            )}
            {address && (
              <section aria-labelledby="where">
                <h2 id="where">Where</h2>
                <Suspense fallback={<Skeleton h={150} radius="lg" />}>
                  <PlaceCard
                    location={{
                      ...address,
                      description: address.description || event.attend_type_details.in_person_address,
                    }}
                  />
                </Suspense>
              </section>
            )}
            <Report event={event} token={token} />
          </div>
        </div>
        <div className={css.aside}>
          <Cover event={event} />
          <div className={css.side}>
            {children}
            <Hosts event={event} token={token} />
          </div>
        </div>
      </div>
    </article>
  );
}

function Cover({ event: { cover, coverCredit } }: { event: EventView }) {
  return (
    <figure className={css.figure}>
      <div className={css.cover}>
        <img src={cover ?? NO_COVER} srcSet={coverSrcSet(cover)} sizes={COVER_SIZES} alt="" fetchPriority="high" />
      </div>
      {coverCredit && (
        <figcaption>
          <a href={coverCredit.url} target="_blank" rel="noreferrer">
            {coverCredit.text}
          </a>
        </figcaption>
      )}
    </figure>
  );
}

function Notice({ event }: { event: EventView }) {
  if (event.status === 'draft')
    return (
      <p className={css.banner} role="status">
        <b>This is a draft.</b> Only its hosts can see it.
      </p>
    );
  if (event.status === 'cancelled')
    return (
      <div className={css.banner} data-bad role="status">
        <b>This event was cancelled.</b>
        {event.cancelMessage !== '' && <p dir="auto">{event.cancelMessage}</p>}
      </div>
    );
  return null;
}

function Actions({ event, token, children }: Shown & { children: ReactNode }) {
  const show = useShowDialog();
  const now = useNow();
  const session = useSession();
  const { role, status } = event.viewer;
  const mayBeInChat =
    session.status === 'signedIn' && (status === 'going' || (role === 'host' && status !== 'not_going'));
  // Another slice's address, which this page's router must not import.
  const manage: string = `/events/manage/${event.alias}`;
  return (
    <div className={css.actions}>
      {event.viewer.manages && (
        <LinkButton
          to={manage}
          search={{ tab: 'info' } as never}
          className={css.quiet}
          leftSection={<IconSettings size={18} aria-hidden />}
        >
          Manage event
        </LinkButton>
      )}
      {mayBeInChat && (
        <Suspense fallback={null}>
          <OpenChat event={event} />
        </Suspense>
      )}
      {children}
      {offersCalendar(event, now) && (
        <Button
          className={css.quiet}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          onClick={() => show(<CalendarDialog event={event} token={token} />)}
        >
          Add to calendar
        </Button>
      )}
      {event.status !== 'draft' && (
        <Button
          className={css.quiet}
          leftSection={<IconShare2 size={18} aria-hidden />}
          onClick={() =>
            show(<ShareDialog title={`Share ${event.name}`} url={absolute(`/${event.alias}`)} text={event.name} />)
          }
        >
          Share
        </Button>
      )}
    </div>
  );
}

/** People who are going find it beside their registration. */
function offersCalendar(event: EventView, now: number): boolean {
  const { status, tbdDate, start_epoc, viewer } = event;
  const isDated = !tbdDate && start_epoc !== null;
  return status === 'published' && isDated && viewer.status !== 'going' && !isOver(event, now);
}

function Report({ event, token }: { event: EventView; token: string | undefined }) {
  const show = useShowDialog();
  const session = useSession();
  if (event.viewer.manages || event.status === 'draft') return null;
  const look = { className: css.report, leftSection: <IconFlag size={15} aria-hidden /> };
  return session.status === 'signedIn' ? (
    <Button {...look} onClick={() => show(<ReportEventDialog event={event} token={token} />)}>
      Report this event
    </Button>
  ) : (
    <LinkButton to="/sign-in" search={{ next: `/${event.alias}` }} {...look}>
      Sign in to report this event
    </LinkButton>
  );
}
