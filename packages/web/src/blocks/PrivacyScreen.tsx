import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { listBlocks, unblockUser } from '@folkmoot/contract/blocks/api.ts';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery, useApiMutation } from '../core/queries.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './privacy.module.css';
import { useOwnProfile } from './useOwnProfile.ts';

const MessagesChoice = lazyPart(() => import('./MessagesChoice.tsx'), 'MessagesChoice');

/** Whether others see that you are online, who may write to you, and the people you have blocked. */
export function PrivacyScreen() {
  usePageTitle('Privacy');
  return (
    <div className={css.screen}>
      <Presence />
      <Suspense fallback={null}>
        <MessagesChoice />
      </Suspense>
      <Blocked />
    </div>
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
