import type { SidebarView } from '@folkmoot/contract/channels/schema.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { ChannelGroup } from './ChannelGroup.tsx';
import { arrange } from './sidebar-groups.ts';

// Few people can reorder channels: the drag library is loaded for them alone.
const SortableGroups = lazyPart(() => import('./SortableGroups.tsx'), 'SortableGroups');

type Props = {
  serverId: string;
  view: SidebarView;
  held: readonly Permission[] | undefined;
  currentId: string | undefined;
};

/** Your channels in the sidebar, in their order; people who may reorder them can drag them. */
export function SidebarChannels({ serverId, view, held, currentId }: Props) {
  const mayCreate = held?.includes('CREATE_CHANNEL') ?? false;
  const plain = arrange(view, mayCreate).map((group) => (
    <ChannelGroup
      key={group.category?.id ?? 'none'}
      serverId={serverId}
      group={group}
      currentId={currentId}
      mayCreate={mayCreate}
    />
  ));
  if (!held?.includes('EDIT_CHANNEL') || view.channels.length === 0) return plain;
  return (
    <Suspense fallback={plain}>
      <SortableGroups
        serverId={serverId}
        view={view}
        currentId={currentId}
        mayCreate={mayCreate}
        maySortCategories={held.includes('EDIT_CATEGORY')}
      />
    </Suspense>
  );
}
