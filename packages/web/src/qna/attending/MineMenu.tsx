import type { Decision } from '@folkmoot/contract/core/problem.ts';
import { countQuestions, deleteQuestion, listMine } from '@folkmoot/contract/qna/api.ts';
import type { OwnQuestionView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { forgetKey } from '../asking/kept.ts';
import { dropQuestion, refreshMine, refreshQna, type Seen } from '../live/queries.ts';
import { ownCall } from '../one/own-call.ts';

const RewordDialog = lazyPart(() => import('../one/RewordDialog.tsx'), 'RewordDialog');

type Props = { seen: Seen; question: QuestionView | OwnQuestionView; rewording: Decision };

/** What an asker can do with a question: change its words while nobody has voted for them, or withdraw it. */
export function MineMenu({ seen, question, rewording }: Props) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const { eventId } = seen;
  const withdraw = () =>
    confirm({
      title: 'Withdraw this question?',
      body: 'Its votes and comments go with it. You cannot undo this.',
      verb: 'Withdraw',
      busyVerb: 'Withdrawing',
      danger: true,
      run: () => {
        const { input, options } = ownCall(seen, question);
        return call(deleteQuestion, input, options).then(
          ({ message }) => {
            toast.done(message);
            if ('key' in question) forgetKey(eventId, question.key);
            dropQuestion(eventId, question._id);
            refreshMine(eventId);
            refreshQna(eventId, [countQuestions, listMine]);
          },
          (error: unknown) => {
            toast.failed(error);
            throw error;
          },
        );
      },
    });
  return (
    <ActionMenu width={240} position="bottom-end">
      <Menu.Target>
        <IconButton label="More about your question" about={question.content} size={30}>
          <IconDots size={17} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={18} />}
          disabled={!rewording.ok}
          onClick={() => show(<RewordDialog seen={seen} question={question} />)}
        >
          Edit
        </Menu.Item>
        {!rewording.ok && <Menu.Label>{rewording.refusal.message}</Menu.Label>}
        <Menu.Item leftSection={<IconTrash size={18} />} color="madder" onClick={withdraw}>
          Withdraw
        </Menu.Item>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
