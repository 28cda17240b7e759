import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { useVideoSettings } from './useVideo.ts';

const TutorialDialog = lazyPart(() => import('./TutorialDialog.tsx'), 'TutorialDialog');

/** Opens the operator's video about a screen; nothing where there is none. */
export function TutorialButton({ screen }: { screen: string }) {
  const show = useShowDialog();
  const video = useVideoSettings(true)?.tutorials[screen];
  if (!video) return null;
  return (
    <Button
      variant="subtle"
      leftSection={<IconPlayerPlay size={17} aria-hidden />}
      onClick={() => show(<TutorialDialog video={video} />)}
    >
      Watch how
    </Button>
  );
}
