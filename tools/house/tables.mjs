import { isTest } from './source.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

/**
 * Which slice writes which tables. Every slice may read them; others that want to change one call an action or a store
 * of its owner.
 * @type {Record<string, string[]>}
 */
const owned = {
  accounts: [
    ...['users', 'accounts', 'sessions', 'installation', 'sign_up_holds', 'mailed_codes', 'used_codes'],
    ...['failed_proofs', 'verifications', 'two_factors', 'passkeys', 'deletion_codes', 'departures', 'exports'],
    ...['former_usernames'],
  ],
  blocks: ['blocks'],
  media: ['files', 'media_work'],
  writing: ['writing_days', 'writing_uses'],
  communities: [
    ...[
      'servers',
      'roles',
      'members',
      'aliases',
      'address_changes',
      'invite_codes',
      'join_requests',
      'bans',
      'timeouts',
    ],
    ...['audit_log', 'featured_communities'],
  ],
  conversations: [
    ...['conversations', 'conversation_members', 'messages', 'message_edits', 'reactions', 'mentions', 'group_adds'],
    ...['message_notices', 'former_mentions'],
  ],
  channels: ['channels', 'categories'],
  notifications: [
    ...['notifications', 'notification_deliveries', 'notification_digests', 'notification_preferences', 'push_devices'],
  ],
  mailings: ['mailings', 'letters', 'mail_stops', 'mail_rate', 'mail_stop_removals'],
  reports: ['reports', 'personal_reports'],
  saved: ['saved_messages'],
  places: ['place_loads', 'place_areas', 'places', 'place_names', 'place_outlines'],
  participations: [
    ...['participations', 'participation_history', 'event_mails', 'event_mail_stops', 'event_outreach'],
    ...['event_counts'],
  ],
  events: ['events', 'event_access', 'event_reports', 'passcode_tries', 'host_messages'],
  questionnaires: ['questions', 'question_versions', 'answers'],
  calendars: [
    ...['calendars', 'calendar_admins', 'calendar_subscriptions', 'calendar_entries', 'calendar_feeds'],
    ...['calendar_sources', 'calendar_source_events'],
  ],
  tickets: ['tickets'],
  codes: ['codes'],
  payments: [
    ...['stripe_accounts', 'stripe_events', 'orders', 'payments', 'refunds', 'disputes', 'ledger', 'sellers', 'papers'],
    ...['reconciliations', 'ledger_checks', 'ledger_differences'],
  ],
  admission: ['admissions', 'admission_keys'],
  groups: ['guest_groups', 'group_guests'],
  contacts: ['contact_connections', 'contact_consents'],
  invitations: ['invitations', 'community_invitations', 'community_invitation_counts', 'invitation_counts'],
  qna: [
    ...['qna_settings', 'qna_people', 'qna_questions', 'qna_votes', 'qna_comments', 'qna_reactions', 'qna_reports'],
    ...['qna_shares'],
  ],
  home: ['homes', 'home_pages', 'home_pictures', 'home_reports'],
  search: ['message_words', 'search_marks'],
};

const ownerOf = new Map(Object.entries(owned).flatMap(([slice, tables]) => tables.map((table) => [table, slice])));

/**
 * Writes to the table of another slice that are meant to be.
 * @type {{ path: string, tables: string[], reason: string }[]}
 */
const exceptions = [
  {
    path: 'packages/server/src/participations/seats-store.ts',
    tables: ['events', 'tickets', 'answers'],
    reason: 'a free seat is taken in one statement, with its counts and its answers: docs/decisions/020',
  },
  {
    path: 'packages/server/src/participations/moves-store.ts',
    tables: ['events', 'tickets'],
    reason: "the counts of seats, which change only together with a participation and under its event's lock",
  },
  {
    path: 'packages/server/src/participations/holds-store.ts',
    tables: ['events', 'tickets'],
    reason: 'the same, when seats are nobody’s any more that were not paid for in time',
  },
];

const writes = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert into|delete from|merge into) (\w+)/g,
  /\bupdate (?!set\b|of\b)(\w+)(?: (?!set\b)\w+)? set\b/g,
];

/**
 * Each table is written by the stores of one slice.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkTables(sources) {
  return sources.flatMap((source) => {
    const slice = /^packages\/server\/src\/([a-z]+)\//.exec(source.path)?.[1];
    if (slice === undefined || slice === 'seed' || slice === 'core' || isTest(source.path)) return [];
    const found = writes.flatMap((pattern) =>
      [...source.code.matchAll(pattern)].map((match) => ({ table: match[1] ?? '', at: match.index })),
    );
    const allowed = exceptions.filter(({ path }) => path === source.path).flatMap(({ tables }) => tables);
    const wrong = found.filter(({ table }) => ownerOf.get(table) !== slice && !allowed.includes(table));
    const unused = allowed.filter((table) => !found.some((one) => one.table === table));
    return [
      ...wrong.map(({ table, at }) => ({
        path: source.path,
        line: source.code.slice(0, at).split('\n').length,
        message: messageFor(table, slice),
      })),
      ...unused.map((table) => ({
        path: source.path,
        message: `It no longer writes ${table}: take the exception out of tools/house/tables.mjs.`,
      })),
    ];
  });
}

/**
 * @param {string} table
 * @param {string} slice
 */
function messageFor(table, slice) {
  const owner = ownerOf.get(table);
  return owner === undefined
    ? `No slice owns the table ${table}. Say in tools/house/tables.mjs whose it is.`
    : `The table ${table} belongs to ${owner}, and ${slice} may only read it. Call an action or a store of ${owner}.`;
}
