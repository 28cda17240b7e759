import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { localDay } from '@folkmoot/contract/core/times/local-day.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronRight, IconExternalLink, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { absolute } from '../../core/paths.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import type { DraftState, EventDraft } from '../../events/editing/event-draft.ts';
import { valuesOf } from '../../events/editing/event-form.ts';
import { type FormElement, focusFirstWrong, focusUnreadable } from '../../events/editing/Field.tsx';
import type { Notice } from '../../events/editing/NotifyDialog.tsx';
import { SaveStatus } from '../../events/editing/SaveStatus.tsx';
import { useEventDraft } from '../../events/editing/useEventDraft.ts';
import { useAttention } from '../../events/hosts/useAttention.ts';
import { useEventLive } from '../../events/page/useEventLive.ts';
import { usePublish } from '../../events/publishing/usePublish.ts';
import { NOT_FETCHED, refreshEvent, useEvent } from '../../events/queries.ts';
import { refreshEvents } from '../../events/refresh.ts';
import { whenOf } from '../../events/times/event-times.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { MenuLink } from '../../ui/layout/MenuLink.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import screen from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { ManageMenu } from './ManageMenu.tsx';
import css from './manage.module.css';

const NotifyDialog = lazyPart(() => import('../../events/editing/NotifyDialog.tsx'), 'NotifyDialog');
const InfoTab = lazyPart(() => import('../../events/editing/InfoTab.tsx'), 'InfoTab');
const GuestsTab = lazyPart(() => import('../guests/GuestsTab.tsx'), 'GuestsTab');
const RegistrationTab = lazyPart(() => import('./RegistrationTab.tsx'), 'RegistrationTab');
const TicketsTab = lazyPart(() => import('./TicketsTab.tsx'), 'TicketsTab');
const InsightsTab = lazyPart(() => import('./InsightsTab.tsx'), 'InsightsTab');
const PublishedDialog = lazyPart(() => import('../../events/publishing/PublishedDialog.tsx'), 'PublishedDialog');
const ShareDialog = lazyPart(() => import('../../ui/sharing/ShareDialog.tsx'), 'ShareDialog');

const TABS = [
  { tab: 'info', label: 'Info' },
  { tab: 'guests', label: 'Guests' },
  { tab: 'invited', label: 'Invited' },
  { tab: 'messages', label: 'Messages' },
  { tab: 'registration', label: 'Registration' },
  { tab: 'tickets', label: 'Tickets' },
  { tab: 'qna', label: 'Q&A' },
  { tab: 'insights', label: 'Insights' },
] as const;

type Parts = {
  /** The tab of people who were invited by email. */
  invited: (event: EventView) => ReactNode;
  /** The tab of messages to guests. */
  messages: (event: EventView) => ReactNode;
  /** The tab of questions from the audience. */
  qna: (event: EventView) => ReactNode;
  /** How many of them wait, on that tab. */
  qnaWaiting: (event: EventView) => ReactNode;
  /** The button that invites people, or the entry of the menu on a phone. */
  inviteButton: (event: EventView, entry: boolean) => ReactNode;
};

/** Where hosts manage their event. */
export function ManageScreen(parts: Parts) {
  const { alias } = useParams({ from: '/frame/events/manage/$alias' });
  const search = useSearch({ from: '/frame/events/manage/$alias' });
  const named = useQuery(apiQuery(resolveAlias, { alias }));
  if (named.error) return <ErrorState error={named.error} again={named.refetch} fallback={NOT_FETCHED} level={1} />;
  if (!named.data) return <ManageSkeleton />;
  const { resource_type, resource_id, alias: present } = named.data.data;
  if (resource_type !== 'event') return <NotFound />;
  if (present !== alias)
    return <Navigate to="/events/manage/$alias" params={{ alias: present }} search={search} replace />;
  return <Managed key={resource_id} eventId={resource_id} {...parts} />;
}

function ManageSkeleton() {
  return (
    <LoadingFallback>
      <div className={css.loading}>
        <Skeleton h={90} radius="lg" />
      </div>
    </LoadingFallback>
  );
}

function Managed({ eventId, ...parts }: Parts & { eventId: string }) {
  const event = useEvent(eventId, undefined);
  useEventLive(() => refreshEvent(eventId), eventId);
  if (event.error && !event.data)
    return <ErrorState error={event.error} again={event.refetch} fallback={NOT_FETCHED} level={1} />;
  if (!event.data) return <ManageSkeleton />;
  if (!event.data.viewer.manages) return <NotFound />;
  return <Managing event={event.data} {...parts} />;
}

function Managing({ event, invited, messages, qna, qnaWaiting, inviteButton }: Parts & { event: EventView }) {
  const { tab = 'info', status = 'all' } = useSearch({ from: '/frame/events/manage/$alias' });
  const myId = useMyId();
  const show = useShowDialog();
  const phone = useMedia('phone');
  const form = useRef<HTMLDivElement>(null);
  const { draft, state } = useEventDraft({
    storageKey: `draft.event.${myId}.${event.id}`,
    initial: valuesOf(event),
    event,
  });
  usePageTitle('Manage', event.name);
  const waits = useAttention().data.find(({ eventId }) => eventId === event.id);
  const due = {
    info: waits?.access ?? 0,
    guests: waits?.requests ?? 0,
    invited: 0,
    messages: 0,
    registration: 0,
    tickets: waits?.refunds ?? 0,
    qna: 0,
    insights: 0,
  };
  const when = whenOf(event);
  const now = Math.floor(Date.now() / 1000);
  const share = () => show(<ShareDialog title="Share event" url={absolute(`/${event.alias}`)} text={event.name} />);
  const page = { to: '/$alias', params: { alias: event.alias } } as const;
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <SidebarButton />
        {event.cover && <img className={css.thumb} src={event.image_map['500*250'] ?? event.cover} alt="" />}
        <div className={css.words}>
          <nav className={css.crumbs} aria-label="Breadcrumb">
            <PlainLink to="/events">Events</PlainLink>
            {event.server && (
              <>
                <IconChevronRight size={13} aria-hidden />
                <bdi>{event.server.name}</bdi>
              </>
            )}
          </nav>
          <h1 dir="auto">{event.name}</h1>
          <div className={css.facts}>
            <Status event={event} now={now} />
            <span>{[when.day, when.time].filter(Boolean).join(', ')}</span>
            {away(event, now) && <span className={css.away}>{away(event, now)}</span>}
          </div>
        </div>
        <div className={css.actions}>
          {!phone && (
            <LinkButton {...page} variant="default" leftSection={<IconExternalLink size={17} />}>
              View page
            </LinkButton>
          )}
          {!phone && event.status === 'published' && (
            <Button variant="default" leftSection={<IconShare2 size={17} />} onClick={share}>
              Share
            </Button>
          )}
          {!phone && inviteButton(event, false)}
          <ManageMenu event={event} onDeleted={() => draft.end()}>
            {phone && inviteButton(event, true)}
            {phone && (
              <MenuLink {...page} leftSection={<IconExternalLink size={18} />}>
                View page
              </MenuLink>
            )}
            {phone && event.status === 'published' && (
              <Menu.Item leftSection={<IconShare2 size={18} />} onClick={share}>
                Share
              </Menu.Item>
            )}
          </ManageMenu>
        </div>
      </header>
      <div className={css.tabs}>
        <TabNav label="Manage event">
          {TABS.map((one) => (
            <PlainLink
              key={one.tab}
              to="/events/manage/$alias"
              params={{ alias: event.alias }}
              search={{ tab: one.tab }}
              className={tabClass}
              {...(one.tab === tab ? tabOn : {})}
              activeOptions={{ includeSearch: true }}
            >
              {one.label}
              {due[one.tab] > 0 && (
                <UnreadBadge count={due[one.tab]} label={one.tab === 'tickets' ? 'failed refund' : 'request'} />
              )}
              {one.tab === 'qna' && qnaWaiting(event)}
            </PlainLink>
          ))}
        </TabNav>
      </div>
      <div ref={form} className={css.body}>
        <Suspense fallback={<ManageSkeleton />}>
          {tab === 'info' && <InfoTab event={event} draft={draft} state={state} />}
          {tab === 'guests' && <GuestsTab key={status} event={event} status={status} />}
          {tab === 'invited' && invited(event)}
          {tab === 'messages' && messages(event)}
          {tab === 'registration' && <RegistrationTab event={event} draft={draft} state={state} />}
          {tab === 'tickets' && <TicketsTab event={event} />}
          {tab === 'qna' && qna(event)}
          {tab === 'insights' && <InsightsTab event={event} />}
        </Suspense>
      </div>
      {(tab === 'info' || tab === 'registration') && event.status !== 'cancelled' && (
        <SaveBar event={event} draft={draft} state={state} form={form} />
      )}
    </div>
  );
}

/**
 * A draft saves itself and is published here; a published event is saved by hand, and asks first if people must be
 * told.
 */
function SaveBar({
  event,
  draft,
  state,
  form,
}: {
  event: EventView;
  draft: EventDraft;
  state: DraftState;
  form: FormElement;
}) {
  const show = useShowDialog();
  const { publish, busy } = usePublish(draft, form, (published) => {
    draft.take(published);
    refreshEvents();
    show(<PublishedDialog event={published} />);
  });
  const save = async (notice: Partial<Notice> = {}) => {
    if (await draft.save(notice)) refreshEvents();
    else setTimeout(() => focusFirstWrong(form, draft.get().errors));
  };
  const ask = () => {
    if (focusUnreadable(form)) return;
    // Where hosts approve, there may be requests, which no count on the page has.
    const people = event.goingCount + event.waitingCount + event.totalInvited > 0 || event.require_approval;
    const moves = people ? draft.moves() : undefined;
    if (moves)
      show(
        <NotifyDialog
          event={event}
          values={draft.get().values}
          onlineOnly={moves === 'online'}
          onAnswer={(notice) => void save(notice)}
        />,
      );
    else void save();
  };
  const bar = useRef<HTMLElement>(null);
  useToastRoom(bar);
  return (
    <footer ref={bar} className={css.save}>
      <SaveStatus state={state} />
      {event.status === 'draft' ? (
        <LoadingButton loading={busy} loadingLabel="Publishing" onClick={publish}>
          Publish
        </LoadingButton>
      ) : (
        <>
          {state.dirty && (
            <Button variant="subtle" onClick={() => draft.discard()}>
              Discard changes
            </Button>
          )}
          <LoadingButton
            loading={state.status === 'saving'}
            loadingLabel="Saving"
            disabled={!state.dirty}
            onClick={ask}
          >
            Save changes
          </LoadingButton>
        </>
      )}
    </footer>
  );
}

function Status({ event, now }: { event: EventView; now: number }) {
  if (event.status === 'cancelled')
    return (
      <span className={screen.pill} data-tone="bad">
        Cancelled
      </span>
    );
  if (event.status === 'draft') return <span className={screen.pill}>Draft</span>;
  if (isOver(event, now)) return <span className={screen.pill}>Ended</span>;
  return (
    <span className={screen.pill} data-tone="ok">
      Published
    </span>
  );
}

/** `In 37 days`; nothing once the event has begun, or if it is cancelled. */
function away(event: EventView, now: number): string | undefined {
  if (event.status === 'cancelled' || event.tbdDate) return undefined;
  if (event.start_epoc === null || event.start_epoc <= now) return undefined;
  const day = (epoch: number) => Date.parse(localDay(epoch * 1000, event.time_zone));
  const days = Math.round((day(event.start_epoc) - day(now)) / 86_400_000);
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(days, 'day');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
