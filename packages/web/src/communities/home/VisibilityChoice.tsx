import type { Visibility } from '@folkmoot/contract/communities/schema.ts';
import { IconEyeOff, IconLock, IconWorld } from '@tabler/icons-react';
import { RadioCards } from '../../ui/inputs/RadioCards.tsx';

const OPTIONS = [
  { value: 'public', title: 'Public', text: 'Anyone can see it and join', icon: IconWorld },
  {
    value: 'private',
    title: 'Private',
    text: 'Anyone can see its name; joining needs an invitation or an approved request',
    icon: IconLock,
  },
  {
    value: 'secret',
    title: 'Secret',
    text: 'Only members and people with an invitation can see it',
    icon: IconEyeOff,
  },
] as const;

/** Who can see a community, and join it. */
export function VisibilityChoice({
  value,
  onChange,
}: {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}) {
  return <RadioCards label="Who can see it" options={OPTIONS} value={value} onChange={onChange} />;
}
