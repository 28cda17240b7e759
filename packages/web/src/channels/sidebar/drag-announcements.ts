import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { SidebarView } from '@folkmoot/contract/channels/schema.ts';

/** How a screen reader describes a drag handle. */
export const INSTRUCTIONS =
  'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to put it down, Escape to leave it where it was.';

/** What a screen reader announces during a drag: the item's name, and its position. */
export function announcementsFor(view: SidebarView): Announcements {
  const nameOf = (id: UniqueIdentifier) =>
    view.channels.find((channel) => channel.id === id)?.name ??
    view.categories.find((category) => category.id === id)?.name ??
    'It';
  const placeOf = (over: UniqueIdentifier): string => {
    const channel = view.channels.find(({ id }) => id === over);
    if (!channel) {
      const at = view.categories.findIndex(({ id }) => id === over);
      return `category ${at + 1} of ${view.categories.length}`;
    }
    const inside = view.channels.filter(({ categoryId }) => categoryId === channel.categoryId);
    const category = view.categories.find(({ id }) => id === channel.categoryId)?.name;
    const place = `place ${inside.indexOf(channel) + 1} of ${inside.length}`;
    return category ? `${place} in ${category}` : place;
  };
  return {
    // The first position is its own, and is announced right after this: one sentence must do for both.
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      return over.id === active.id
        ? `Picked up ${nameOf(active.id)}, at ${placeOf(active.id)}.`
        : `${nameOf(active.id)} is at ${placeOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped at ${placeOf(over.id)}.` : `${nameOf(active.id)} was put back.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} was left where it was.`,
  };
}
