import type { MessagesFrom } from '@folkmoot/contract/accounts/schema.ts';
import { Radio, Stack } from '@mantine/core';
import { useOwnProfile } from './useOwnProfile.ts';

const FROM: Record<MessagesFrom, string> = {
  everybody: 'Everybody here',
  shared: 'People I share a channel with',
  nobody: 'Nobody',
};

/** Who may start a conversation with you. */
export function MessagesChoice() {
  const { profile, save } = useOwnProfile();
  const from = save.isPending ? save.variables.messagesFrom : profile.data?.messagesFrom;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Direct messages</h2>
      <Radio.Group
        label="Who can start a conversation with me"
        description="Conversations that you have already go on. Others are only told that you are not taking messages from them."
        value={from ?? null}
        onChange={(value) => save.mutate({ messagesFrom: value as MessagesFrom })}
      >
        <Stack gap={8} mt={8}>
          {Object.entries(FROM).map(([one, label]) => (
            <Radio key={one} value={one} label={label} disabled={profile.data === undefined} />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  );
}
