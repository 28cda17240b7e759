import type { OriginView } from '@folkmoot/contract/inbox/schema.ts';
import type { ReactNode } from 'react';
import { PlainLink } from '../ui/layout/links.tsx';

type Props = {
  origin: OriginView;
  seq: number | undefined;
  className?: string | undefined;
  children: ReactNode;
  'data-result'?: boolean;
};

/** Links to a message in its conversation, or to a reply in its thread. */
export function MessageLink({ origin, seq, children, ...rest }: Props) {
  const at = seq === undefined ? {} : { message: seq };
  const search = origin.parentId === null ? at : { ...at, thread: origin.conversationId };
  if (origin.channelId !== null) {
    return (
      <PlainLink to="/channel/$channelId" params={{ channelId: origin.channelId }} search={search} {...rest}>
        {children}
      </PlainLink>
    );
  }
  return (
    <PlainLink
      to="/chat/$conversationId"
      params={{ conversationId: origin.parentId ?? origin.conversationId }}
      search={search}
      {...rest}
    >
      {children}
    </PlainLink>
  );
}

/** Where a message is, beside the name of its author: a direct message is not called only by the other's name again. */
export function placeOf(origin: OriginView): string {
  return origin.type === 'one-to-one' ? `Conversation with ${originTitle(origin)}` : originTitle(origin);
}

/** The title of an origin: its channel or its people, and for a thread how it begins. */
export function originTitle(origin: OriginView, thread = 'Thread'): string {
  const conversation = origin.channelName === null ? (origin.title ?? 'Just you') : `#${origin.channelName}`;
  return origin.parentId === null ? conversation : `${thread} in ${conversation}`;
}
