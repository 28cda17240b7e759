import { createContext, type ReactNode, use } from 'react';

/** What later slices add to a person's card. The shell connects it. */
export const PersonActionsContext = createContext<((userId: string, name: string) => ReactNode) | undefined>(undefined);

export function usePersonActions(userId: string, name: string): ReactNode {
  return use(PersonActionsContext)?.(userId, name);
}
