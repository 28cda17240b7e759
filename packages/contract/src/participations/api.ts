import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { EventStatus } from './schema.ts';

/** To everyone with an account who takes part, and to the hosts: fetch it again. */
export const eventChanged = liveEvent(
  'event.changed',
  z.object({ eventId: Id, alias: z.string(), status: EventStatus }),
);
