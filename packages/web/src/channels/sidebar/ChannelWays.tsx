import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './ways.module.css';

const BrowseDialog = lazyPart(() => import('../browse/BrowseDialog.tsx'), 'BrowseDialog');
const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');

type Props = {
  serverId: string;
  /** How many channels the reader has joined. */
  joined: number;
  held: readonly Permission[] | undefined;
};

/** Under the channels of the sidebar: the way to more of them, and to a new one for people who may create it. */
export function ChannelWays({ serverId, joined, held }: Props) {
  const show = useShowDialog();
  if (!held?.includes('VIEW_CHANNEL')) return null;
  return (
    <div className={css.none}>
      {joined === 0 && 'You haven’t joined any channels yet. '}
      <button type="button" className={css.way} onClick={() => show(<BrowseDialog serverId={serverId} />)}>
        {joined === 0 ? 'Browse channels' : 'Join more channels'}
      </button>
      {held.includes('CREATE_CHANNEL') && (
        <button type="button" className={css.way} onClick={() => show(<ChannelDialog serverId={serverId} />)}>
          Create channel
        </button>
      )}
    </div>
  );
}
