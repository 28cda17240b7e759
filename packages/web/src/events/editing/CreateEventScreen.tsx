import { deleteEvent, getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconDots, IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRail } from '../../communities/queries.ts';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMe, useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { IconLink } from '../../ui/layout/IconLink.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { usePublish } from '../publishing/usePublish.ts';
import { NOT_FETCHED } from '../queries.ts';
import { refreshEvents } from '../refresh.ts';
import { EventForm } from './EventForm.tsx';
import { recallDraft } from './event-draft.ts';
import css from './event-form.module.css';
import { focusField } from './Field.tsx';
import { draftKey, newEvent, PROPOSED } from './new-event.ts';
import { RegistrationSettings } from './RegistrationSettings.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useEventDraft } from './useEventDraft.ts';

const PublishedDialog = lazyPart(() => import('../publishing/PublishedDialog.tsx'), 'PublishedDialog');

/** What edits the tickets and questions of a draft that is on the server. */
type Editors = (event: EventView) => ReactNode;

/** Creates an event. Your changes are kept in this browser first, and then as a draft on the server. */
export function CreateEventScreen({ editors, onPublished }: Pick<Props, 'editors' | 'onPublished'>) {
  const { serverId, calendarId } = useSearch({ from: '/frame/events/create' });
  const me = useMe();
  const myId = useMyId();
  const rail = useRail();
  // The only community you are in is most likely where the event belongs.
  const [only, ...others] = rail.data?.data ?? [];
  const own = others.length === 0 && only?.viewer.permissions.includes('CREATE_EVENT') ? only.id : null;
  const storageKey = draftKey(myId ?? '', { serverId, calendarId });
  const [turn, setTurn] = useState(0);
  usePageTitle('New event');
  if (!me || rail.isPending) return <LoadingFallback>{<Skeleton h={400} radius="lg" />}</LoadingFallback>;
  return (
    <Begun
      key={`${storageKey}.${turn}`}
      storageKey={storageKey}
      serverId={serverId ?? own}
      timeZone={me.user.timeZone}
      editors={editors}
      onPublished={onPublished}
      onStartOver={() => setTurn(turn + 1)}
    />
  );
}

type Props = {
  storageKey: string;
  serverId: string | null;
  timeZone: string;
  editors: Editors;
  /** What another slice does with the event once it is published, such as putting it on the calendar from which it was begun. */
  onPublished: (event: EventView) => Promise<void>;
  onStartOver: () => void;
};

/** Continues with the draft that this browser knows of, if it is still a draft on the server. */
function Begun(props: Props) {
  const [eventId] = useState(() => recallDraft(props.storageKey)?.eventId);
  const known = useQuery({
    ...apiQuery(getEvent, { eventId: eventId ?? '', token: undefined }),
    enabled: eventId !== undefined,
    // Opened once; from then on the draft itself is the source of truth.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    retry: false,
  });
  if (eventId === undefined) return <Writing {...props} />;
  if (known.isFetchedAfterMount && known.data?.status === 'draft') return <Writing {...props} event={known.data} />;
  if (known.isFetchedAfterMount && (isStatus(known.error, 404) || known.data)) return <Writing {...props} startOver />;
  if (known.error) return <ErrorState error={known.error} again={known.refetch} fallback={NOT_FETCHED} level={1} />;
  return (
    <LoadingFallback>
      <Skeleton h={400} radius="lg" />
    </LoadingFallback>
  );
}

function Writing({
  storageKey,
  serverId,
  timeZone,
  editors,
  onPublished,
  onStartOver,
  event: known,
  startOver,
}: Props & { event?: EventView; startOver?: boolean }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const show = useShowDialog();
  const phone = useMedia('phone');
  const form = useRef<HTMLDivElement>(null);
  const { draft, state } = useEventDraft({
    storageKey,
    initial: useState(() => newEvent(timeZone, serverId, Math.floor(Date.now() / 1000)))[0],
    proposed: PROPOSED,
    event: startOver ? undefined : known,
  });
  const { values, errors, event } = state;
  useEffect(() => {
    if (draft.get().values.name === '') focusField(form, 'name');
  }, [draft]);
  const { publish, busy } = usePublish(draft, form, (published) => {
    draft.end();
    void onPublished(published);
    refreshEvents();
    // Dialogs end with their screen, so this one begins with the next.
    void navigate({ to: '/events/manage/$alias', params: { alias: published.alias }, search: { tab: 'info' } }).then(
      () => show(<PublishedDialog event={published} />),
    );
  });
  const preview = async () => {
    // Opened while the press still counts: after a wait some browsers open nothing.
    const tab = window.open('', '_blank');
    if (!(await draft.save())) {
      tab?.close();
      return toast.failed(undefined, {
        fallback: state.problem ?? 'Save the draft first: something in it needs fixing.',
      });
    }
    const alias = draft.get().event?.alias;
    if (!tab || !alias) return tab?.close();
    tab.opener = null;
    tab.location.href = `/${alias}`;
  };
  const remove = () => {
    const begun = draft.get().event;
    confirm({
      title: 'Delete this draft?',
      body: 'You cannot undo this.',
      verb: 'Delete draft',
      busyVerb: 'Deleting',
      danger: true,
      run: async () => {
        try {
          if (begun) toast.done((await call(deleteEvent, { eventId: begun.id })).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        }
        draft.end();
        refreshEvents();
        onStartOver();
      },
    });
  };
  const another = () =>
    void draft.save().then((saved) => {
      if (!saved && draft.get().dirty) return toast.failed(undefined, { fallback: 'This draft is not saved yet.' });
      draft.end();
      onStartOver();
    });
  return (
    <div ref={form} className={css.screen}>
      <header className={css.bar}>
        <IconLink to="/events" label="Back to events">
          <IconArrowLeft size={20} aria-hidden />
        </IconLink>
        <h1>New event</h1>
        <SaveStatus state={state} />
        {event && !phone && (
          <Button variant="default" leftSection={<IconEye size={17} />} onClick={() => void preview()}>
            Preview
          </Button>
        )}
        <LoadingButton loading={busy} loadingLabel="Publishing" onClick={publish}>
          Publish
        </LoadingButton>
        {(event || state.dirty) && (
          <ActionMenu width={220} position="bottom-end">
            <Menu.Target>
              <IconButton label="More about this draft" variant="default" size={36}>
                <IconDots size={18} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              {event && phone && (
                <Menu.Item leftSection={<IconEye size={18} />} onClick={() => void preview()}>
                  Preview
                </Menu.Item>
              )}
              {event && (
                <Menu.Item leftSection={<IconPlus size={18} />} onClick={another}>
                  Start another
                </Menu.Item>
              )}
              <Menu.Item data-danger leftSection={<IconTrash size={18} />} onClick={remove}>
                Delete draft
              </Menu.Item>
            </Menu.Dropdown>
          </ActionMenu>
        )}
      </header>
      <EventForm
        values={values}
        set={draft.set}
        errors={errors}
        event={event}
        more={[
          {
            id: 'registration',
            title: 'Registration',
            icon: 'registration',
            internal: true,
            body: (
              <>
                <RegistrationSettings values={values} set={draft.set} errors={errors} />
                {event ? (
                  editors(event)
                ) : (
                  <p className={css.note}>You can add tickets and questions once the event has a name.</p>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
