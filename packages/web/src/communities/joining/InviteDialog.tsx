import { getInviteCode } from '@folkmoot/contract/communities/api.ts';
import { inviteLink } from '@folkmoot/contract/communities/rules.ts';
import { COPIED } from '@folkmoot/contract/core/client.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ShareTargets } from '../../ui/sharing/ShareTargets.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import css from './invite-dialog.module.css';
import { useInviteExtras } from './useInviteExtras.ts';

type Props = {
  community: { id: string; name: string };
  /** Shown right after the community was created. */
  created?: boolean;
};

/** Your own permanent invitation link, to copy or share, and the way to invite people by email. */
export function InviteDialog({ community, created = false }: Props) {
  const code = useQuery(apiQuery(getInviteCode, { serverId: community.id }));
  const extras = useInviteExtras();
  const { copied, copy } = useCopyToClipboard(COPIED.inviteLink);
  const link = code.data ? inviteLink(location.origin, code.data.inviteCode) : '';
  return (
    <Dialog
      title={created ? `${community.name} is ready` : `Invite people to ${community.name}`}
      {...(created && { subtitle: 'Invite the first people. You can do this later from the community’s menu.' })}
      width={480}
      brief
    >
      {code.isPending && (
        <LoadingFallback>
          <Skeleton h={40} radius="md" />
        </LoadingFallback>
      )}
      {code.isError && <ErrorState error={code.error} again={code.refetch} level={3} />}
      {code.data && (
        <>
          <div className={css.row}>
            <TextInput
              label="Invitation link"
              readOnly
              value={link}
              className={css.link}
              description="Anyone who has it can see the community and join."
              inputWrapperOrder={['label', 'input', 'description']}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              className={css.copy}
              size="md"
              leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
              onClick={() =>
                void copy(link).then(
                  (done) =>
                    done ||
                    toast.failed(undefined, {
                      fallback: 'The link could not be copied. Select it and copy it by hand.',
                    }),
                )
              }
            >
              <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
            </Button>
          </div>
          <ShareTargets url={link} text={`Join ${community.name}`} copiedMs={COPIED.share} />
          {extras && <extras.ByEmail community={community} />}
        </>
      )}
    </Dialog>
  );
}
