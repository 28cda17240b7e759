import type { Thread } from './talk.ts';
import { bikeStand } from './talk-bike-stand.ts';
import { electronicsBench } from './talk-electronics-bench.ts';
import { glazeLab } from './talk-glaze-lab.ts';
import { hearth } from './talk-hearth.ts';
import { keyholders } from './talk-keyholders.ts';
import { lendAndBorrow } from './talk-lend-and-borrow.ts';
import { mending } from './talk-mending.ts';
import { midsummerCrew } from './talk-midsummer-crew.ts';
import { noticeboard } from './talk-noticeboard.ts';
import { printRoom } from './talk-print-room.ts';
import { slowCraft } from './talk-slow-craft.ts';
import { woodShop } from './talk-wood-shop.ts';

const byChannel: Record<string, Thread[]> = {
  noticeboard,
  hearth,
  'lend-and-borrow': lendAndBorrow,
  'glaze-lab': glazeLab,
  'wood-shop': woodShop,
  'print-room': printRoom,
  mending,
  'electronics-bench': electronicsBench,
  'bike-stand': bikeStand,
  'slow-craft': slowCraft,
  keyholders,
  'midsummer-crew': midsummerCrew,
};

/** What is said in a channel of the Makers' Guild, oldest first. */
export function threadsOf(channel: string): Thread[] {
  const threads = byChannel[channel];
  if (threads === undefined) throw new Error(`Nobody has written what is said in ${channel}.`);
  return threads;
}
