import { changePreferences, getPreferences } from '@folkmoot/contract/notifications/api.ts';
import { KIND_RULES } from '@folkmoot/contract/notifications/rules.ts';
import type {
  KindChoice,
  MailChoice,
  NotificationKind,
  PreferencesView,
} from '@folkmoot/contract/notifications/schema.ts';
import { NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { apiQuery } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import screen from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { Devices } from './Devices.tsx';
import css from './notification-settings.module.css';

const GROUPS: readonly { title: string; kinds: readonly [NotificationKind, string, string?][] }[] = [
  {
    title: 'Messages',
    kinds: [
      ['mention', 'Mentions', 'Someone mentions you, or everyone in a channel'],
      ['direct_message', 'Direct messages', 'Private conversations, groups and event chats'],
      ['thread_reply', 'Replies', 'In threads that you follow'],
    ],
  },
  {
    title: 'Events you host',
    kinds: [
      ['registration', 'Registrations', 'At most once an hour for each event'],
      ['approval_request', 'Requests to attend', 'Where you approve each guest'],
      ['access_request', 'Requests for access', 'To private events'],
      ['question_waiting', 'Q&A', 'When questions are waiting for approval'],
    ],
  },
  {
    title: 'Events you attend',
    kinds: [
      ['reminder', 'Reminders', 'A day and an hour before the start'],
      ['event_changed', 'Changes', 'A new time or place'],
      ['event_cancelled', 'Cancellations'],
      ['waitlist_offer', 'Waiting list', 'When a spot is held for you'],
      ['question_response', 'Answers', 'When a host responds to your question'],
    ],
  },
  {
    title: 'Communities and calendars you manage',
    kinds: [
      ['join_request', 'Requests to join'],
      ['member_joined', 'New members', 'Pushed once, until you have read it'],
      ['report', 'Reported messages'],
      ['event_submission', 'Submitted events', 'To calendars you manage'],
    ],
  },
];

const MAILS: Record<MailChoice, string> = { now: 'Immediately', daily: 'Daily digest', never: 'Never' };

/** How you are notified: in which browsers, of what, and by email. */
export function NotificationSettingsScreen() {
  usePageTitle('Notifications');
  const query = apiQuery(getPreferences, {});
  const preferences = useQuery(query);
  // What was chosen shows at once; if it cannot be saved, it goes back.
  const save = useMutation({
    mutationFn: (change: Partial<Pick<PreferencesView, 'kinds' | 'previews'>>) => call(changePreferences, change),
    scope: { id: 'notification-preferences' },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      const before = queryClient.getQueryData(query.queryKey);
      queryClient.setQueryData(query.queryKey, (known) => known && { data: changed(known.data, change) });
      return before;
    },
    onError: (error, change, before) => {
      queryClient.setQueryData(query.queryKey, before);
      toast.failed(error, { fallback: 'Could not save your choice.', again: () => save.mutate(change) });
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: ['notification-preferences'] }) <= 1)
        void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
    mutationKey: ['notification-preferences'],
  });
  const data = preferences.data?.data;
  return (
    <div className={screen.narrow}>
      <Devices />
      {preferences.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={8} />
        </LoadingFallback>
      )}
      {preferences.isError && <ErrorState error={preferences.error} again={preferences.refetch} />}
      {data && (
        <>
          <section className={screen.section} aria-labelledby="what">
            <h2 id="what">What you’re notified about</h2>
            <p className={css.hint}>
              Everything also appears in your inbox. The daily digest comes at 8 am ({data.timeZone}), if there is
              anything you haven’t read.
            </p>
            {GROUPS.map(({ title, kinds }) => (
              <fieldset key={title} className={css.group}>
                <legend className={css.legend}>{title}</legend>
                {kinds.map(([kind, label, hint]) => {
                  const choice = data.kinds.find((one) => one.kind === kind);
                  return (
                    choice && (
                      <KindRow
                        key={kind}
                        label={label}
                        hint={hint}
                        choice={choice}
                        onChoose={(next) => save.mutate({ kinds: [next] })}
                      />
                    )
                  );
                })}
              </fieldset>
            ))}
          </section>
          <section className={screen.section} aria-labelledby="previews">
            <h2 id="previews">Previews</h2>
            <Switch
              label="Show names and messages"
              description="In notifications on your devices, and in emails about messages. If this is off, they only say that there is something new."
              checked={data.previews}
              onChange={(event) => save.mutate({ previews: event.currentTarget.checked })}
            />
          </section>
        </>
      )}
    </div>
  );
}

function changed(known: PreferencesView, { kinds = [], previews }: Partial<PreferencesView>): PreferencesView {
  return {
    ...known,
    previews: previews ?? known.previews,
    kinds: known.kinds.map((one) => kinds.find(({ kind }) => kind === one.kind) ?? one),
  };
}

type RowProps = {
  label: string;
  hint: string | undefined;
  choice: KindChoice;
  onChoose: (choice: KindChoice) => void;
};

function KindRow({ label, hint, choice, onChoose }: RowProps) {
  return (
    <div className={css.kind}>
      <div className={screen.grow}>
        <b>{label}</b>
        {hint !== undefined && <small>{hint}</small>}
      </div>
      <Switch
        label="Push"
        aria-label={`Push: ${label}`}
        checked={choice.push}
        onChange={(event) => onChoose({ ...choice, push: event.currentTarget.checked })}
      />
      <div className={css.mail}>
        <span aria-hidden="true">Email</span>
        <NativeSelect
          aria-label={`Email: ${label}`}
          value={choice.mail}
          data={KIND_RULES[choice.kind].mails.map((value) => ({ value, label: MAILS[value] }))}
          onChange={(event) => onChoose({ ...choice, mail: event.currentTarget.value as MailChoice })}
        />
      </div>
    </div>
  );
}
