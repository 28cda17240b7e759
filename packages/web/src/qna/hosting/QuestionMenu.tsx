import { canMerge } from '@folkmoot/contract/qna/rules.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowMerge,
  IconCheck,
  IconDots,
  IconFlag,
  IconMicrophone2,
  IconPencil,
  IconX,
} from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import type { Seen } from '../live/queries.ts';
import type { useModerate } from './useModerate.ts';

const RefuseDialog = lazyPart(() => import('./RefuseDialog.tsx'), 'RefuseDialog');
const RewordDialog = lazyPart(() => import('../one/RewordDialog.tsx'), 'RewordDialog');
const MergeDialog = lazyPart(() => import('./MergeDialog.tsx'), 'MergeDialog');
const ReportQuestionDialog = lazyPart(() => import('../attending/ReportQuestionDialog.tsx'), 'ReportQuestionDialog');

type Props = { seen: Seen; question: QuestionView; act: ReturnType<typeof useModerate> };

/** Everything else that a host can do with a question; only what its state allows is shown. */
export function QuestionMenu({ seen, question, act }: Props) {
  const show = useShowDialog();
  const { state, mergedInto, isMine } = question;
  const merged = mergedInto != null;
  const mayMerge = canMerge({ id: question._id, state, merged }, { id: '', state: 'published' }).ok;
  return (
    <ActionMenu width={220} position="bottom-end">
      <Menu.Target>
        <IconButton label="More about this question" about={question.content} size={32}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {state === 'published' && (
          <>
            <Menu.Item leftSection={<IconMicrophone2 size={18} />} onClick={() => act.setNow(true)}>
              Answer live
            </Menu.Item>
            <Menu.Item leftSection={<IconCheck size={18} />} onClick={act.answer}>
              Mark answered
            </Menu.Item>
          </>
        )}
        {state === 'answered' && (
          <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={() => act.move('published')}>
            Open again
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPencil size={18} />}
          onClick={() => show(<RewordDialog seen={seen} question={question} host />)}
        >
          Reword
        </Menu.Item>
        {mayMerge && (
          <Menu.Item
            leftSection={<IconArrowMerge size={18} />}
            onClick={() => show(<MergeDialog seen={seen} question={question} />)}
          >
            Merge with…
          </Menu.Item>
        )}
        {(state === 'published' || state === 'answered') && (
          <Menu.Item leftSection={<IconArchive size={18} />} onClick={() => act.move('archived')}>
            Archive
          </Menu.Item>
        )}
        {((state === 'archived' && !merged) || state === 'refused') && (
          <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={() => act.move('published')}>
            {state === 'refused' ? 'Publish anyway' : 'Restore'}
          </Menu.Item>
        )}
        {state === 'published' && (
          <Menu.Item leftSection={<IconX size={18} />} onClick={() => show(<RefuseDialog question={question} />)}>
            Refuse…
          </Menu.Item>
        )}
        {!isMine && (
          <Menu.Item
            leftSection={<IconFlag size={18} />}
            onClick={() => show(<ReportQuestionDialog seen={seen} question={question} />)}
          >
            Report
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
