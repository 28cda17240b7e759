import { type AuditChange, type AuditView, DELETED_MEMBER } from './audit-schema.ts';

/** A piece of a sentence: words, or a name, which a screen sets apart. */
export type AuditPart = { text: string; name: boolean };

type Facts = Pick<AuditView, 'action' | 'actor' | 'own' | 'subject' | 'people' | 'changes'>;
type Name = { readonly called: string };

const called = (name: string): Name => ({ called: name });

function say(words: TemplateStringsArray, ...names: (Name | string)[]): AuditPart[] {
  const parts: AuditPart[] = [];
  for (const [index, text] of words.entries()) {
    const next = names[index];
    const plain = typeof next === 'string' ? text + next : text;
    if (plain !== '') parts.push({ text: plain, name: false });
    if (typeof next === 'object') parts.push({ text: next.called, name: true });
  }
  return parts;
}

const who = ({ actor }: Facts) =>
  called(actor ? `${actor.firstName} ${actor.lastName}`.trim() || actor.username : DELETED_MEMBER);
const whom = ({ subject }: Facts) => called(subject ?? DELETED_MEMBER);
const channel = ({ subject }: Facts) => called(subject === null ? 'a private channel' : `#${subject}`);
const event = ({ subject }: Facts) => called(subject ?? 'a deleted event');
const category = ({ subject }: Facts) => called(subject ?? 'a deleted category');

const ROLE_WORDS: Record<string, string> = {
  CREATOR: 'the creator',
  ADMIN: 'an admin',
  MODERATOR: 'a moderator',
  MEMBER: 'a member',
};
const newRole = ({ changes }: Facts) =>
  ROLE_WORDS[changes.find(({ field }) => field === 'roleType')?.after ?? ''] ?? 'something else';

/** How long something is, as a moderator has chosen it. */
const lengthOf = ({ changes }: Facts) => changes.find(({ field }) => field === 'length')?.after ?? 'time';

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** What changed about something, in words: ` name and topic`; `settings` if nothing differs. */
const aspects = ({ changes }: Facts) =>
  listed(changes.map(({ field }) => (FIELDS[field] ?? field).toLowerCase())) || 'settings';

/** A sentence for every action that the server writes; a test finds missing ones. */
const SENTENCES: Record<string, (facts: Facts) => AuditPart[]> = {
  'server.created': (facts) => say`${who(facts)} started the community`,
  'server.changed': (facts) => say`${who(facts)} changed the community’s ${aspects(facts)}`,
  'server.home-published': (facts) => say`${who(facts)} published the home`,
  'server.faqs-changed': (facts) => say`${who(facts)} changed the questions and answers of the home`,
  'server.handed-over': (facts) => say`${who(facts)} handed the community over to ${whom(facts)}`,
  'member.joined': (facts) =>
    facts.own ? say`${whom(facts)} joined` : say`${whom(facts)} joined with an invitation from ${who(facts)}`,
  'member.left': (facts) => say`${whom(facts)} left`,
  'member.removed': (facts) => say`${who(facts)} removed ${whom(facts)}`,
  'member.role': (facts) => say`${who(facts)} made ${whom(facts)} ${newRole(facts)}`,
  'member.request-approved': (facts) => say`${who(facts)} approved ${whom(facts)}’s request to join`,
  'member.request-rejected': (facts) => say`${who(facts)} rejected ${whom(facts)}’s request to join`,
  'member.banned': (facts) => say`${who(facts)} banned ${whom(facts)}`,
  'member.timed-out': (facts) => say`${who(facts)} timed out ${whom(facts)} for ${lengthOf(facts)}`,
  'member.timeout-ended': (facts) => say`${who(facts)} ended the time-out of ${whom(facts)}`,
  'member.written-deleted': (facts) =>
    say`${who(facts)} deleted what ${whom(facts)} wrote in the last ${lengthOf(facts)}`,
  'member.unbanned': (facts) => say`${who(facts)} lifted the ban on ${whom(facts)}`,
  'invite.created': (facts) => say`${who(facts)} created an invitation link`,
  'invite.emailed': (facts) => say`${who(facts)} invited people by email`,
  'invite.unemailed': (facts) => say`${who(facts)} revoked invitations by email`,
  'invite.revoked': (facts) => say`${who(facts)} revoked an invitation link`,
  'channel.created': (facts) => say`${who(facts)} created ${channel(facts)}`,
  'channel.changed': (facts) => say`${who(facts)} changed the ${aspects(facts)} of ${channel(facts)}`,
  'channel.archived': (facts) => say`${who(facts)} archived ${channel(facts)}`,
  'channel.restored': (facts) => say`${who(facts)} restored ${channel(facts)}`,
  'channel.ordered': (facts) => say`${who(facts)} moved ${channel(facts)} to another place in the list`,
  'channel.joined-private': (facts) => say`${who(facts)} added themselves to the private channel ${channel(facts)}`,
  'channel.members-added': (facts) =>
    say`${who(facts)} added ${called(listed(facts.people) || 'people')} to ${channel(facts)}`,
  'category.created': (facts) => say`${who(facts)} created the category ${category(facts)}`,
  'category.changed': (facts) => say`${who(facts)} changed the ${aspects(facts)} of the category ${category(facts)}`,
  'category.deleted': (facts) => say`${who(facts)} deleted the category ${category(facts)}`,
  'category.ordered': (facts) => say`${who(facts)} moved the category ${category(facts)} to another place in the list`,
  'event.published': (facts) => say`${who(facts)} published the event ${event(facts)}`,
  'event.unpublished': (facts) => say`${who(facts)} made the event ${event(facts)} a draft again`,
  'event.updated': (facts) => say`${who(facts)} changed the event ${event(facts)}`,
  'event.cancelled': (facts) => say`${who(facts)} cancelled the event ${event(facts)}`,
  'event.asked': (facts) => say`${who(facts)} invited someone to the event ${event(facts)}`,
  'event.invited': (facts) => say`${who(facts)} invited people to the event ${event(facts)} by email`,
  'event.reminded': (facts) => say`${who(facts)} reminded people of their invitation to the event ${event(facts)}`,
  'event.messaged': (facts) => say`${who(facts)} wrote to guests of the event ${event(facts)}`,
  'event.uninvited': (facts) => say`${who(facts)} revoked invitations to the event ${event(facts)}`,
  'event.handed-over': (facts) => say`${who(facts)} handed the event ${event(facts)} over`,
  'event.role': (facts) => say`${who(facts)} changed who hosts the event ${event(facts)}`,
  'event.account': (facts) => say`${who(facts)} changed which account the event ${event(facts)} is paid to`,
  'event.refunded': (facts) => say`${who(facts)} gave money back to a guest of the event ${event(facts)}`,
  'event.money-kept': (facts) =>
    say`${who(facts)} ended places of the event ${event(facts)} without giving back what was paid for them`,
  'event.qna-changed': (facts) => say`${who(facts)} changed the Q&A of the event ${event(facts)}: ${aspects(facts)}`,
  'event.question-refused': (facts) => say`${who(facts)} refused a question at the event ${event(facts)}`,
  'event.question-merged': (facts) => say`${who(facts)} merged two questions at the event ${event(facts)}`,
  'event.qna-guests-removed': (facts) =>
    say`${who(facts)} removed people from the Q&A of the event ${event(facts)} who had come by its code`,
  'report.answered': (facts) => say`${who(facts)} answered a report about a message`,
  'report.event-answered': (facts) => say`${who(facts)} dismissed a report about an event`,
};

/** Every action that has a sentence. */
export const AUDIT_ACTIONS: readonly string[] = Object.keys(SENTENCES);

/** One line of the audit log as a sentence, in pieces. An action without a wording yet shows its own name. */
export function auditSentence(facts: Facts): AuditPart[] {
  return SENTENCES[facts.action]?.(facts) ?? say`${who(facts)}: ${facts.action}`;
}

/** Fields that the log shows to its readers, in their words. */
const FIELDS: Record<string, string> = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  logo: 'Logo',
  cover: 'Cover',
  visibility: 'Visibility',
  roleType: 'Role',
  mode: 'Mode',
  type: 'Type',
  avatar: 'Emoji',
  isDefault: 'Default setting',
  categoryId: 'Category',
  qnaStatus: 'Status',
  approveQuestionsForModeration: 'Approval',
  allowAnonymousQuestions: 'Anonymous questions',
  whoCanComment: 'Who can comment',
  joinByCode: 'Joining by code',
  length: 'Length',
  holdWords: 'Number of words that hold a question',
};

/** A field's name as a reader knows it. */
export function auditField(field: string): string {
  return FIELDS[field] ?? field;
}

/** Words for values that are stored under their names in code. */
const VALUES: Record<string, Record<string, string>> = {
  roleType: { CREATOR: 'Creator', ADMIN: 'Admin', MODERATOR: 'Moderator', MEMBER: 'Member' },
  visibility: { public: 'Public', private: 'Private', secret: 'Secret' },
  mode: { public: 'Public', private: 'Private' },
  type: { text: 'Text', announcement: 'Announcements' },
  isDefault: { yes: 'On', no: 'Off' },
  qnaStatus: { enabled: 'Enabled', disabled: 'Disabled' },
  approveQuestionsForModeration: { yes: 'On', no: 'Off' },
  allowAnonymousQuestions: { yes: 'On', no: 'Off' },
  whoCanComment: { all: 'Everyone', host: 'Hosts', featured_guest: 'Hosts and featured guests' },
  joinByCode: { yes: 'On', no: 'Off' },
};

/** A value as a reader knows it; `none` if there was nothing. */
export function auditValue(field: string, value: string | null): string {
  return value === null ? 'none' : (VALUES[field]?.[value] ?? value);
}

/** Pictures are addresses of files, which say nothing. */
const SILENT = new Set(['logo', 'cover']);

/**
 * What differs between two records, in the fields that the log shows; `after` may hold only what was sent, and
 * columns by their database names (`is_default`).
 */
export function changesOf(before: object | null, after: object | null): AuditChange[] {
  if (!before || !after) return [];
  const was = camelled(before);
  return Object.entries(camelled(after))
    .filter(([field, value]) => field in FIELDS && (was[field] ?? null) !== (value ?? null))
    .map(([field, value]) => ({
      field,
      before: SILENT.has(field) ? null : shown(was[field]),
      after: SILENT.has(field) ? null : shown(value),
    }));
}

function camelled(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function shown(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined || value === '' ? null : String(value);
}
