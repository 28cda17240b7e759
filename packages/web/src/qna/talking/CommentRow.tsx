import { deleteComment, listQuestions } from '@folkmoot/contract/qna/api.ts';
import type { CommentView } from '@folkmoot/contract/qna/comments-schema.ts';
import { canComment, canDeleteComment } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { refreshComments, refreshQna, type Seen } from '../live/queries.ts';
import { Ago, Role } from '../one/By.tsx';
import { personOf } from '../words.ts';
import { CommentReactions } from './CommentReactions.tsx';
import css from './talking.module.css';

const EditCommentDialog = lazyPart(() => import('./EditCommentDialog.tsx'), 'EditCommentDialog');

type Props = { seen: Seen; qna: QnaView; comment: CommentView };

/** One comment: who, what, and how people reacted. */
export function CommentRow({ seen, qna, comment }: Props) {
  const { author } = comment;
  const name = author?.name ?? 'Somebody who has left';
  return (
    <li className={css.comment}>
      {author ? <Avatar person={personOf(author)} size={26} /> : <span />}
      <div className={css.said}>
        <p className={css.head}>
          <b>
            <bdi>{name}</bdi>
          </b>
          {author && <Role role={author.role} />}
          <small>
            <Ago epoch={comment.created_epoc} />
            {comment.edited_epoc !== null && ' · edited'}
          </small>
        </p>
        <p className={css.text} dir="auto">
          {comment.content}
        </p>
        <CommentReactions seen={seen} qna={qna} comment={comment} />
      </div>
      <CommentMenu seen={seen} qna={qna} comment={comment} name={name} />
    </li>
  );
}

function CommentMenu({ seen, qna, comment, name }: Props & { name: string }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const { eventId, token } = seen;
  const { _id: commentId, questionId, isMine } = comment;
  const mayEdit = isMine && canComment(qna).ok;
  const mayDelete = canDeleteComment({ role: qna.role, isMine }).ok;
  if (!mayEdit && !mayDelete) return null;
  const remove = () =>
    confirm({
      title: 'Delete this comment?',
      body: 'You cannot undo this.',
      verb: 'Delete comment',
      busyVerb: 'Deleting',
      danger: true,
      run: () =>
        call(deleteComment, { eventId, questionId, commentId, token }).then(
          ({ message }) => {
            toast.done(message);
            refreshComments(eventId, questionId);
            refreshQna(eventId, [listQuestions]);
          },
          (error: unknown) => {
            toast.failed(error);
            throw error;
          },
        ),
    });
  return (
    <ActionMenu width={180} position="bottom-end">
      <Menu.Target>
        <IconButton label={`More about the comment by ${name}`} size={28}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item
            leftSection={<IconPencil size={18} />}
            onClick={() => show(<EditCommentDialog seen={seen} comment={comment} />)}
          >
            Edit
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item leftSection={<IconTrash size={18} />} color="madder" onClick={remove}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
