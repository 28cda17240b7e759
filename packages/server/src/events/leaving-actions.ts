import type { CommandContext } from '../core/command.ts';
import type { LeavingPart } from '../core/leaving.ts';
import { keepForOthers, releasePicturesOf } from '../media/pictures-actions.ts';
import { tellEvent } from '../participations/actions.ts';
import { deleteEvent, findSharingCover, setStatus } from './editing/write-store.ts';
import { listMade, type MadeEvent } from './leaving-store.ts';
import type { EventHooks } from './page/pages-actions.ts';

/** Coming events that others are part of have to be handed over or cancelled first. */
const blocks = ({ status, over, others }: MadeEvent) => status === 'published' && !over && others > 0;
/** Nobody misses these. */
const goes = (event: MadeEvent) =>
  event.status === 'draft' || (event.status === 'published' && !event.over && !blocks(event));

/** Somebody deletes their account: drafts and events that nobody else is part of go with it. Past ones stay. */
export function leavingEvents(hooks: Pick<EventHooks, 'changed'>): LeavingPart {
  return {
    async blockers(tx, userId, now, lock) {
      const shared = (await listMade(tx, userId, now, { lock })).filter(blocks);
      return shared.map(({ id, name, alias, others }) => ({ kind: 'event', id, name, alias, people: others }));
    },
    async counts(tx, userId, now) {
      const made = await listMade(tx, userId, now);
      const gone = made.filter(goes).length;
      return { events: gone, pastEvents: made.length - gone };
    },
    async end(command, userId) {
      for (const event of (await listMade(command.tx, userId, command.now, { lock: true })).filter(goes))
        if (event.sold) await cancel(command, hooks, event);
        else await remove(command, event);
    },
  };
}

async function remove(command: CommandContext, { id, cover }: MadeEvent): Promise<void> {
  await keepForOthers(command, cover, id, (url) => findSharingCover(command.tx, id, url));
  await releasePicturesOf(command, id);
  await deleteEvent(command.tx, id);
}

/** What was sold keeps its event, although nobody is left. */
async function cancel(command: CommandContext, hooks: Pick<EventHooks, 'changed'>, event: MadeEvent): Promise<void> {
  await setStatus(command.tx, event.id, 'cancelled', command.now);
  await tellEvent(command, { ...event, status: 'cancelled' });
  await hooks.changed(command, event.id);
}
