import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canEndAt } from '@folkmoot/contract/events/duration-rules.ts';
import { DRAFTS, type EventFields, refusals } from '@folkmoot/contract/events/schema.ts';
import type { CommandContext } from '../../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../../core/http/errors.ts';
import { replacePicture } from '../../media/pictures-actions.ts';
import { tellEvent } from '../../participations/actions.ts';
import { lockEvent } from '../../participations/store.ts';
import { findEventFacts, findView } from '../store.ts';
import { freeAlias, needPublishable, seatHost } from './create-actions.ts';
import { countDrafts, insertEvent, setStatus, updateEvent } from './write-store.ts';

type External = Pick<EventFields, 'name' | 'event_url' | 'time_zone'> & {
  start_epoc: number;
  end_epoc: number;
  cover: string;
  /** The calendar that it was made for. */
  calendarId: string;
};

/** Creates a draft of an event elsewhere, of which we keep what a list shows. Returns its id. */
export async function createExternal(
  call: CommandContext,
  userId: string,
  { cover, calendarId, ...fields }: External,
): Promise<string> {
  const { tx, now } = call;
  assertAllowed(canEndAt(fields));
  if ((await countDrafts(tx, userId)) >= DRAFTS) refuse(refusals.tooManyDrafts);
  const alias = await freeAlias(tx, fields.name);
  const type = { type: 'external', visibility: 'public' } as const;
  const id = await insertEvent(tx, { ...fields, ...type, alias, creatorId: userId, calendarId }, now);
  const next = await replacePicture(call, null, cover, {
    ownerId: userId,
    purpose: 'cover',
    usedBy: id,
    field: 'cover',
  });
  if (next) await updateEvent(tx, id, { cover: next.url, cover_tint: next.tint ?? 'slate' }, now);
  await seatHost(call, id, userId);
  return id;
}

/** Publishes a draft of an event elsewhere, in the name of the person who made it. One that is published stays so. */
export async function publishExternal(call: CommandContext, eventId: string): Promise<void> {
  const { tx, now } = call;
  await lockEvent(tx, eventId);
  const event = assertFound(await findEventFacts(tx, eventId, {}), core.notFound);
  if (event.status !== 'draft') return;
  const view = assertFound(await findView(tx, eventId, { userId: event.creatorId }), core.notFound);
  needPublishable({ ...view, serverId: event.serverId });
  await setStatus(tx, eventId, 'published', now);
  await tellEvent(call, { ...event, status: 'published' });
}
