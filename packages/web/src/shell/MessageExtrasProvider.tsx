import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { type ReactNode, useMemo } from 'react';
import { useChannelMarks } from '../channels/queries.ts';
import { PanelExtrasContext } from '../channels/screen/usePanelExtras.ts';
import { ChannelsContext } from '../conversations/composer/useMentionTargets.ts';
import { MessageExtrasContext } from '../conversations/messages/useMessageExtras.ts';
import { lazyPart, loadChunk } from '../core/lazy.ts';
import { mayOffer } from '../notifications/offer/may-offer.ts';
import { ChatExtrasContext } from '../personal/useChatExtras.ts';
import { useSaving } from '../saved/useSaving.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';

const ChatEvent = lazyPart(() => import('../events/page/ChatEvent.tsx'), 'ChatEvent');
const ChatEventLink = lazyPart(() => import('../events/page/ChatEvent.tsx'), 'ChatEventLink');
const NextEvent = lazyPart(() => import('../events/lists/NextUp.tsx'), 'NextEvent');
const LinkCards = lazyPart(() => import('../links/LinkCards.tsx'), 'LinkCards');
const MessageOffer = lazyPart(() => import('../notifications/offer/MessageOffer.tsx'), 'MessageOffer');
const loadBare = loadChunk(() => import('../links/remove-cards.ts'));
const ProfileDialog = lazyPart(() => import('../communities/members/ProfileDialog.tsx'), 'ProfileDialog');
const ReportMessageDialog = lazyPart(() => import('../reports/ReportMessageDialog.tsx'), 'ReportMessageDialog');

const bareText = (text: string) => loadBare().then((loaded) => loaded.bareText(text));

const PANEL = { NextEvent };
const CHAT = { ChatEvent, ChatEventLink };

/** What later slices add to messages: they can be reported and saved, show where their links lead, name channels, and offer notifications; to a channel's panel, the next event. */
export function MessageExtrasProvider({ children }: { children: ReactNode }) {
  const show = useShowDialog();
  const saving = useSaving();
  const extras = useMemo(
    () => ({
      LinkCards,
      bareText,
      saving,
      Offer: mayOffer() ? MessageOffer : undefined,
      onReport: (message: MessageView, serverId: string | null) =>
        show(<ReportMessageDialog message={message} serverId={serverId} />),
      onModerate: (userId: string, serverId: string) => show(<ProfileDialog userId={userId} serverId={serverId} />),
    }),
    [show, saving],
  );
  return (
    <MessageExtrasContext value={extras}>
      <ChannelsContext value={useChannelMarks}>
        <PanelExtrasContext value={PANEL}>
          <ChatExtrasContext value={CHAT}>{children}</ChatExtrasContext>
        </PanelExtrasContext>
      </ChannelsContext>
    </MessageExtrasContext>
  );
}
