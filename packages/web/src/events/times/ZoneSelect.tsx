import { Select } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { allZones, zoneLabel } from './zones.ts';

type Props = {
  value: string;
  /** When the names are to be right: `BST` in summer, `GMT` in winter. Unix seconds. */
  at: number | null;
  onChange: (zone: string) => void;
  error?: string | undefined;
};

/** A time zone, found by city, region or abbreviation. */
export function ZoneSelect({ value, at, onChange, error }: Props) {
  // Four hundred names take a moment to build, so they are built once somebody looks for another zone.
  const [wanted, setWanted] = useState(false);
  const when = at === null ? undefined : at * 1000;
  const options = useMemo(
    () =>
      (wanted ? [...new Set([value, ...allZones()])] : [value]).map((zone) => ({
        value: zone,
        label: zoneLabel(zone, when),
      })),
    [wanted, value, when],
  );
  return (
    <Select
      aria-label="Time zone"
      searchable
      allowDeselect={false}
      leftSection={<IconWorld size={17} aria-hidden />}
      data={options}
      limit={60}
      nothingFoundMessage="No time zone found"
      filter={({ options: all, search, limit }) => {
        const words = search
          .toLowerCase()
          .split(/[\s/]+/)
          .filter(Boolean);
        return all
          .filter(
            (one) =>
              'value' in one &&
              words.every((word) => `${one.value} ${one.label}`.replaceAll('_', ' ').toLowerCase().includes(word)),
          )
          .slice(0, limit);
      }}
      onFocus={() => setWanted(true)}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      error={error}
    />
  );
}
