import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { findPeople, suggestMembers } from '@folkmoot/contract/communities/api.ts';
import { PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { rank } from '../../ui/inputs/find.ts';
import type { Found } from './useFindings.tsx';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

const MOST = 6;

/** People by name: the members of a community if it is named, else everyone whom a search above three letters finds. */
export function usePeopleFindings(
  search: string,
  serverId: string | undefined,
  then: (act: () => unknown) => () => void,
): Found {
  const show = useShowDialog();
  const inside = serverId !== undefined;
  const asks = inside ? search !== '' : lengthOf(search) > PEOPLE_SEARCH_ABOVE;
  const members = useQuery({
    ...apiQuery(suggestMembers, { serverId: serverId ?? '', search }),
    enabled: asks && inside,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...apiQuery(findPeople, { search }),
    enabled: asks && !inside,
    placeholderData: keepPreviousData,
  });
  const found = inside ? members : people;
  if (!asks) return { items: [], busy: false, failed: false, isEarlier: false };
  const score = (person: PersonView) => Math.max(rank(fullName(person), search), rank(person.username, search));
  const ranked = (found.data?.data ?? []).toSorted((one, other) => score(other) - score(one));
  const items = ranked.slice(0, MOST).map((person) => ({
    key: person.id,
    name: fullName(person),
    note: `@${person.username}`,
    picture: <Avatar person={person} size={30} />,
    open: then(() => show(<ProfileDialog userId={person.id} />)),
  }));
  return { items, busy: found.isFetching, failed: found.isError, isEarlier: found.isPlaceholderData };
}
