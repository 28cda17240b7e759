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
import { addressOf, hasStarted, placeOf, whereOf } from './facts-rules.ts';
import {
  canCancel,
  canChange,
  canChangeRole,
  canDelete,
  canManage,
  canPublish,
  canRename,
  canSee,
  canUnpublish,
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
    gaveUp: false,
    admitted: false,
  };
  test.each<[string, Partial<Seeing>, string]>([
    ['is allowed to anybody if it is public', {}, 'yes'],
    ['is allowed to anybody if it is public and cancelled', { status: 'cancelled' }, 'yes'],
    ['is refused to a stranger if it is a draft', { status: 'draft' }, 'core.not-found'],
    [
      'is refused to a person on its guest list if it is a draft',
      { status: 'draft', participation: 'going' },
      'core.not-found',
    ],
    ['is allowed to its hosts if it is a draft', { status: 'draft', manages: true }, 'yes'],
    ['is refused to a stranger if it is for members', { visibility: 'community' }, 'core.not-found'],
    ['is allowed to a member if it is for members', { visibility: 'community', member: true }, 'yes'],
    [
      'is allowed to an invited person if it is for members',
      { visibility: 'community', participation: 'invited' },
      'yes',
    ],
    [
      'is refused to a person whom its hosts declined, if it is for members',
      { visibility: 'community', participation: 'not_going' },
      'core.not-found',
    ],
    [
      'is allowed to a person who declined themselves, if it is for members',
      { visibility: 'community', participation: 'not_going', gaveUp: true },
      'yes',
    ],
    [
      'is allowed to a person who cancelled themselves, if it is private',
      { visibility: 'private', participation: 'not_going', gaveUp: true },
      'yes',
    ],
    ['is refused to a stranger if it is private', { visibility: 'private' }, 'events.locked'],
    [
      'is refused to a member of its community if it is private',
      { visibility: 'private', member: true },
      'events.locked',
    ],
    ['is allowed to a person with access if it is private', { visibility: 'private', admitted: true }, 'yes'],
    [
      'is allowed to a person who waits for approval if it is private',
      { visibility: 'private', participation: 'requested' },
      'yes',
    ],
    [
      'is refused to a person whose registration its hosts cancelled, if it is private',
      { visibility: 'private', participation: 'not_going' },
      'events.locked',
    ],
  ])('seeing an event %s', (_, seeing, expected) => {
    expect(said(canSee({ ...stranger, ...seeing }))).toBe(expected);
  });

  test('an event is always shown to its managers, who alone see its drafts', () => {
    for (const status of EventStatus.options)
      for (const visibility of EventVisibility.options)
        for (const participation of [null, ...ParticipationStatus.options]) {
          const seeing = { ...stranger, status, visibility, participation };
          expect(canSee({ ...seeing, manages: true }).ok).toBe(true);
          if (status === 'draft') expect(canSee({ ...seeing, member: true, admitted: true }).ok).toBe(false);
        }
  });
});

describe('events', () => {
  test.each<[string, Parameters<typeof isOver>[0], boolean]>([
    ['is over at its end', { ...timed, end_epoc: NOW }, true],
    ['is not over a second before its end', { ...timed, end_epoc: NOW + 1 }, false],
    ['is never over while its date is to be announced', { ...timed, end_epoc: NOW - 1, tbdDate: true }, false],
    ['is never over without a start', { start_epoc: null, end_epoc: null, tbdDate: false }, false],
    ['is over a day after its start if it has no end', { ...timed, start_epoc: NOW - 24 * HOUR, end_epoc: null }, true],
    [
      'is not over sooner than a day after its start if it has no end',
      { ...timed, start_epoc: NOW - 24 * HOUR + 1, end_epoc: null },
      false,
    ],
  ])('an event %s', (_, event, expected) => {
    expect(isOver(event, NOW)).toBe(expected);
  });

  test('an event has started from its first second on', () => {
    expect([
      hasStarted({ ...timed, start_epoc: NOW }, NOW),
      hasStarted({ ...timed, start_epoc: NOW + 1 }, NOW),
    ]).toEqual([true, false]);
    expect(hasStarted({ ...timed, start_epoc: NOW, tbdDate: true }, NOW)).toBe(false);
  });
});

describe('publishing an event', () => {
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
    ['needs nothing more than a complete event', ready, []],
    ['needs its times', { ...ready, start_epoc: null, end_epoc: null }, ['start_epoc', 'end_epoc']],
    ['needs no times if they are to be announced', { ...ready, start_epoc: null, end_epoc: null, tbdDate: true }, []],
    ['needs at least an hour between start and end', { ...ready, end_epoc: timed.start_epoc + HOUR - 1 }, ['end_epoc']],
    ['needs nothing more of a complete external event', external, []],
    [
      'needs the address and the picture of an external event',
      { ...external, event_url: '', cover: null },
      ['event_url', 'cover'],
    ],
    [
      'needs the times of an external event, even if they are to be announced',
      { ...external, start_epoc: null, end_epoc: null, tbdDate: true },
      ['start_epoc', 'end_epoc'],
    ],
    ['needs the community if only its members see the event', { ...ready, visibility: 'community' }, ['serverId']],
    [
      'needs registration to close after it opens',
      { ...ready, registration_opens_epoc: NOW, registration_closes_epoc: NOW },
      ['registration_closes_epoc'],
    ],
  ])('publishing an event %s', (_, event, fields) => {
    expect(missingToPublish(event).map(({ field }) => field)).toEqual(fields);
  });
});

describe('the life of an event', () => {
  const manages = { manages: true };
  test.each<[string, Decision, string]>([
    ['a draft can be published', canPublish({ status: 'draft' }), 'yes'],
    ['a published event cannot be published again', canPublish({ status: 'published' }), 'events.already-published'],
    ['a cancelled event cannot be published', canPublish({ status: 'cancelled' }), 'events.cancelled'],
    [
      'a published event can become a draft while nobody has registered',
      canUnpublish({ status: 'published', hasGuests: false }),
      'yes',
    ],
    [
      'a published event cannot become a draft after a registration',
      canUnpublish({ status: 'published', hasGuests: true }),
      'events.has-guests',
    ],
    ['a draft cannot become a draft', canUnpublish({ status: 'draft', hasGuests: false }), 'events.not-published'],
    ['a published event can be cancelled before it ends', canCancel({ status: 'published', ...timed }, NOW), 'yes'],
    [
      'a published event cannot be cancelled after it has ended',
      canCancel({ status: 'published', ...timed }, NOW + 12 * HOUR),
      'events.over',
    ],
    [
      'a cancelled event cannot be cancelled again',
      canCancel({ status: 'cancelled', ...timed }, NOW),
      'events.cancelled',
    ],
    ['a draft cannot be cancelled', canCancel({ status: 'draft', ...timed }, NOW), 'events.not-published'],
    ['a draft can be deleted by its creator', canDelete({ status: 'draft' }, { ...manages, isCreator: true }), 'yes'],
    [
      'a draft cannot be deleted by another host',
      canDelete({ status: 'draft' }, { ...manages, isCreator: false }),
      'events.creator-only',
    ],
    [
      'a published event cannot be deleted',
      canDelete({ status: 'published' }, { ...manages, isCreator: true }),
      'events.not-a-draft',
    ],
    [
      'a draft cannot be deleted by anybody else',
      canDelete({ status: 'draft' }, { manages: false, isCreator: false }),
      'events.not-managed',
    ],
    ['hosts can manage an event', canManage(manages), 'yes'],
    ['people who are not hosts cannot manage an event', canManage({ manages: false }), 'events.not-managed'],
    ['the creator of an event stays a host', canChangeRole({ isCreator: true }), 'events.creator-stays'],
    ['a host who did not create the event can be removed', canChangeRole({ isCreator: false }), 'yes'],
    [
      'the address of a published event can change',
      canRename({ status: 'published' }, ADDRESS_CHANGES.most - 1),
      'yes',
    ],
    [
      'the address of a published event cannot change for ever',
      canRename({ status: 'published' }, ADDRESS_CHANGES.most),
      'events.alias-too-often',
    ],
    ['the address of a draft can change as often as its hosts like', canRename({ status: 'draft' }, 1000), 'yes'],
  ])('%s', (_, decision, expected) => {
    expect(said(decision)).toBe(expected);
  });

  test.each<[string, Parameters<typeof canChange>, string]>([
    [
      'the type of a published event cannot change',
      [{ status: 'published', type: 'internal', taken: 0 }, { type: 'external' }],
      'events.type-fixed',
    ],
    ['the type of a draft can change', [{ status: 'draft', type: 'internal', taken: 0 }, { type: 'external' }], 'yes'],
    [
      'the capacity of an event cannot go below the seats taken',
      [{ status: 'published', type: 'internal', taken: 5 }, { capacity: 4 }],
      'events.capacity-below-taken',
    ],
    [
      'the capacity of an event can equal the seats taken',
      [{ status: 'published', type: 'internal', taken: 5 }, { capacity: 5 }],
      'yes',
    ],
    [
      'the capacity of an event can always become unlimited',
      [{ status: 'published', type: 'internal', taken: 5 }, { capacity: null }],
      'yes',
    ],
    ['a cancelled event cannot change', [{ status: 'cancelled', type: 'internal', taken: 0 }, {}], 'events.cancelled'],
  ])('%s', (_, given, expected) => {
    expect(said(canChange(...given))).toBe(expected);
  });
});

describe('seats', () => {
  test('seats are held by guests and featured guests who are going, have an offer, or are paying', () => {
    const holding = ParticipationStatus.options.filter((status) => holdsSeat({ role: 'guest', status }));
    expect(holding).toEqual(['offered', 'going']);
    // Only as long as it is held for them.
    for (const hold of [1_780_000_000, null])
      expect(holdsSeat({ role: 'guest', status: 'payment_pending', hold_expires_epoc: hold })).toBe(hold !== null);
    expect(holdsSeat({ role: 'featured_guest', status: 'going' })).toBe(true);
    for (const role of ['host', 'check_in'] as const) expect(holdsSeat({ role, status: 'going' })).toBe(false);
  });

  test('seats are counted down to zero and never below', () => {
    expect([
      freeSeats({ capacity: 3, taken: 1 }),
      freeSeats({ capacity: 3, taken: 4 }),
      freeSeats({ capacity: null, taken: 9 }),
    ]).toEqual([2, 0, Number.POSITIVE_INFINITY]);
  });

  test.each<[string, Decision, string]>([
    ['can be taken while one is left', canTakeSeat({ capacity: 2, taken: 1 }, null), 'yes'],
    ['cannot be taken when none is left', canTakeSeat({ capacity: 2, taken: 2 }, null), 'events.full'],
    [
      'cannot be taken when the ticket has none left',
      canTakeSeat({ capacity: 2, taken: 1 }, { capacity: 1, taken: 1 }),
      'events.ticket-full',
    ],
    ['can be switched to a ticket with one left', canSwitchTo({ capacity: 2, taken: 1 }), 'yes'],
  ])('a seat %s', (_, decision, expected) => {
    expect(said(decision)).toBe(expected);
  });

  test.each<[string, number | null, number | null]>([
    ['are held for a day if the start is far away', 72 * HOUR, NOW + OFFER.seconds],
    ['are held until two hours before the start if it is near', 10 * HOUR, NOW + 8 * HOUR],
    ['are not held within two hours of the start', 2 * HOUR, null],
    ['are held for a day if the start is not known', null, NOW + OFFER.seconds],
  ])('offered seats %s', (_, before, expected) => {
    const start_epoc = before === null ? null : NOW + before;
    expect(holdUntil({ start_epoc, end_epoc: null, tbdDate: before === null }, NOW)).toBe(expected);
  });
});

describe('the location of an event', () => {
  const millLane = { description: 'Mill Lane', locality: 'Alderwick' };
  const at = {
    tbdLocation: false,
    attend_type: 'in_person' as const,
    attend_type_details: { in_person_address: '' },
    location: millLane,
  };
  test.each<[string, Parameters<typeof addressOf>[0], string]>([
    ['is its address', { ...at, attend_type_details: { in_person_address: '14 Tannery Row' } }, '14 Tannery Row'],
    ['is its description if there is no address', at, 'Mill Lane'],
    ['is its town if there is nothing else', { ...at, location: { ...millLane, description: '' } }, 'Alderwick'],
    ['is “Online” for an online event', { ...at, attend_type: 'virtual' }, 'Online'],
    ['says “and online” if both', { ...at, attend_type: 'both' }, 'Mill Lane and online'],
    ['is “Online” if both, without a location yet', { ...at, attend_type: 'both', location: null }, 'Online'],
    ['is to be announced, whatever else is known', { ...at, tbdLocation: true }, 'To be announced'],
  ])('an event’s location %s', (_, event, expected) => {
    expect(addressOf(event)).toBe(expected);
  });

  const [street, both] = ['14 Tannery Row', { attend_type: 'both' as const }];
  test.each<[string, Parameters<typeof addressOf>[0], string, string]>([
    ['has its town', at, 'Mill Lane, Alderwick', 'Mill Lane, Alderwick'],
    [
      'has it once',
      { ...at, attend_type_details: { in_person_address: `${street}, alderwick AL1` } },
      `${street}, alderwick AL1`,
      `${street}, alderwick AL1`,
    ],
    [
      'is for programs where people can go',
      { ...at, ...both },
      'Mill Lane, Alderwick and online',
      'Mill Lane, Alderwick',
    ],
    ['is “Online” if there is nothing else', { ...at, ...both, location: null }, 'Online', 'Online'],
    ['is “Online” for an online event', { ...at, attend_type: 'virtual' }, 'Online', 'Online'],
    ['is to be announced', { ...at, ...both, tbdLocation: true }, 'To be announced', 'To be announced'],
  ])('an event’s location that stands alone %s', (_, event, where, place) => {
    expect([whereOf(event), placeOf(event)]).toEqual([where, place]);
  });
});
