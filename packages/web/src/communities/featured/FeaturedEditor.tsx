import { FEATURED } from '@folkmoot/contract/communities/featured-schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { withMoved } from '../../ui/inputs/order.ts';
import { SortableList } from '../../ui/inputs/SortableList.tsx';
import screen from '../../ui/layout/screen.module.css';
import { FeatureDialog } from './FeatureDialog.tsx';
import { FeaturedItem } from './FeaturedItem.tsx';
import css from './featured.module.css';
import { useFeaturedEdits } from './useFeaturedEdits.ts';

/** The list of featured communities, as its owner changes it. */
export function FeaturedEditor() {
  const { asked, rows, order, remove, removeAll } = useFeaturedEdits();
  const show = useShowDialog();
  const confirm = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = rows.map((row) => ({ ...row, id: row.featuredCommunityId, name: row.community.name }));
  const full = items.length >= FEATURED.most;
  const askToRemoveAll = () =>
    confirm({
      title: 'Remove all featured communities?',
      body: `${items.length === 1 ? '1 community is' : `${items.length} communities are`} no longer shown first. The communities themselves stay as they are.`,
      verb: 'Remove all',
      busyVerb: 'Removing',
      danger: true,
      run: removeAll,
    });
  return (
    <section className={`${screen.narrow} ${css.screen}`} aria-labelledby="featured">
      <header className={css.head}>
        <h2 id="featured" ref={heading} tabIndex={-1} className={screen.heading}>
          {items.length > 0 ? `Featured communities (${items.length})` : 'Featured communities'}
        </h2>
        {asked.isSuccess && !full && (
          // The same button for the first one and for all others: it has the focus again once the dialog is closed.
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => show(<FeatureDialog />)}>
            Add community
          </Button>
        )}
      </header>
      <p className={css.hint}>
        Shown first on Discover, and to people who have not joined a community yet. Only public communities can be
        featured.
      </p>
      {asked.isPending && (
        <LoadingFallback label="Loading featured communities">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {asked.isError && <ErrorState error={asked.error} again={asked.refetch} level={3} />}
      {asked.isSuccess && items.length === 0 && (
        <EmptyState art="stools" level={3} title="No featured communities">
          Choose the communities that people should see first.
        </EmptyState>
      )}
      {full && (
        <p role="status">{`${FEATURED.most} communities are featured, which is the most. Remove one to add another.`}</p>
      )}
      {items.length > 0 && (
        <SortableList
          label="Featured communities"
          items={items}
          onMove={(id, before) => order(withMoved(items, id, before))}
          row={(item, index) => (
            <FeaturedItem
              row={item}
              index={index}
              count={items.length}
              onStep={(step) => order(items.toSpliced(index, 1).toSpliced(index + step, 0, item))}
              onRemove={() => {
                remove(item);
                heading.current?.focus();
              }}
            />
          )}
        />
      )}
      {items.length > 0 && (
        <div>
          <Button variant="default" onClick={askToRemoveAll}>
            Remove all
          </Button>
        </div>
      )}
    </section>
  );
}
