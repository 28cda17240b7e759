import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Menu } from '@mantine/core';
import { IconDots, IconFlag } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import type { Seen } from '../live/queries.ts';
import '../../styles/app.css';

const ReportQuestionDialog = lazyPart(() => import('./ReportQuestionDialog.tsx'), 'ReportQuestionDialog');

/** What an attendee can do with a question of somebody else's, beside voting. */
export function ReportMenu({ seen, question }: { seen: Seen; question: QuestionView }) {
  const show = useShowDialog();
  return (
    <ActionMenu width={180} position="bottom-end">
      <Menu.Target>
        <IconButton label="More about this question" about={question.content} size={30}>
          <IconDots size={17} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFlag size={18} />}
          onClick={() => show(<ReportQuestionDialog seen={seen} question={question} />)}
        >
          Report
        </Menu.Item>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
