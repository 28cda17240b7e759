import { Select } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { loadChunk, loadUntilDone } from '../../core/lazy.ts';
import type { searchZones } from './zone-search.ts';
import { allZones, zoneLabel } from './zones.ts';

type Props = {
  value: string;
  /** When the names are to be right: `BST` in summer, `GMT` in winter. Unix seconds. */
  at: number | null;
  onChange: (zone: string) => void;
  error?: string | undefined;
};

const loadSearch = loadChunk(() => import('./zone-search.ts'));

/** A time zone, found by town, country, name or abbreviation. */
export function ZoneSelect({ value, at, onChange, error }: Props) {
  // Four hundred names take a moment to build, so they are built once somebody looks for another zone.
  const [wanted, setWanted] = useState(false);
  const [find, setFind] = useState<typeof searchZones>();
  const when = at === null ? undefined : at * 1000;
  const options = useMemo(
    () =>
      (wanted ? [...new Set([value, ...allZones()])] : [value]).map((zone) => ({
        value: zone,
        label: zoneLabel(zone, when),
      })),
    [wanted, value, when],
  );
  const open = () => {
    setWanted(true);
    if (!find) void loadUntilDone(loadSearch).then((loaded) => setFind(() => loaded.searchZones));
  };
  return (
    <Select
      aria-label="Time zone"
      searchable
      allowDeselect={false}
      leftSection={<IconWorld size={17} aria-hidden />}
      data={options}
      limit={60}
      nothingFoundMessage={find ? 'No time zone found' : 'Looking for time zones'}
      filter={({ options: all, search, limit }) => {
        // Until something is typed, the field has the label of the chosen one.
        const isTyped = all.every((one) => !('label' in one) || one.label !== search);
        if (!isTyped || search.trim() === '') return all.slice(0, limit);
        const byZone = new Map(all.map((one) => ['value' in one ? one.value : '', one]));
        const found = find?.(search) ?? [];
        return found.flatMap((zone) => byZone.get(zone) ?? []).slice(0, limit);
      }}
      onFocus={open}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      error={error}
    />
  );
}
