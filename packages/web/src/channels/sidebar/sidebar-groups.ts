import { putBefore } from '@folkmoot/contract/channels/rules.ts';
import type { SidebarChannel, SidebarView } from '@folkmoot/contract/channels/schema.ts';

/** A section of the sidebar: a category with its channels, or the channels in none (`category` is null). */
export type Group = { category: { id: string; name: string } | null; channels: readonly SidebarChannel[] };

/** The sidebar in the order it is shown: channels without a category first, then the categories. */
export function arrange(view: SidebarView, withEmpty: boolean): Group[] {
  const known = new Set(view.categories.map(({ id }) => id));
  const loose = view.channels.filter(({ categoryId }) => categoryId === null || !known.has(categoryId));
  const groups: Group[] = view.categories
    .map((category) => ({ category, channels: view.channels.filter(({ categoryId }) => categoryId === category.id) }))
    .filter(({ channels }) => withEmpty || channels.length > 0);
  return loose.length > 0 ? [{ category: null, channels: loose }, ...groups] : groups;
}

/**
 * The channel to go to with Alt+Up or Alt+Down, around the ends.
 *
 * @param step 1 for down, -1 for up.
 * @param unreadOnly with Shift: only channels with something new count.
 */
export function neighbour(
  groups: readonly Group[],
  currentId: string | undefined,
  step: 1 | -1,
  unreadOnly: boolean,
): SidebarChannel | undefined {
  const all = groups.flatMap(({ channels }) => channels);
  const at = all.findIndex(({ id }) => id === currentId);
  const ring =
    step === 1
      ? [...all.slice(at + 1), ...all.slice(0, at + 1)]
      : [...all.slice(0, at === -1 ? all.length : at).reverse(), ...(at === -1 ? [] : all.slice(at).reverse())];
  return ring.find((channel) => channel.id !== currentId && (!unreadOnly || channel.unread > 0));
}

/** Where a channel is dropped: before another one of a category, or at its end. */
export type ChannelMove = { channelId: string; categoryId: string | null; before: string | null };

/** The sidebar with a channel moved; unchanged if the neighbour is not there. */
export function withChannelMoved(view: SidebarView, { channelId, categoryId, before }: ChannelMove): SidebarView {
  const moved = view.channels.find(({ id }) => id === channelId);
  const inside = view.channels.filter((channel) => channel.categoryId === categoryId && channel.id !== channelId);
  const order = putBefore(
    inside.map(({ id }) => id),
    channelId,
    before,
  );
  if (!moved || !order) return view;
  const rows = new Map([...inside, { ...moved, categoryId }].map((channel) => [channel.id, channel]));
  const others = view.channels.filter(({ id }) => !rows.has(id));
  return { ...view, channels: [...others, ...order.flatMap((id) => rows.get(id) ?? [])] };
}

/**
 * The item before which something goes when it moves by one position.
 *
 * @returns the neighbour's id, null for the end, undefined if it is at that end already.
 */
export function stepFrom(order: readonly string[], id: string, step: 1 | -1): string | null | undefined {
  const at = order.indexOf(id);
  if (at < 0 || at + step < 0 || at + step >= order.length) return undefined;
  return step === -1 ? order[at - 1] : (order[at + 2] ?? null);
}
