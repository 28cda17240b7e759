import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';

const StartConversationDialog = lazyPart(() => import('./StartConversationDialog.tsx'), 'StartConversationDialog');

/** Starts a private conversation or a group. */
export function StartButton({ wide = false }: { wide?: boolean }) {
  const show = useShowDialog();
  const start = () => show(<StartConversationDialog />);
  if (wide) return <Button onClick={start}>Start private conversation</Button>;
  return (
    <IconButton label="Start private conversation" onClick={start}>
      <IconPencilPlus size={20} />
    </IconButton>
  );
}
