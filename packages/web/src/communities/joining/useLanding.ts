import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../core/query-client.ts';
import { MEDIA } from '../../styles/media.ts';
import { railQuery } from '../queries.ts';

/** Where somebody goes who has just joined: on a phone, which shows one thing at a time, into a conversation. */
export function useLanding(): (community: { id: string; slug: string }) => Promise<void> {
  const navigate = useNavigate();
  return async ({ id, slug }) => {
    const channelId = matchMedia(MEDIA.phone).matches ? await firstChannel(id).catch(() => null) : null;
    if (channelId !== null) return navigate({ to: '/channel/$channelId', params: { channelId } });
    return navigate({ to: '/$alias', params: { alias: slug } });
  };
}

async function firstChannel(serverId: string): Promise<string | null> {
  const { data } = await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
  return data.find(({ id }) => id === serverId)?.firstChannelId ?? null;
}
