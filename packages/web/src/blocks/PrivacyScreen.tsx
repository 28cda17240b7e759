import { getMe, getProfile, updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { MessagesFrom } from '@folkmoot/contract/accounts/schema.ts';
import { listBlocks, unblockUser } from '@folkmoot/contract/blocks/api.ts';
import { Button, Radio, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey, useApiMutation } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useMyId } from '../core/session.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './privacy.module.css';

/** Whether others see that you are online, and the people you have blocked. */
export function PrivacyScreen() {
  usePageTitle('Privacy');
  return (
    <div className={css.screen}>
      <Presence />
      <Messages />
      <Blocked />
    </div>
  );
}

/** Your own profile, and a way to save parts of it. */
function useOwnProfile() {
  const me = useMyId();
  const profile = useQuery(apiQuery(getProfile, { userId: me }));
  const save = useApiMutation(updateProfile, {
    said: null,
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(getProfile, { userId: me }) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) });
    },
  });
  return { profile, save };
}

const FROM: Record<MessagesFrom, string> = {
  everybody: 'Everybody here',
  shared: 'People I share a channel with',
  nobody: 'Nobody',
};

function Messages() {
  const { profile, save } = useOwnProfile();
  const from = save.isPending ? save.variables.messagesFrom : profile.data?.messagesFrom;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Direct messages</h2>
      <Radio.Group
        label="Who can start a conversation with me"
        description="Conversations that you have already go on. Others are only told that you are not taking messages from them."
        value={from ?? null}
        onChange={(value) => save.mutate({ messagesFrom: value as MessagesFrom })}
      >
        <Stack gap={8} mt={8}>
          {MessagesFrom.options.map((one) => (
            <Radio key={one} value={one} label={FROM[one]} disabled={profile.data === undefined} />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  );
}

function Presence() {
  const { profile, save } = useOwnProfile();
  const hidden = save.isPending ? save.variables.presenceHidden : profile.data?.presenceHidden;
  return (
    <section aria-labelledby="presence">
      <h2 id="presence">Online status</h2>
      <Switch
        label="Show when I am online or typing"
        description="People you share a community or a conversation with see a green dot, and see when you are typing. If you turn this off, you will still see theirs."
        disabled={profile.data === undefined}
        checked={hidden === false}
        onChange={(event) => save.mutate({ presenceHidden: !event.currentTarget.checked })}
      />
    </section>
  );
}

function Blocked() {
  const blocks = useQuery(apiQuery(listBlocks, {}));
  const unblock = useApiMutation(unblockUser, { onDone: () => void blocks.refetch() });
  return (
    <section aria-labelledby="blocked">
      <h2 id="blocked">Blocked people</h2>
      {blocks.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={2} round />
        </LoadingFallback>
      )}
      {blocks.isError && <ErrorState error={blocks.error} again={blocks.refetch} level={3} />}
      {blocks.data?.data.length === 0 && (
        <EmptyState art="stools" level={3} title="You haven’t blocked anyone">
          You can block someone from their profile.
        </EmptyState>
      )}
      <ul className={css.people}>
        {blocks.data?.data.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={36} />
            <span dir="auto">{fullName(person)}</span>
            <Button variant="default" size="xs" onClick={() => unblock.mutate({ userId: person.id })}>
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
