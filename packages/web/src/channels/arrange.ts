import type { SidebarChannel, SidebarView } from '@folkmoot/contract/channels/schema.ts';

/** A stretch of the sidebar: a category with its channels, or those in none (`category` is null). */
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
