import { getHome, homeDrafted } from '@folkmoot/contract/home/api.ts';
import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommunity } from '../../communities/queries.ts';
import { useLive, useResync } from '../../core/live.ts';
import { apiQuery } from '../../core/queries.ts';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import css from './edit-home.module.css';
import { HomeEditor } from './HomeEditor.tsx';

/** Where a community's home is edited, by people who look after it. */
export function EditHomeScreen() {
  const community = useCommunity();
  const manages = community.viewer?.permissions.includes('MANAGE_HOME') ?? false;
  const draft = useQuery({ ...apiQuery(getHome, { serverId: community.id, view: 'draft' }), enabled: manages });
  // What was opened stays, with what was typed, when the permission or the connection goes.
  const [opened, setOpened] = useState<HomeView>();
  if (draft.data && draft.data.data !== opened) setOpened(draft.data.data);
  const again = () => {
    if (manages) void draft.refetch();
  };
  useLive(homeDrafted, ({ serverId, version }) => {
    if (serverId === community.id && version > (opened?.version ?? 0)) again();
  });
  useResync(again);
  usePageTitle('Edit page', community.name);
  if (opened)
    return <HomeEditor key={community.id} community={community} home={opened} manages={manages} onSaved={again} />;
  if (!manages) return <NotFound />;
  if (draft.error) return <ErrorState error={draft.error} again={draft.refetch} level={1} />;
  return (
    <div className={css.loading}>
      <LoadingFallback label="Loading the page">
        <Skeleton h={56} radius="md" />
        <Skeleton h={320} radius="xl" />
      </LoadingFallback>
    </div>
  );
}
