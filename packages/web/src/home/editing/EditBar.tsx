import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconEye,
  IconHistory,
  IconRestore,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { StayingButton } from '../../ui/inputs/StayingButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { IconLink } from '../../ui/layout/IconLink.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { TutorialButton } from '../videos/TutorialButton.tsx';
import css from './edit-home.module.css';
import { HomeSaveStatus } from './HomeSaveStatus.tsx';
import type { HomeDraft, HomeDraftState } from './home-draft.ts';

const PublishDialog = lazyPart(() => import('../publishing/PublishDialog.tsx'), 'PublishDialog');
const HistoryDialog = lazyPart(() => import('../publishing/HistoryDialog.tsx'), 'HistoryDialog');
const DiscardDraftDialog = lazyPart(() => import('../publishing/DiscardDraftDialog.tsx'), 'DiscardDraftDialog');

type Props = {
  community: CommunityView;
  draft: HomeDraft;
  state: HomeDraftState;
  manages: boolean;
  onPreview: () => void;
};

/** What can be done to the whole page, and whether it is saved. */
export function EditBar({ community, draft, state, manages, onPreview }: Props) {
  const show = useShowDialog();
  const phone = useMedia('phone');
  const [busy, setBusy] = useState(false);
  const { base, dirty, newer } = state;
  const isNew = dirty || base.version !== base.publishedVersion;
  const publish = async () => {
    setBusy(true);
    const saved = await draft.save();
    setBusy(false);
    if (saved) show(<PublishDialog community={community} draft={draft} />);
  };
  const shared = { serverId: community.id, draft };
  return (
    <header className={css.bar}>
      <SidebarButton />
      <IconLink to="/$alias" params={{ alias: community.slug }} label="Leave the editor">
        <IconX size={20} />
      </IconLink>
      <h1>Edit page</h1>
      <HomeSaveStatus state={state} />
      <StayingButton label="Undo" off={!state.canUndo} onClick={draft.undo}>
        <IconArrowBackUp size={20} />
      </StayingButton>
      <StayingButton label="Redo" off={!state.canRedo} onClick={draft.redo}>
        <IconArrowForwardUp size={20} />
      </StayingButton>
      {!phone && <TutorialButton screen="home" />}
      {phone ? (
        <IconButton label="Preview" onClick={onPreview}>
          <IconEye size={20} />
        </IconButton>
      ) : (
        <Button variant="default" leftSection={<IconEye size={17} />} onClick={onPreview}>
          Preview
        </Button>
      )}
      <ActionMenu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton label="More about this page">
            <IconDots size={20} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory size={18} />} onClick={() => show(<HistoryDialog {...shared} />)}>
            History
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRestore size={18} />}
            disabled={!isNew || newer !== undefined || !manages}
            onClick={() => show(<DiscardDraftDialog {...shared} />)}
          >
            Discard draft
          </Menu.Item>
        </Menu.Dropdown>
      </ActionMenu>
      <LoadingButton
        loading={busy}
        loadingLabel="Saving"
        disabled={!isNew || newer !== undefined || !manages}
        onClick={() => void publish()}
      >
        Publish
      </LoadingButton>
    </header>
  );
}
