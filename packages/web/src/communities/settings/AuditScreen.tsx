import { listAuditLog } from '@folkmoot/contract/communities/api.ts';
import { auditField, auditSentence, auditValue } from '@folkmoot/contract/communities/audit-rules.ts';
import { AUDIT_GROUPS, type AuditGroup, type AuditView } from '@folkmoot/contract/communities/audit-schema.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { Button, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate, timeAgo } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import screen from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { PersonSelect } from '../members/PersonSelect.tsx';
import { useCommunity } from '../queries.ts';
import css from './audit.module.css';

const GROUPS = [
  { value: '', label: 'All actions' },
  ...Object.entries(AUDIT_GROUPS).map(([value, label]) => ({ value, label })),
];

/** Who changed what in a community, as sentences, newest first. */
export function AuditScreen() {
  const community = useCommunity();
  const [group, setGroup] = useState<AuditGroup | ''>('');
  const [person, setPerson] = useState<MemberView | null>(null);
  const log = useInfiniteQuery({
    ...apiInfiniteQuery(listAuditLog, {
      serverId: community.id,
      ...(group ? { group } : {}),
      ...(person ? { actorId: person.id } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const lines = log.data?.pages.flatMap((page) => page.data) ?? [];
  usePageTitle('Audit log', community.name);
  return (
    <div className={screen.narrow}>
      <div className={css.filters}>
        <Select
          label="Actions"
          allowDeselect={false}
          data={GROUPS}
          value={group}
          onChange={(value) => setGroup((value ?? '') as AuditGroup | '')}
        />
        <PersonSelect
          label="Done by"
          placeholder="Anyone"
          clearable
          clearButtonProps={{ 'aria-label': 'Anyone' }}
          serverId={community.id}
          value={person}
          onChange={setPerson}
        />
      </div>
      {log.isPending && (
        <LoadingFallback label="Loading the audit log">
          <SkeletonRows rows={6} round />
        </LoadingFallback>
      )}
      {log.isError && <ErrorState error={log.error} again={log.refetch} />}
      {log.data && lines.length === 0 && (
        <EmptyState art="search" title={group || person ? 'Nothing found' : 'Nothing logged yet'}>
          {group || person ? 'Nothing matches these filters.' : 'Changes will be logged here.'}
        </EmptyState>
      )}
      {lines.length > 0 && (
        <ol className={screen.card} aria-label="Audit log" aria-busy={log.isPlaceholderData}>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void loadMore(log)}>
          Show more
        </Button>
      )}
    </div>
  );
}

const NOBODY = { id: 'deleted', firstName: '', lastName: '', imageUrl: null };

function Line({ line }: { line: AuditView }) {
  return (
    <li className={css.line}>
      <Avatar person={line.actor ?? NOBODY} size={32} />
      <div className={css.words}>
        <p>
          {auditSentence(line).map(({ text, name }, index) =>
            name ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never change position.
              <bdi key={index} className={css.name}>
                {text}
              </bdi>
            ) : (
              text
            ),
          )}
        </p>
        {line.changes.filter(isNews).map((change) => (
          <Change key={change.field} change={change} />
        ))}
        {line.note && (
          <p className={css.note} dir="auto">
            {line.note}
          </p>
        )}
      </div>
      <time dateTime={line.at} title={fullDate(line.at)} className={css.time}>
        {timeAgo(line.at)}
      </time>
    </li>
  );
}

/** The sentence has said already for how long somebody is timed out, or from when on their messages went. */
const isNews = ({ field }: AuditView['changes'][number]) => field !== 'length';

/** One field before and after; for pictures only the sentence says that they changed. */
function Change({ change }: { change: AuditView['changes'][number] }) {
  if (change.before === null && change.after === null) return null;
  return (
    <p className={css.change}>
      <span className={css.field}>{auditField(change.field)}</span>
      <span dir="auto">{auditValue(change.field, change.before)}</span>
      <IconArrowRight size={13} role="img" aria-label="became" className={css.arrow} />
      <span dir="auto">{auditValue(change.field, change.after)}</span>
    </p>
  );
}
