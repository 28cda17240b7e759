import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useSidebar } from '../channels/queries.ts';
import { arrange, neighbour } from '../channels/sidebar/sidebar-groups.ts';
import { cyclePanes } from '../ui/layout/panes.ts';
import { usePalette } from './PaletteHost.tsx';
import { useShortcutsKey } from './useShortcutsDialog.tsx';

/** The keys that work everywhere: find anything, channel up and down, from pane to pane, the list of keys. */
export function useShellKeys(serverId: string | undefined, channelId: string | undefined): void {
  const palette = usePalette();
  const navigate = useNavigate();
  const sidebar = useSidebar(serverId).data;

  useShortcutsKey();

  const step = (by: 1 | -1, unreadOnly: boolean) => {
    const next = sidebar && neighbour(arrange(sidebar, false), channelId, by, unreadOnly);
    if (next) void navigate({ to: '/channel/$channelId', params: { channelId: next.id } });
  };

  useHotkeys(
    [
      ['mod+K', palette.open],
      ['alt+ArrowUp', () => step(-1, false)],
      ['alt+ArrowDown', () => step(1, false)],
      ['alt+shift+ArrowUp', () => step(-1, true)],
      ['alt+shift+ArrowDown', () => step(1, true)],
      ['F6', () => cyclePanes(1)],
      ['shift+F6', () => cyclePanes(-1)],
    ],
    [],
    true,
  );
}
