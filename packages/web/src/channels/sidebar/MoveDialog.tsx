import { listCategories, moveChannel } from '@folkmoot/contract/channels/api.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf, useCommand } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { Empty } from '../../ui/feedback/EmptyState.tsx';
import { Failure } from '../../ui/feedback/ErrorState.tsx';
import { Busy } from '../../ui/feedback/LoadingButton.tsx';
import { BoneLines, Waiting } from '../../ui/feedback/Skeleton.tsx';
import { refreshChannels } from '../queries.ts';
import css from './move.module.css';

/** Moves a channel to another category. */
export function MoveDialog({ channel }: { channel: Pick<ChannelView, 'id' | 'name' | 'serverId' | 'categoryId'> }) {
  const close = useCloseDialog();
  const id = useId();
  const categories = useQuery(queryOf(listCategories, { serverId: channel.serverId }));
  const [chosen, setChosen] = useState(channel.categoryId);
  const leave = useUnsaved(chosen !== channel.categoryId);
  const move = useCommand(moveChannel, {
    failed: 'Could not move the channel.',
    onDone: () => {
      refreshChannels(channel.serverId, channel.id);
      close();
    },
  });
  return (
    <Dialog
      title={`Move #${channel.name}`}
      width={440}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <Busy
            busy={move.isPending}
            saying="Moving"
            disabled={chosen === channel.categoryId || chosen === null}
            onClick={() => move.mutate({ serverId: channel.serverId, channelId: channel.id, categoryId: chosen })}
          >
            Move channel
          </Busy>
        </>
      }
    >
      {categories.isPending && (
        <Waiting>
          <BoneLines rows={4} />
        </Waiting>
      )}
      {categories.isError && <Failure error={categories.error} again={categories.refetch} level={3} />}
      {categories.data?.data.length === 0 && (
        <Empty art="stools" level={3} title="No categories yet">
          Create one first; it is in the same menu.
        </Empty>
      )}
      {categories.data && categories.data.data.length > 0 && (
        <fieldset className={css.list}>
          <legend>Category</legend>
          {categories.data.data.map((category) => (
            <label key={category.id} className={css.option} data-on={chosen === category.id || undefined}>
              <input type="radio" name={id} checked={chosen === category.id} onChange={() => setChosen(category.id)} />
              <span dir="auto">{category.name}</span>
              <small>{`${category.channelCount} ${category.channelCount === 1 ? 'channel' : 'channels'}`}</small>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
