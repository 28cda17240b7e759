import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { placeOf } from '../../inbox/MessageLink.tsx';
import { useOpenMessage } from '../../inbox/useOpenMessage.ts';
import { shortWhen } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { readSearch, useFewMessages } from '../queries.ts';
import { snippetOf } from '../snippet.ts';
import { PaletteTile } from './PaletteItem.tsx';
import type { Finding, Found } from './useFindings.tsx';

const MOST = 4;
const LENGTH = 90;

/** The newest matching messages, and the link to all of them. */
export function useMessageFindings(
  search: string,
  serverId: string | undefined,
  then: (act: () => unknown) => () => void,
): Omit<Found, 'isEarlier'> {
  const navigate = useNavigate();
  const open = useOpenMessage();
  const found = useFewMessages(search, serverId);
  const { terms, asks } = readSearch(search);
  if (!asks) return { items: [], busy: false, failed: false };
  const people = new Map(found.data?.people.map((person) => [person.id, person]));
  const hits = (found.data?.data ?? []).slice(0, MOST).map(({ origin, message }): Finding => {
    const author = people.get(message.authorId ?? '');
    const words = quoteWords({ text: message.text, attachments: message.attachments.length }, people);
    const { text, marks } = snippetOf(words, terms, LENGTH);
    return {
      key: message.id,
      name: text,
      lines: 2,
      marks,
      note: `${author ? fullName(author) : 'Deleted member'} · ${placeOf(origin)} · ${shortWhen(message.createdAt)}`,
      picture: <Avatar person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={30} />,
      leads: true,
      open: then(() => open(origin, message.seq)),
    };
  });
  const all: Finding = {
    key: 'all-results',
    name: `See all results for “${search}”`,
    marks: [],
    picture: (
      <PaletteTile>
        <IconArrowRight size={17} />
      </PaletteTile>
    ),
    leads: true,
    open: then(() => navigate({ to: '/search', search: { q: search } })),
  };
  const items = hits.length > 0 || found.isFetching ? [...hits, all] : [];
  return { items, busy: found.isFetching, failed: found.isError };
}
