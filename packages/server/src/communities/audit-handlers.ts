import * as api from '@folkmoot/contract/communities/api.ts';
import { changesOf } from '@folkmoot/contract/communities/audit-rules.ts';
import { type AuditView, DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { CommunityHooks } from './actions.ts';
import { type AuditLine, findPersonNames, listAudit } from './audit-store.ts';

/** The audit log, with names instead of ids. */
export function auditHandlers(hooks: CommunityHooks): Binding[] {
  return [
    handle(api.listAuditLog, async ({ tx, member, query }) => {
      const page = await listAudit(tx, member.serverId, query);
      const people = await findPersonNames(tx, page.data.flatMap(personsIn));
      const subjects = await hooks.naming(tx, member, page.data.flatMap(channelsIn));
      return { data: page.data.map((line) => auditView(line, people, subjects)), nextCursor: page.nextCursor };
    }),
  ];
}

type Names = ReadonlyMap<string, string | null>;

const isOfPerson = (action: string) => action.startsWith('member.') || action === 'server.handed-over';

function personsIn({ action, subjectId, after }: AuditLine): string[] {
  return [...(subjectId && isOfPerson(action) ? [subjectId] : []), ...usersIn(after)];
}

function usersIn(record: AuditLine['after']): string[] {
  const users = record?.users;
  return Array.isArray(users) ? users.filter((one): one is string => typeof one === 'string') : [];
}

function channelsIn({ action, subjectId, before, after }: AuditLine): string[] {
  if (!/^(channel|category)\./.test(action)) return [];
  return [subjectId, categoryOf(before), categoryOf(after)].filter((id) => typeof id === 'string');
}

function categoryOf(record: AuditLine['after']): unknown {
  return record?.categoryId ?? record?.category_id;
}

/** A line as it is shown. `subjects` has null for what the reader may not see, and nothing for what was deleted. */
function auditView(line: AuditLine, people: Names, subjects: Names): AuditView {
  const { id, at, action, actor, subjectId, before, after } = line;
  const hidden = subjectId !== null && subjects.get(subjectId) === null;
  const reason = after?.reason;
  return {
    id,
    at,
    action,
    actor,
    own: actor !== null && actor.id === subjectId,
    subject: hidden ? null : subjectOf(line, people, subjects),
    people: usersIn(after).map((userId) => people.get(userId) ?? DELETED_MEMBER),
    changes: hidden ? [] : changesOf(withNames(before, subjects), withNames(after, subjects)),
    note: typeof reason === 'string' && reason !== '' ? reason : null,
  };
}

function subjectOf({ action, subjectId, before, after }: AuditLine, people: Names, subjects: Names): string | null {
  if (subjectId === null) return null;
  if (isOfPerson(action)) return people.get(subjectId) ?? null;
  const written = before?.name ?? after?.name;
  return subjects.get(subjectId) ?? (typeof written === 'string' ? written : null);
}

/** A category is called by its name; one that is gone has none. */
function withNames(record: AuditLine['after'], subjects: Names): Record<string, unknown> | null {
  if (!record || !('categoryId' in record || 'category_id' in record)) return record;
  const { category_id: _, ...rest } = record;
  const id = categoryOf(record);
  return { ...rest, categoryId: typeof id === 'string' ? (subjects.get(id) ?? 'a deleted category') : null };
}
