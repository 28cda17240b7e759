import type { SpotView } from '@folkmoot/contract/inbox/schema.ts';
import type { ReactNode } from 'react';
import { PlainLink } from '../ui/layout/links.tsx';

type Props = {
  spot: SpotView;
  seq: number | undefined;
  className?: string | undefined;
  children: ReactNode;
  'data-result'?: boolean;
};

/** Links to a message in its conversation, or to a reply in its thread. */
export function SpotLink({ spot, seq, children, ...rest }: Props) {
  const at = seq === undefined ? {} : { message: seq };
  const search = spot.parentId === null ? at : { ...at, thread: spot.conversationId };
  if (spot.channelId !== null) {
    return (
      <PlainLink to="/channel/$channelId" params={{ channelId: spot.channelId }} search={search} {...rest}>
        {children}
      </PlainLink>
    );
  }
  return (
    <PlainLink
      to="/chat/$conversationId"
      params={{ conversationId: spot.parentId ?? spot.conversationId }}
      search={search}
      {...rest}
    >
      {children}
    </PlainLink>
  );
}

/** What a spot is called: its channel or its people, and of a thread how it begins. */
export function spotTitle(spot: SpotView): string {
  const place = spot.channelName === null ? (spot.title ?? 'Just you') : `#${spot.channelName}`;
  return spot.parentId === null ? place : `Thread in ${place}`;
}
