import { getThread, setLevel } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts, Level } from '@folkmoot/contract/conversations/schema.ts';
import { Menu } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { apiQueryKey, useApiMutation } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { fullDate } from '../ui/format-date.ts';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';
import { refreshCounts, useUnreadCounts } from './unread/useUnreadCounts.ts';

const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'all', label: 'Every message' },
  { value: 'mentions', label: 'Mentions only' },
  { value: 'nothing', label: 'Nothing' },
];
const HOUR = 3_600_000;
/** Far enough in the future to mean "until I turn it on". */
const FOR_GOOD = '2999-12-31T00:00:00.000Z';

/** The level comes with the counts; of a thread that they leave out, with the thread. */
function refresh(): void {
  refreshCounts();
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(getThread) });
}

type Props = {
  facts: Pick<ConversationFacts, 'id' | 'type' | 'level' | 'mutedUntil'>;
  /** What the conversation is called. */
  name: string;
};

/** The notification level of a conversation, and a way to mute it for a while. */
export function NotificationMenu({ facts, name }: Props) {
  const counted = useUnreadCounts()?.find(({ conversationId }) => conversationId === facts.id);
  const { level, mutedUntil } = counted ?? facts;
  const muted = mutedUntil !== null && new Date(mutedUntil) > new Date();
  const set = useApiMutation(setLevel, { failed: 'Could not change your notifications.', onDone: refresh });
  const mute = (until: string | null) => set.mutate({ conversationId: facts.id, mutedUntil: until });
  const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const quiet = muted || level !== 'all';
  return (
    <ActionMenu width={250} position="bottom-end">
      <Menu.Target>
        <IconButton label={`Notifications for ${name}${muted ? ' (muted)' : ''}`}>
          {quiet ? <IconBellOff size={20} /> : <IconBell size={20} />}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* In a channel only mentions are pushed or mailed; its level says what counts as unread. */}
        <Menu.Label>{facts.type === 'channel' ? 'Show as unread' : 'Notify me about'}</Menu.Label>
        {LEVELS.map(({ value, label }) => (
          <Menu.Item
            key={value}
            // Mantine gives every item the role of a plain one.
            renderRoot={(props: ComponentPropsWithRef<'button'>) => (
              <button {...props} type="button" role="menuitemradio" aria-checked={value === level} />
            )}
            rightSection={value === level ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => set.mutate({ conversationId: facts.id, level: value })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {muted ? (
          <>
            <Menu.Label>{mutedUntil >= FOR_GOOD ? 'Muted' : `Muted until ${fullDate(mutedUntil)}`}</Menu.Label>
            <Menu.Item onClick={() => mute(null)}>Unmute</Menu.Item>
          </>
        ) : (
          <>
            <Menu.Label>Mute</Menu.Label>
            <Menu.Item onClick={() => mute(later(1))}>For an hour</Menu.Item>
            <Menu.Item onClick={() => mute(later(8))}>For eight hours</Menu.Item>
            <Menu.Item onClick={() => mute(FOR_GOOD)}>Until I turn it back on</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
