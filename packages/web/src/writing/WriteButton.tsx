import type { Subject } from '@folkmoot/contract/writing/rules.ts';
import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { useWritingService } from './useWritingService.ts';
import css from './writing.module.css';

const WriteDialog = lazyPart(() => import('./WriteDialog.tsx'), 'WriteDialog');

type Props = {
  subject: Subject;
  /** Whether the field has a text that would be replaced. */
  hasText: () => boolean;
  onAccept: (text: string) => void;
};

/** Beside a description: has it written from a few words. Nothing where no service is set. */
export function WriteButton({ subject, hasText, onAccept }: Props) {
  const show = useShowDialog();
  const service = useWritingService();
  if (!service) return null;
  return (
    <Button
      className={css.button}
      variant="subtle"
      size="xs"
      leftSection={<IconSparkles size={16} aria-hidden />}
      onClick={() => show(<WriteDialog {...{ subject, hasText, onAccept }} host={service.host} />)}
    >
      Write with AI
    </Button>
  );
}
