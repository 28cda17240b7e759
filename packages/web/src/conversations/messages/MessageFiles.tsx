import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { deleteAttachment, describeAttachment } from '@folkmoot/contract/media/api.ts';
import { canRemove } from '@folkmoot/contract/media/rules.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { Attachments, isShown } from '../../media/attachments/Attachments.tsx';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const PreviewDialog = lazyPart(() => import('../../media/attachments/PreviewDialog.tsx'), 'PreviewDialog');

type Props = { facts: ConversationFacts; message: MessageView; me: string };

/** The files of a message: to view and download, and for people who may, to describe and remove. */
export function MessageFiles({ facts, message, me }: Props) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const viewer = { userId: me, permissions: facts.permissions, archived: facts.archived };
  const mayRemove = canRemove({ ownerId: message.authorId }, viewer).ok;
  const mayDescribe = message.authorId === me && !facts.archived;
  const ask = ({ id, fileName, fileType, type }: AttachmentView) =>
    new Promise<boolean>((resolve) => {
      const word = fileType === 'image' ? 'picture' : fileType === 'video' ? 'video' : 'file';
      confirm({
        title: `Remove this ${word}?`,
        body: `${fileName} will be removed from the message for everyone. You cannot undo this.`,
        verb: `Remove ${word}`,
        busyVerb: 'Removing',
        danger: true,
        run: () =>
          call(deleteAttachment, { id, type }).then(
            () => resolve(true),
            (error: unknown) => {
              toast.failed(error, { fallback: 'Could not remove the file.' });
              resolve(false);
            },
          ),
      });
    });
  const open = ({ id }: AttachmentView) =>
    show(
      <PreviewDialog
        attachments={message.attachments.filter((one) => isShown(one) && one.state === 'ready')}
        start={id}
        onRemove={mayRemove ? ask : undefined}
        onDescribe={
          mayDescribe ? (attachment, alt) => call(describeAttachment, { attachmentId: attachment.id, alt }) : undefined
        }
      />,
    );
  return (
    <Attachments
      attachments={message.attachments}
      onOpen={open}
      onRemove={mayRemove ? (attachment) => void ask(attachment) : undefined}
    />
  );
}
