import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { LIMITS, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CommunityHead } from '../../communities/home/CommunityHead.tsx';
import { lazyPart } from '../../core/lazy.ts';
import { useMyId } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SortableList } from '../../ui/inputs/SortableList.tsx';
import { PageLiveContext } from '../page/usePageLive.ts';
import { nameOf } from '../words.ts';
import { EditBar } from './EditBar.tsx';
import css from './edit-home.module.css';
import { Notices } from './Notices.tsx';
import { SectionRow } from './SectionRow.tsx';
import { withSectionMoved } from './section-edits.ts';
import { useHomeDraft } from './useHomeDraft.ts';
import { useSectionDialogs } from './useSectionDialogs.tsx';

const AddSectionDialog = lazyPart(() => import('./AddSectionDialog.tsx'), 'AddSectionDialog');
const Preview = lazyPart(() => import('./Preview.tsx'), 'Preview');

type Props = {
  community: CommunityView;
  /** The newest draft, as the server has it. */
  home: HomeView;
  /** Whether the viewer may still save. */
  manages: boolean;
  onSaved: () => void;
};

/** The page as visitors see it, with a bar above each section to edit it by. */
export function HomeEditor({ community, home, manages, onSaved }: Props) {
  const show = useShowDialog();
  const { draft, state } = useHomeDraft({
    serverId: community.id,
    storageKey: `draft.home.${useMyId()}.${community.id}`,
    home,
    onSaved,
  });
  const dialogs = useSectionDialogs(draft, community.id);
  const [previews, setPreviews] = useState(false);
  const alias = community.slug;
  const live = useMemo(() => ({ ...home, alias, editing: true }), [home, alias]);
  const { sections } = state;
  const full = sections.length >= LIMITS.sections;
  const add = (after?: string) => show(<AddSectionDialog onPick={(type) => dialogs.add(type, after)} />);
  if (previews) return <Preview community={community} sections={sections} onClose={() => setPreviews(false)} />;
  return (
    <div className={css.screen}>
      <EditBar
        community={community}
        draft={draft}
        state={state}
        manages={manages}
        onPreview={() => setPreviews(true)}
      />
      <div className={css.scroll}>
        <Notices draft={draft} state={state} manages={manages} live={live} />
        <PageLiveContext value={live}>
          <div className={css.page}>
            <CommunityHead community={community} />
            {sections.length === 0 && (
              <EmptyState art="door" title="This page is empty">
                Add a first section: a welcome, pictures, answers to what people ask.
              </EmptyState>
            )}
            {sections.length > 0 && (
              <div className={css.sections}>
                <SortableList
                  look="page"
                  label="Sections"
                  items={sections.map((section) => ({ section, id: section.clientId, name: nameOf(section) }))}
                  onMove={(id, before) => draft.change((page) => withSectionMoved(page, id, before))}
                  row={({ section }, index) => (
                    <SectionRow
                      section={section}
                      index={index}
                      count={sections.length}
                      errors={state.errors[section.clientId]}
                      draft={draft}
                      onEdit={() => dialogs.edit(section.clientId)}
                      onFaqs={dialogs.faqs}
                      onAddBelow={full ? undefined : () => add(section.clientId)}
                    />
                  )}
                />
              </div>
            )}
            <div className={css.add}>
              <Button
                variant="default"
                size="md"
                leftSection={<IconPlus size={18} />}
                disabled={full}
                onClick={() => add()}
              >
                Add section
              </Button>
              {full && <p>{TEXTS.tooManySections}</p>}
            </div>
          </div>
        </PageLiveContext>
      </div>
    </div>
  );
}
