import { useNavigate } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { MEDIA } from '../../styles/media.ts';

/** The channel in which a newcomer should land: channels come after communities, so the shell provides it. */
export const FirstChannelContext = createContext<(serverId: string) => Promise<string | undefined>>(
  async () => undefined,
);

/** Where somebody goes who has just joined: on a phone, which shows one thing at a time, into a conversation. */
export function useLanding(): (community: { id: string; slug: string }) => Promise<void> {
  const firstChannel = use(FirstChannelContext);
  const navigate = useNavigate();
  return async ({ id, slug }) => {
    const channelId = matchMedia(MEDIA.phone).matches ? await firstChannel(id).catch(() => undefined) : undefined;
    if (channelId !== undefined) return navigate({ to: '/channel/$channelId', params: { channelId } });
    return navigate({ to: '/$alias', params: { alias: slug } });
  };
}
