import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useNow } from '../events/times/useNow.ts';
import { zoneLabel } from '../events/times/zones.ts';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';
import { clockOf } from './month.ts';
import { ownZone } from './useShownZone.ts';

type Props = { label: string; zone: string; shown: string; onChoose: (own: boolean) => void };

/** In which zone the days and times of a calendar are shown, for this reader alone. */
export function ZoneMenu({ label, zone, shown, onChoose }: Props) {
  const now = useNow();
  const own = ownZone();
  const item = (one: string, of: string) => (
    <Menu.Item
      role="menuitemradio"
      aria-checked={one === shown}
      leftSection={one === shown ? <IconCheck size={18} /> : <span style={{ width: 18 }} />}
      rightSection={clockOf(now, one)}
      onClick={() => onChoose(one !== zone)}
    >
      {zoneLabel(one, now * 1000)}
      <br />
      <small>{of}</small>
    </Menu.Item>
  );
  return (
    <ActionMenu position="bottom-end">
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          aria-label={`Times in ${label}`}
          leftSection={<IconWorld size={17} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show times in (only for you)</Menu.Label>
        {item(zone, 'The calendar’s zone')}
        {item(own, 'This device')}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
