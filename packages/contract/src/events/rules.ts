import { allowed, refusals as core, type Decision, type Refusal, refused } from '../core/problem.ts';
import { isOver, type Seeing } from '../participations/rules.ts';
import type { EventStatus, EventType, EventVisibility } from '../participations/schema.ts';
import { canEndAt } from './duration-rules.ts';
import { ADDRESS_CHANGES, refusals } from './schema.ts';

type Publishable = {
  name: string;
  type: EventType;
  event_url: string;
  cover: string | null;
  visibility: EventVisibility;
  serverId: string | null;
  start_epoc: number | null;
  end_epoc: number | null;
  tbdDate: boolean;
  registration_opens_epoc: number | null;
  registration_closes_epoc: number | null;
};

/** Everything that keeps an event from being published, each at its field; empty if nothing does. */
export function missingToPublish(event: Publishable): Refusal[] {
  const missing: Refusal[] = [];
  const external = event.type === 'external';
  // An external event is a line in a list: without a time there is nothing to show.
  const timed = external || !event.tbdDate;
  if (timed && event.start_epoc === null) missing.push(refusals.startRequired);
  if (timed && event.end_epoc === null) missing.push(refusals.endRequired);
  if (event.start_epoc !== null && event.end_epoc !== null) {
    const decision = canEndAt({ start_epoc: event.start_epoc, end_epoc: event.end_epoc });
    if (!decision.ok) missing.push(decision.refusal);
  }
  if (external && event.event_url === '') missing.push(refusals.urlRequired);
  if (external && event.cover === null) missing.push(refusals.imageRequired);
  if (event.visibility === 'community' && event.serverId === null) missing.push(refusals.communityRequired);
  const { registration_opens_epoc: opens, registration_closes_epoc: closes } = event;
  if (opens !== null && closes !== null && closes <= opens) missing.push(refusals.closesBeforeOpens);
  return missing;
}

/**
 * Whether an event exists for a person. A private one that is published says that it is private, since its address
 * leads to the passcode dialog; everything else that the person may not see does not exist.
 */
export function canSee(event: Seeing): Decision {
  if (event.manages) return allowed;
  if (event.status === 'draft') return refused(core.notFound);
  if (event.participation !== null && (event.participation !== 'not_going' || event.gaveUp)) return allowed;
  if (event.visibility === 'public') return allowed;
  if (event.visibility === 'community') return event.member ? allowed : refused(core.notFound);
  return event.admitted ? allowed : refused(refusals.locked);
}

/** What hosts may do, and what only the creator may do. */
export function canManage(viewer: { manages: boolean }): Decision {
  return viewer.manages ? allowed : refused(refusals.notManaged);
}

export function canDelete(event: { status: EventStatus }, viewer: { isCreator: boolean; manages: boolean }): Decision {
  if (!viewer.manages) return refused(refusals.notManaged);
  if (event.status !== 'draft') return refused(refusals.notADraft);
  return viewer.isCreator ? allowed : refused(refusals.creatorOnly);
}

export function canPublish(event: { status: EventStatus }): Decision {
  if (event.status === 'cancelled') return refused(refusals.cancelled);
  return event.status === 'published' ? refused(refusals.alreadyPublished) : allowed;
}

/** Unpublishing is possible as long as nobody has registered: guests would lose the event's page. */
export function canUnpublish(event: { status: EventStatus; hasGuests: boolean }): Decision {
  if (event.status === 'cancelled') return refused(refusals.cancelled);
  if (event.status === 'draft') return refused(refusals.notPublished);
  return event.hasGuests ? refused(refusals.hasGuests) : allowed;
}

export function canCancel(
  event: { status: EventStatus; start_epoc: number | null; end_epoc: number | null; tbdDate: boolean },
  now: number,
): Decision {
  if (event.status === 'cancelled') return refused(refusals.cancelled);
  if (event.status === 'draft') return refused(refusals.notPublished);
  return isOver(event, now) ? refused(refusals.over) : allowed;
}

/** Whether the address may change once more, after `changes` of them in the last 30 days. A draft's changes freely. */
export function canRename(event: { status: EventStatus }, changes: number): Decision {
  return event.status === 'draft' || changes < ADDRESS_CHANGES.most ? allowed : refused(refusals.aliasTooOften);
}

/** The creator stays a host; nobody else can remove them or change their role. */
export function canChangeRole(subject: { isCreator: boolean }): Decision {
  return subject.isCreator ? refused(refusals.creatorStays) : allowed;
}

/**
 * A published event cannot become an external one or the other way round, and its capacity cannot drop below the
 * seats taken.
 */
export function canChange(
  event: { status: EventStatus; type: EventType; taken: number },
  change: { type?: EventType | undefined; capacity?: number | null | undefined },
): Decision {
  if (event.status === 'cancelled') return refused(refusals.cancelled);
  if (event.status === 'published' && change.type !== undefined && change.type !== event.type)
    return refused(refusals.typeFixed);
  if (change.capacity !== undefined && change.capacity !== null && change.capacity < event.taken)
    return refused(refusals.capacityBelowTaken);
  return allowed;
}

/** An event is handed over by its creator, to somebody who hosts it already. */
export function canHandOverEvent(
  viewer: { isCreator: boolean },
  taker: { hosts: boolean; isCreator: boolean },
): Decision {
  if (!viewer.isCreator) return refused(refusals.notTheCreator);
  return taker.hosts && !taker.isCreator ? allowed : refused(refusals.takerHostsNot);
}
