import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSearch, IconWorld } from '@tabler/icons-react';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';

/** A zone that can be chosen: what it is called, whose it is, and what its clock shows. */
export type ZoneOption = { zone: string; name: string; of: string; clock: string };

type Props = {
  label: string;
  shown: string;
  options: readonly ZoneOption[];
  onChoose: (zone: string) => void;
  onOther: () => void;
};

/** In which zone the days and times of a calendar are shown, for this reader alone. Loaded by itself: it imports nothing of the page. */
export function ZoneMenu({ label, shown, options, onChoose, onOther }: Props) {
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
        <Menu.RadioGroup value={shown} onChange={onChoose}>
          {options.map(({ zone, name, of, clock }) => (
            <Menu.RadioItem key={zone} value={zone} rightSection={clock} closeMenuOnClick>
              {name}
              <br />
              <small>{of}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconSearch size={17} aria-hidden />} onClick={onOther}>
          Another city
        </Menu.Item>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
