import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { getHome } from '@folkmoot/contract/home/api.ts';
import { sectionsFor } from '@folkmoot/contract/home/rules.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CommunityHead } from '../../communities/home/CommunityHead.tsx';
import { apiQuery } from '../../core/queries.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { HomeFooter } from '../footer/HomeFooter.tsx';
import { hasHouseRules } from '../page/rows.ts';
import { Sections } from '../page/Sections.tsx';
import { PageLiveContext } from '../page/usePageLive.ts';
import type { Sections as Page } from './home-draft.ts';
import css from './preview.module.css';

type Props = { community: CommunityView; sections: Page; onClose: () => void };

/** The draft as a visitor or a member would see it, on a screen or on a phone. */
export function Preview({ community, sections, onClose }: Props) {
  const phone = useMedia('phone');
  const [as, setAs] = useState<'visitor' | 'member'>('visitor');
  const [width, setWidth] = useState<1440 | 390>(phone ? 390 : 1440);
  const { ref, width: room } = useElementSize();
  const asked = useQuery({ ...apiQuery(getHome, { serverId: community.id, view: 'draft', as }), staleTime: 0 });
  const home = asked.data?.data;
  const shown = sectionsFor(sections, as);
  const live = home && { ...home, alias: community.slug, editing: false };
  return (
    <div className={css.screen}>
      <header className={css.bar}>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={18} className={css.back} />}
          onClick={onClose}
          data-autofocus
        >
          Back to editing
        </Button>
        <SegmentedControl
          aria-label="As whom"
          value={as}
          onChange={(next) => setAs(next as 'visitor' | 'member')}
          data={[
            { value: 'visitor', label: 'Visitor' },
            { value: 'member', label: 'Member' },
          ]}
        />
        <SegmentedControl
          aria-label="How wide"
          value={String(width)}
          onChange={(next) => setWidth(next === '390' ? 390 : 1440)}
          data={[
            { value: '1440', label: 'Screen' },
            { value: '390', label: 'Phone' },
          ]}
        />
      </header>
      <div className={css.scroll} ref={ref}>
        {/* As wide as chosen, and as small as there is room for. */}
        <section
          className={css.frame}
          aria-label="Preview"
          style={{ width, zoom: room > 0 && room < width ? room / width : 1 }}
        >
          <div className={css.page} data-narrow={width === 390 || undefined}>
            <CommunityHead community={as === 'visitor' ? { ...community, viewer: null } : community} />
            {live && (
              <PageLiveContext value={live}>
                <Sections sections={shown} />
                <HomeFooter community={community} hasRules={hasHouseRules(shown)} isOwn />
              </PageLiveContext>
            )}
            {!live && asked.isPending && (
              <LoadingFallback label="Loading the preview">
                <SkeletonRows rows={3} />
              </LoadingFallback>
            )}
            {!live && asked.error && <ErrorState error={asked.error} again={asked.refetch} />}
          </div>
        </section>
      </div>
    </div>
  );
}
