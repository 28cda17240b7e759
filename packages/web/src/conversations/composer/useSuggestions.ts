import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { canNameAll } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { emojiNamed, findEmoji, loadEmoji, wholeName } from '../../ui/inputs/emojis.ts';
import { inBlock } from './text-formatting.ts';
import { type Choice, useCompletion, useTyped } from './useCompletion.ts';
import { usePeopleInside, useVisibleChannels } from './useMentionTargets.ts';
import type { TextEditing } from './useTextEditing.ts';

const SHOWN = 6;

/** A line of the list above the composer. */
export type Suggestion = Choice & { title: string; note: string; person?: PersonView; mark?: string };

const LABELS = { '@': 'People to mention', '#': 'Channels', ':': 'Emoji by name' } as const;

/** Suggestions at the caret: people after `@`, channels after `#`, emoji after `:` and two letters. */
export function useSuggestions(
  facts: ConversationFacts,
  area: RefObject<HTMLTextAreaElement | null>,
  writing: TextEditing,
) {
  const { typed, look, close, dismiss } = useTyped(area);
  const people = usePeople(facts, typed?.sign === '@' ? typed.search : undefined);
  const channels = useChannels(facts, typed?.sign === '#' ? typed.search : undefined);
  const emoji = useEmoji(typed?.sign === ':' ? typed.search : undefined);
  const items = { '@': people, '#': channels, ':': emoji }[typed?.sign ?? '@'];
  const take = ({ insert }: Choice) => {
    // To the caret: letters that were typed since the last frame belong to it too.
    if (typed) writing.replace(typed.from, writing.now().start, insert);
    close();
  };
  const completion = useCompletion(typed ? items : [], typed, take, dismiss);

  /** A complete `:tada:` becomes the emoji at once. */
  const completeName = async () => {
    const { text, start } = writing.now();
    const found = wholeName(text, start);
    if (!found || inBlock(text, start)) return;
    const emojiThere = emojiNamed(await loadEmoji(), found.name);
    const now = writing.now();
    const piece = `:${found.name}:`;
    if (!emojiThere || now.text.slice(found.from, found.from + piece.length) !== piece) return;
    const after = now.text.slice(found.from + piece.length);
    const caret = now.start - piece.length + emojiThere.length;
    writing.write({ text: now.text.slice(0, found.from) + emojiThere + after, start: caret, end: caret });
  };
  return { ...completion, label: LABELS[typed?.sign ?? '@'], look, close, completeName: () => void completeName() };
}

export type Suggestions = ReturnType<typeof useSuggestions>;

function usePeople(facts: ConversationFacts, typed: string | undefined): Suggestion[] {
  const [search] = useDebouncedValue(typed ?? '', DEBOUNCE.people);
  const wanted = typed !== undefined;
  const members = useQuery({
    ...apiQuery(listMembers, {
      serverId: facts.serverId ?? '',
      search,
      ...(facts.openTo === 'members' ? { conversationId: facts.id } : {}),
    }),
    enabled: wanted && facts.serverId !== null,
    placeholderData: keepPreviousData,
  });
  const inside = usePeopleInside(facts.parentId ?? facts.id, search, wanted && facts.serverId === null);
  if (!wanted) return [];
  const found: readonly PersonView[] = facts.serverId === null ? inside : (members.data?.data ?? []);
  const all = canNameAll(facts) && 'channel'.startsWith(typed.toLowerCase());
  return [
    ...found.slice(0, SHOWN).map((person) => ({
      key: person.id,
      insert: `@${person.username} `,
      title: fullName(person),
      note: `@${person.username}`,
      person,
    })),
    ...(all ? [{ key: 'channel', insert: '@channel ', title: '@channel', note: 'Everyone here', mark: '@' }] : []),
  ];
}

function useChannels(facts: ConversationFacts, typed: string | undefined): Suggestion[] {
  const marks = useVisibleChannels(facts.serverId, typed !== undefined);
  if (typed === undefined) return [];
  const wanted = fold(typed);
  const rank = (name: string) => (fold(name).startsWith(wanted) ? 0 : 1);
  return marks
    .filter(({ name }) => fold(name).includes(wanted))
    .toSorted((one, other) => rank(one.name) - rank(other.name))
    .slice(0, SHOWN + 2)
    .map(({ id, name, avatar }) => ({ key: id, insert: `#${name} `, title: name, note: '', mark: avatar ?? '#' }));
}

function useEmoji(typed: string | undefined): Suggestion[] {
  const wanted = typed !== undefined;
  const emoji = useQuery({ queryKey: ['emoji by name'], queryFn: loadEmoji, enabled: wanted, staleTime: Infinity });
  const { refetch, data } = emoji;
  // A failed request is repeated with the next letter.
  const again = useEffectEvent(() => void (wanted && data?.length === 0 && refetch()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter asks again
  useEffect(again, [typed]);
  if (!wanted) return [];
  return findEmoji(data ?? [], typed).map((one) => ({
    key: one.name,
    insert: `${one.emoji} `,
    title: `:${one.name}:`,
    note: '',
    mark: one.emoji,
  }));
}
