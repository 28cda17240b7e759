import * as api from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from '../calendars.module.css';

const AddAdminDialog = lazyPart(() => import('./AddAdminDialog.tsx'), 'AddAdminDialog');

/** Who keeps a calendar beside its owner. */
export function PeopleTab({ calendar }: { calendar: CalendarView }) {
  const show = useShowDialog();
  const calendarId = calendar.id;
  const admins = useQuery(apiQuery(api.listCalendarAdmins, { calendarId }));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(api.listCalendarAdmins) });
  const remove = useApiMutation(api.removeCalendarAdmin, { failed: 'Could not remove them.', onDone: refresh });
  const owns = calendar.role.role === 'owner';
  return (
    <div className={css.body}>
      <p className={css.note}>
        Admins can add events without approval, and accept or decline submissions.{' '}
        {calendar.server && `So can everyone in ${calendar.server.name} whose role allows managing calendars.`}
      </p>
      {admins.isPending && (
        <LoadingFallback label="Loading admins">
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {admins.isError && <ErrorState error={admins.error} again={admins.refetch} />}
      {admins.data && admins.data.data.length > 0 && (
        <ul className={css.list} aria-label="Admins">
          {admins.data.data.map((person) => (
            <li key={person.id} className={css.submission}>
              <Avatar person={person} />
              <span className={css.words}>
                <b dir="auto">{`${person.firstName} ${person.lastName}`.trim()}</b>
                <small>@{person.username}</small>
              </span>
              {owns && (
                <Button variant="default" onClick={() => remove.mutate({ calendarId, userId: person.id })}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {owns && (
        <div className={css.end}>
          <Button
            variant="default"
            leftSection={<IconPlus size={17} />}
            onClick={() => show(<AddAdminDialog calendar={calendar} onAdded={refresh} />)}
          >
            Add people
          </Button>
        </div>
      )}
    </div>
  );
}
