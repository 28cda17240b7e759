import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

/** The choices of colours. */
export const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** Light, dark, or as the system has it. */
export function ColorSchemeSelect() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label="Appearance"
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[...SCHEMES]}
    />
  );
}
