import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { Suggested } from '@folkmoot/contract/communities/schema.ts';
import { suggestMentions } from '@folkmoot/contract/conversations/api.ts';
import { canNameAll, WORDS_FOR_ALL } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { emojiNamed, findEmoji, loadEmoji, wholeName } from '../../ui/inputs/emojis.ts';
import { best, rank } from '../../ui/inputs/find.ts';
import { inBlock } from './text-formatting.ts';
import { type Choice, type Listing, useCompletion, useTyped } from './useCompletion.ts';
import { useVisibleChannels } from './useMentionTargets.ts';
import type { TextEditing } from './useTextEditing.ts';

const SHOWN = 6;
/** An answer is good for this many milliseconds: long enough for a sentence. */
const FRESH_MS = 30_000;

/** A line of the list above the composer. */
export type Suggestion = Choice & { title: string; note: string; person?: PersonView; mark?: string };

const LABELS = { '@': 'People to mention', '#': 'Channels', ':': 'Emoji by name' } as const;
const NOTHING: Listing<Suggestion> = { items: [], ready: true };

/**
 * Suggestions at the caret: people after `@`, channels after `#`, emoji after `:` and two letters.
 *
 * @param otherwise what Enter does in this field where there is nothing to choose.
 */
export function useSuggestions(
  facts: ConversationFacts,
  area: RefObject<HTMLTextAreaElement | null>,
  writing: TextEditing,
  otherwise: () => void,
) {
  const following = useTyped(area);
  const { held } = following;
  const typed = held?.typed ?? following.typed;
  const of = (sign: string) => (typed?.sign === sign ? typed.search : undefined);
  const people = usePeople(facts, of('@'), held !== undefined);
  const channels = useChannels(facts, of('#'));
  const emoji = useEmoji(of(':'));
  const list = typed ? { '@': people, '#': channels, ':': emoji }[typed.sign] : NOTHING;
  const completion = useCompletion({ following, list, writing, otherwise });
  const { look, close } = following;

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
  return {
    ...completion,
    label: LABELS[typed?.sign ?? '@'],
    hint: following.typed?.sign === '@' ? whyNotAll(facts, following.typed.search) : undefined,
    look,
    close,
    completeName: () => void completeName(),
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Why a word that mentions everyone is not offered. */
function whyNotAll(facts: ConversationFacts, typed: string): string | undefined {
  const means = typed.length >= 3 && WORDS_FOR_ALL.some((word) => word.startsWith(typed.toLowerCase()));
  return means && !canNameAll(facts) ? 'Only people who can edit this channel can mention everyone.' : undefined;
}

/** People for what is typed. Until its own answer is there, those of the answers to its beginnings who fit it too. */
function usePeople(facts: ConversationFacts, raw: string | undefined, atOnce: boolean): Listing<Suggestion> {
  const typed = raw?.toLowerCase();
  const [settled] = useDebouncedValue(typed ?? '', DEBOUNCE.mentions);
  const search = atOnce && typed !== undefined ? typed : settled;
  const { data, isError } = useQuery({
    ...apiQuery(suggestMentions, { conversationId: facts.id, search }),
    enabled: typed !== undefined,
    staleTime: FRESH_MS,
  });
  if (typed === undefined) return NOTHING;
  const { people, ready } =
    data && search === typed ? { people: data.data, ready: true } : knownPeople(facts.id, typed);
  const all = WORDS_FOR_ALL.filter((word) => (typed === '' ? word === 'channel' : word.startsWith(typed)));
  const whole = canNameAll(facts)
    ? all.map((word) => ({
        key: word,
        insert: `@${word} `,
        title: `@${word}`,
        note: 'Everyone in this conversation',
        mark: '@',
      }))
    : [];
  const named = people.slice(0, SHOWN).map((person) => ({
    key: person.id,
    insert: `@${person.username} `,
    title: fullName(person),
    note: `@${person.username}`,
    person,
  }));
  const isWhole = whole.some(({ key }) => key === typed);
  const items = isWhole ? [...whole, ...named] : [...named, ...whole];
  return { items, ready: ready || isWhole || (isError && search === typed) };
}

/** The people who fit a text, from the answer to it or to its longest beginning; `ready` if nobody else can fit. */
function knownPeople(conversationId: string, typed: string): { people: readonly PersonView[]; ready: boolean } {
  for (let length = typed.length; length >= 0; length -= 1) {
    const search = typed.slice(0, length);
    const known = queryClient.getQueryData<Suggested>(apiQueryKey(suggestMentions, { conversationId, search }));
    if (known && length === typed.length) return { people: known.data, ready: true };
    if (known) {
      const ranked = known.data.map((person) => ({
        person,
        score: Math.max(rank(fullName(person), typed), rank(person.username, typed)),
      }));
      const fitting = ranked.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
      return { people: fitting.map(({ person }) => person), ready: known.complete };
    }
  }
  return { people: [], ready: false };
}

function useChannels(facts: ConversationFacts, typed: string | undefined): Listing<Suggestion> {
  const marks = useVisibleChannels(facts.serverId, typed !== undefined);
  if (typed === undefined) return NOTHING;
  const items = best(marks ?? [], typed, SHOWN + 2).map(({ id, name, avatar }) => ({
    key: id,
    insert: `#${name} `,
    title: name,
    note: '',
    mark: avatar ?? '#',
  }));
  return { items, ready: marks !== undefined || facts.serverId === null };
}

function useEmoji(typed: string | undefined): Listing<Suggestion> {
  const wanted = typed !== undefined;
  const emoji = useQuery({ queryKey: ['emoji by name'], queryFn: loadEmoji, enabled: wanted, staleTime: Infinity });
  const { refetch, data } = emoji;
  // A failed request is repeated with the next letter.
  const again = useEffectEvent(() => void (wanted && data?.length === 0 && refetch()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter asks again
  useEffect(again, [typed]);
  if (!wanted) return NOTHING;
  const items = findEmoji(data ?? [], typed).map((one) => ({
    key: one.name,
    insert: `${one.emoji} `,
    title: `:${one.name}:`,
    note: '',
    mark: one.emoji,
  }));
  return { items, ready: data !== undefined };
}
