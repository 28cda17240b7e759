import type { Blocker, LeavingCounts } from '@folkmoot/contract/accounts/leaving-schema.ts';

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** What has to be done about something, and where. */
export function wayOn({ kind, name, alias, people }: Blocker): {
  title: string;
  text: string;
  label: string;
  to: string;
} {
  switch (kind) {
    case 'installation':
      return {
        title: 'You own this installation',
        text: 'Hand it over to someone else first.',
        label: 'Hand over',
        to: '/settings/installation',
      };
    case 'community':
      return {
        title: name,
        text: `A community with ${many(people, 'other member')}. Hand it over or delete it.`,
        label: 'Open settings',
        to: `/${alias}/settings`,
      };
    case 'event':
      return {
        title: name,
        text: `An upcoming event with ${many(people, 'other person', 'other people')} on the guest list. Hand it over to another host or cancel it.`,
        label: 'Manage event',
        to: `/events/manage/${alias}`,
      };
    case 'calendar':
      return {
        title: name,
        text: `A calendar that ${many(people, 'other person subscribes to or manages', 'other people subscribe to or manage')}. Delete it first.`,
        label: 'Manage calendar',
        to: `/calendars/manage/${alias}`,
      };
    case 'sales':
      return {
        title: name,
        text: 'This event still has open payments, refunds or disputes, or still pays out to your account.',
        label: 'Manage event',
        to: alias === null ? '/events' : `/events/manage/${alias}`,
      };
    case 'payment':
      return {
        title: name,
        text: 'Your bank is still processing your payment. This can take a few days.',
        label: 'View your events',
        to: '/events',
      };
  }
}

/** What goes with the account, a line for each kind that there is. */
export function whatGoes(counts: LeavingCounts): string[] {
  const lines: [number, string][] = [
    [1, 'Your profile, sign-in methods and everything you saved'],
    [counts.communities, `Your membership in ${many(counts.communities, 'community', 'communities')}`],
    [counts.ownCommunities, `${many(counts.ownCommunities, 'community', 'communities')} with no other members`],
    [counts.places, `Your spot or role at ${many(counts.places, 'upcoming event')}`],
    [
      counts.events,
      `${many(counts.events, 'draft or upcoming event', 'drafts and upcoming events')} with no other guests`,
    ],
    [counts.calendars, many(counts.calendars, 'calendar')],
    [counts.groups, many(counts.groups, 'group of people you invite', 'groups of people you invite')],
  ];
  return lines.filter(([count]) => count > 0).map(([, line]) => line);
}

/** What stays without a name. */
export function whatStays(counts: LeavingCounts): string[] {
  const lines: [number, string][] = [
    [counts.messages, many(counts.messages, 'message')],
    [counts.pastEvents, many(counts.pastEvents, 'past event')],
    [counts.pastPlaces, `Your guest list entry for ${many(counts.pastPlaces, 'past event')}`],
    [counts.payments, many(counts.payments, 'payment')],
  ];
  return lines.filter(([count]) => count > 0).map(([, line]) => line);
}
