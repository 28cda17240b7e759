import { listMembers } from '@folkmoot/contract/communities/api.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PersonSelect } from '../../communities/members/PersonSelect.tsx';
import { apiInfiniteQuery } from '../../core/queries.ts';

type Props = {
  serverId: string;
  /** The user id of a member. */
  value: string | null;
  onChange: (userId: string | null) => void;
  error: ReactNode;
};

/** A member whose portrait overlaps the picture of a card. */
export function MemberField({ serverId, value, onChange, error }: Props) {
  const [chosen, setChosen] = useState<MemberView | null>(null);
  const known = useInfiniteQuery({
    ...apiInfiniteQuery(listMembers, { serverId, informationOf: value ?? '' }),
    enabled: value !== null && chosen === null,
  }).data?.pages[0]?.data[0];
  return (
    <PersonSelect
      label="Member"
      description="Their portrait overlaps the picture."
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'No member' }}
      serverId={serverId}
      value={value === null ? null : (chosen ?? known ?? null)}
      onChange={(member) => {
        setChosen(member);
        onChange(member?.id ?? null);
      }}
      error={error}
    />
  );
}
