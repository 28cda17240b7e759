import { type ComponentType, createContext, use } from 'react';

type Props = { community: { id: string; name: string } };

/** What a later slice adds to invitation links: inviting by email, and the list of those who were. */
export type InviteExtras = { ByEmail: ComponentType<Props>; SentByEmail: ComponentType<Props> };

export const InviteExtrasContext = createContext<InviteExtras | undefined>(undefined);

export function useInviteExtras(): InviteExtras | undefined {
  return use(InviteExtrasContext);
}
