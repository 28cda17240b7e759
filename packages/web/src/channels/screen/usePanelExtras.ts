import { type ComponentType, createContext, use } from 'react';

/** What later slices add to the panel of a channel. The shell connects them. */
export type PanelExtras = {
  /** The next event of the channel's community. */
  NextEvent?: ComponentType<{ serverId: string; alias: string }>;
};

export const PanelExtrasContext = createContext<PanelExtras>({});

export function usePanelExtras(): PanelExtras {
  return use(PanelExtrasContext);
}
