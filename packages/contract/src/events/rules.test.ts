import { describe, expect, test } from 'vitest';
import type { Decision } from '../core/problem.ts';
import {
  canSwitchTo,
  canTakeSeat,
  freeSeats,
  holdsSeat,
  holdUntil,
  isOver,
  OFFER,
  type Seeing,
} from '../participations/rules.ts';
import { EventStatus, EventVisibility, ParticipationStatus } from '../participations/schema.ts';
import {
  addressOf,
  canCancel,
  canChange,
  canChangeRole,
  canDelete,
  canManage,
  canPublish,
  canRename,
  canSee,
  canUnpublish,
  hasStarted,
  missingToPublish,
} from './rules.ts';
import { ADDRESS_CHANGES } from './schema.ts';

const said = (decision: Decision) => (decision.ok ? 'yes' : decision.refusal.code);
const HOUR = 3600;
const NOW = 1_780_000_000;
const timed = { start_epoc: NOW + 10 * HOUR, end_epoc: NOW + 12 * HOUR, tbdDate: false };

describe('seeing an event', () => {
  const stranger: Seeing = {
    status: 'published',
    visibility: 'public',
    member: false,
    manages: false,
    participation: null,
    admitted: false,
  };
  test.each<[string, Partial<Seeing>, string]>([
    ['a public one', {}, 'yes'],
    ['a public one that was cancelled', { status: 'cancelled' }, 'yes'],
    ['a draft', { status: 'draft' }, 'core.not-found'],
    ['a draft by whoever has a place on its list', { status: 'draft', participation: 'going' }, 'core.not-found'],
    ['a draft by its hosts', { status: 'draft', manages: true }, 'yes'],
    ['a community’s by a stranger', { visibility: 'community' }, 'core.not-found'],
    ['a community’s by a member', { visibility: 'community', member: true }, 'yes'],
    ['a community’s by somebody invited', { visibility: 'community', participation: 'invited' }, 'yes'],
    [
      'a community’s by somebody who declined',
      { visibility: 'community', participation: 'not_going' },
      'core.not-found',
    ],
    ['a private one by a stranger', { visibility: 'private' }, 'events.locked'],
    ['a private one by a member of its community', { visibility: 'private', member: true }, 'events.locked'],
    ['a private one by somebody let in', { visibility: 'private', admitted: true }, 'yes'],
    ['a private one by somebody who waits for a yes', { visibility: 'private', participation: 'requested' }, 'yes'],
    ['a private one by somebody who left', { visibility: 'private', participation: 'not_going' }, 'events.locked'],
  ])('%s', (_, seeing, expected) => {
    expect(said(canSee({ ...stranger, ...seeing }))).toBe(expected);
  });

  test('whoever looks after it always sees it, and nobody sees a draft who does not', () => {
    for (const status of EventStatus.options)
      for (const visibility of EventVisibility.options)
        for (const participation of [null, ...ParticipationStatus.options]) {
          const seeing = { ...stranger, status, visibility, participation };
          expect(canSee({ ...seeing, manages: true }).ok).toBe(true);
          if (status === 'draft') expect(canSee({ ...seeing, member: true, admitted: true }).ok).toBe(false);
        }
  });
});

describe('an event is over', () => {
  test.each<[string, Parameters<typeof isOver>[0], boolean]>([
    ['at its end', { ...timed, end_epoc: NOW }, true],
    ['not a second before', { ...timed, end_epoc: NOW + 1 }, false],
    ['never while its date is to be announced', { ...timed, end_epoc: NOW - 1, tbdDate: true }, false],
    ['never without a start', { start_epoc: null, end_epoc: null, tbdDate: false }, false],
    [
      'a day after its start where the end is not known',
      { ...timed, start_epoc: NOW - 24 * HOUR, end_epoc: null },
      true,
    ],
    ['and not sooner', { ...timed, start_epoc: NOW - 24 * HOUR + 1, end_epoc: null }, false],
  ])('%s', (_, event, expected) => {
    expect(isOver(event, NOW)).toBe(expected);
  });

  test('and has started from its first second on', () => {
    expect([
      hasStarted({ ...timed, start_epoc: NOW }, NOW),
      hasStarted({ ...timed, start_epoc: NOW + 1 }, NOW),
    ]).toEqual([true, false]);
    expect(hasStarted({ ...timed, start_epoc: NOW, tbdDate: true }, NOW)).toBe(false);
  });
});

describe('what is missing before an event can be published', () => {
  const ready = {
    name: 'Kiln opening',
    type: 'internal' as const,
    event_url: '',
    cover: null,
    visibility: 'public' as const,
    serverId: null,
    registration_opens_epoc: null,
    registration_closes_epoc: null,
    ...timed,
  };
  const external = { ...ready, type: 'external' as const, event_url: 'https://fair.example', cover: '/art/x.webp' };
  test.each<[string, Parameters<typeof missingToPublish>[0], string[]]>([
    ['nothing', ready, []],
    ['its times', { ...ready, start_epoc: null, end_epoc: null }, ['start_epoc', 'end_epoc']],
    ['no times where they are to be announced', { ...ready, start_epoc: null, end_epoc: null, tbdDate: true }, []],
    ['an hour between them', { ...ready, end_epoc: timed.start_epoc + HOUR - 1 }, ['end_epoc']],
    ['of an external one nothing', external, []],
    ['of an external one address and picture', { ...external, event_url: '', cover: null }, ['event_url', 'cover']],
    [
      'of an external one its times, announced or not',
      { ...external, start_epoc: null, end_epoc: null, tbdDate: true },
      ['start_epoc', 'end_epoc'],
    ],
    ['the community whose members see it', { ...ready, visibility: 'community' }, ['serverId']],
    [
      'a close after the opening',
      { ...ready, registration_opens_epoc: NOW, registration_closes_epoc: NOW },
      ['registration_closes_epoc'],
    ],
  ])('%s', (_, event, fields) => {
    expect(missingToPublish(event).map(({ field }) => field)).toEqual(fields);
  });
});

describe('what may become of an event', () => {
  const manages = { manages: true };
  test.each<[string, Decision, string]>([
    ['a draft is published', canPublish({ status: 'draft' }), 'yes'],
    ['once', canPublish({ status: 'published' }), 'events.already-published'],
    ['and not when it was cancelled', canPublish({ status: 'cancelled' }), 'events.cancelled'],
    ['it goes back while nobody has registered', canUnpublish({ status: 'published', guests: 0 }), 'yes'],
    ['and not after', canUnpublish({ status: 'published', guests: 1 }), 'events.has-guests'],
    ['a draft does not go back', canUnpublish({ status: 'draft', guests: 0 }), 'events.not-published'],
    ['it is cancelled before it ends', canCancel({ status: 'published', ...timed }, NOW), 'yes'],
    ['and not after', canCancel({ status: 'published', ...timed }, NOW + 12 * HOUR), 'events.over'],
    ['nor twice', canCancel({ status: 'cancelled', ...timed }, NOW), 'events.cancelled'],
    ['a draft is not cancelled', canCancel({ status: 'draft', ...timed }, NOW), 'events.not-published'],
    ['a draft is deleted by who made it', canDelete({ status: 'draft' }, { ...manages, isCreator: true }), 'yes'],
    [
      'and not by another host',
      canDelete({ status: 'draft' }, { ...manages, isCreator: false }),
      'events.creator-only',
    ],
    [
      'nor once it was published',
      canDelete({ status: 'published' }, { ...manages, isCreator: true }),
      'events.not-a-draft',
    ],
    [
      'nor by somebody else',
      canDelete({ status: 'draft' }, { manages: false, isCreator: false }),
      'events.not-managed',
    ],
    ['hosts manage', canManage(manages), 'yes'],
    ['nobody else does', canManage({ manages: false }), 'events.not-managed'],
    ['its creator stays host', canChangeRole({ isCreator: true }), 'events.creator-stays'],
    ['another host need not', canChangeRole({ isCreator: false }), 'yes'],
    ['its address changes', canRename({ status: 'published' }, ADDRESS_CHANGES.most - 1), 'yes'],
    ['and not for ever', canRename({ status: 'published' }, ADDRESS_CHANGES.most), 'events.alias-too-often'],
    ['a draft’s as one likes', canRename({ status: 'draft' }, 1000), 'yes'],
  ])('%s', (_, decision, expected) => {
    expect(said(decision)).toBe(expected);
  });

  test.each<[string, Parameters<typeof canChange>, string]>([
    [
      'a published one stays here',
      [{ status: 'published', type: 'internal', taken: 0 }, { type: 'external' }],
      'events.type-fixed',
    ],
    ['a draft may go elsewhere', [{ status: 'draft', type: 'internal', taken: 0 }, { type: 'external' }], 'yes'],
    [
      'it keeps the seats that are taken',
      [{ status: 'published', type: 'internal', taken: 5 }, { capacity: 4 }],
      'events.capacity-below-taken',
    ],
    ['as many as are taken will do', [{ status: 'published', type: 'internal', taken: 5 }, { capacity: 5 }], 'yes'],
    ['no limit always does', [{ status: 'published', type: 'internal', taken: 5 }, { capacity: null }], 'yes'],
    ['a cancelled one stays as it is', [{ status: 'cancelled', type: 'internal', taken: 0 }, {}], 'events.cancelled'],
  ])('%s', (_, given, expected) => {
    expect(said(canChange(...given))).toBe(expected);
  });
});

describe('seats', () => {
  test('are held by guests and featured guests who go, were offered one, or pay', () => {
    const holding = ParticipationStatus.options.filter((status) => holdsSeat({ role: 'guest', status }));
    expect(holding).toEqual(['offered', 'payment_pending', 'going']);
    expect(holdsSeat({ role: 'featured_guest', status: 'going' })).toBe(true);
    for (const role of ['host', 'check_in'] as const) expect(holdsSeat({ role, status: 'going' })).toBe(false);
  });

  test('are counted, never below none', () => {
    expect([
      freeSeats({ capacity: 3, taken: 1 }),
      freeSeats({ capacity: 3, taken: 4 }),
      freeSeats({ capacity: null, taken: 9 }),
    ]).toEqual([2, 0, Number.POSITIVE_INFINITY]);
  });

  test.each<[string, Decision, string]>([
    ['one is there', canTakeSeat({ capacity: 2, taken: 1 }, null), 'yes'],
    ['none is there', canTakeSeat({ capacity: 2, taken: 2 }, null), 'events.full'],
    ['none of the ticket', canTakeSeat({ capacity: 2, taken: 1 }, { capacity: 1, taken: 1 }), 'events.ticket-full'],
    ['another ticket has one', canSwitchTo({ capacity: 2, taken: 1 }), 'yes'],
  ])('%s', (_, decision, expected) => {
    expect(said(decision)).toBe(expected);
  });

  test.each<[string, number | null, number | null]>([
    ['for a day, far from the start', 72 * HOUR, NOW + OFFER.seconds],
    ['until two hours before it, near the start', 10 * HOUR, NOW + 8 * HOUR],
    ['not at all within two hours of it', 2 * HOUR, null],
    ['for a day where no start is known', null, NOW + OFFER.seconds],
  ])('are held %s', (_, before, expected) => {
    const start_epoc = before === null ? null : NOW + before;
    expect(holdUntil({ start_epoc, end_epoc: null, tbdDate: before === null }, NOW)).toBe(expected);
  });
});

describe('where it is', () => {
  const place = { description: 'Mill Lane', locality: 'Alderwick' };
  const at = {
    tbdLocation: false,
    attend_type: 'in_person' as const,
    attend_type_details: { in_person_address: '' },
    location: place,
  };
  test.each<[string, Parameters<typeof addressOf>[0], string]>([
    ['the address', { ...at, attend_type_details: { in_person_address: '14 Tannery Row' } }, '14 Tannery Row'],
    ['else the place', at, 'Mill Lane'],
    ['else the town', { ...at, location: { ...place, description: '' } }, 'Alderwick'],
    ['online', { ...at, attend_type: 'virtual' }, 'Online'],
    ['both', { ...at, attend_type: 'both' }, 'Mill Lane and online'],
    ['both, with no place yet', { ...at, attend_type: 'both', location: null }, 'Online'],
    ['to be announced, whatever else is known', { ...at, tbdLocation: true }, 'To be announced'],
  ])('%s', (_, event, expected) => {
    expect(addressOf(event)).toBe(expected);
  });
});
