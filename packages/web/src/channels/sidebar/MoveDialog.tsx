import { listCategories, moveChannel } from '@folkmoot/contract/channels/api.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonLines } from '../../ui/feedback/Skeleton.tsx';
import { refreshChannels } from '../queries.ts';
import css from './move.module.css';

/** Moves a channel to another category. */
export function MoveDialog({ channel }: { channel: Pick<ChannelView, 'id' | 'name' | 'serverId' | 'categoryId'> }) {
  const close = useCloseDialog();
  const id = useId();
  const categories = useQuery(apiQuery(listCategories, { serverId: channel.serverId }));
  const [chosen, setChosen] = useState(channel.categoryId);
  const leave = useUnsaved(chosen !== channel.categoryId);
  const move = useApiMutation(moveChannel, {
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
          <LoadingButton
            loading={move.isPending}
            loadingLabel="Moving"
            disabled={chosen === channel.categoryId || chosen === null}
            onClick={() => move.mutate({ serverId: channel.serverId, channelId: channel.id, categoryId: chosen })}
          >
            Move channel
          </LoadingButton>
        </>
      }
    >
      {categories.isPending && (
        <LoadingFallback>
          <SkeletonLines rows={4} />
        </LoadingFallback>
      )}
      {categories.isError && <ErrorState error={categories.error} again={categories.refetch} level={3} />}
      {categories.data?.data.length === 0 && (
        <EmptyState art="stools" level={3} title="No categories yet">
          Create one first, from the same menu.
        </EmptyState>
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
