/** The name under which a person is shown. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** One or two letters for a person without a picture; whole graphemes, so no accent is torn off. */
export function initials(person: { firstName: string; lastName: string }): string {
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return `${first(person.firstName)}${first(person.lastName)}`.toUpperCase();
}

/**
 * Names that speak for the installation or its email (RFC 2142 among them): no username, and no community's or
 * event's address, may be one of them.
 */
export const OFFICIAL_WORDS: ReadonlySet<string> = new Set([
  'abuse',
  'admin',
  'administrator',
  'administrators',
  'admins',
  'channel',
  'everyone',
  'folkmoot',
  'here',
  'hostmaster',
  'info',
  'mailer-daemon',
  'mod',
  'moderation',
  'moderator',
  'moderators',
  'mods',
  'no-reply',
  'noreply',
  'official',
  'operator',
  'ops',
  'postmaster',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'team',
  'trust',
  'webmaster',
]);
