import { deleteEvent, getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMe, useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { IconLink } from '../../ui/layout/IconLink.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { NOT_FETCHED } from '../queries.ts';
import { refreshEvents } from '../refresh.ts';
import { EventForm } from './EventForm.tsx';
import { recallDraft } from './event-draft.ts';
import css from './event-form.module.css';
import { blankValues } from './event-form.ts';
import { RegistrationSettings } from './RegistrationSettings.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useEventDraft } from './useEventDraft.ts';
import { usePublish } from './usePublish.ts';

/** Creates an event. Your changes are kept in this browser first, and then as a draft on the server. */
export function CreateEventScreen() {
  const { serverId } = useSearch({ from: '/frame/events/create' });
  const me = useMe();
  const myId = useMyId();
  const storageKey = `draft.event.${myId}.${serverId ?? 'new'}`;
  const [turn, setTurn] = useState(0);
  usePageTitle('New event');
  if (!me) return <LoadingFallback>{<Skeleton h={400} radius="lg" />}</LoadingFallback>;
  return (
    <Begun
      key={`${storageKey}.${turn}`}
      storageKey={storageKey}
      serverId={serverId ?? null}
      timeZone={me.user.timeZone}
      onStartOver={() => setTurn(turn + 1)}
    />
  );
}

type Props = { storageKey: string; serverId: string | null; timeZone: string; onStartOver: () => void };

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
  onStartOver,
  event: known,
  startOver,
}: Props & { event?: EventView; startOver?: boolean }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { draft, state } = useEventDraft({
    storageKey,
    initial: blankValues(timeZone, serverId),
    event: startOver ? undefined : known,
  });
  const { values, errors, event } = state;
  const { publish, busy } = usePublish(draft, ({ alias }) => {
    draft.end();
    refreshEvents();
    void navigate({ to: '/events/manage/$alias', params: { alias }, search: { tab: 'info' } });
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
  return (
    <div className={css.screen}>
      <header className={css.bar}>
        <IconLink to="/events" label="Back to events">
          <IconArrowLeft size={20} aria-hidden />
        </IconLink>
        <h1>New event</h1>
        <SaveStatus state={state} />
        {(event || state.dirty) && (
          <Button variant="subtle" leftSection={<IconTrash size={17} />} onClick={remove}>
            Delete draft
          </Button>
        )}
        {event && (
          <>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={17} />}
              onClick={() =>
                void draft.save().then((saved) => {
                  if (!saved && draft.get().dirty)
                    return toast.failed(undefined, { fallback: 'This draft is not saved yet.' });
                  draft.end();
                  onStartOver();
                })
              }
            >
              Start another
            </Button>
            <Button variant="default" leftSection={<IconEye size={17} />} onClick={() => void preview()}>
              Preview
            </Button>
          </>
        )}
        <LoadingButton loading={busy} loadingLabel="Publishing" onClick={publish}>
          Publish
        </LoadingButton>
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
                {event && (
                  <p className={css.note}>
                    You can add tickets and questions under{' '}
                    <a href={`/events/manage/${event.alias}?tab=registration`}>Registration</a>.
                  </p>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
