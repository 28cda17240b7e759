import { previewNotice } from '@folkmoot/contract/events/api.ts';
import { type NoticeKind, type NoticePreview, toldBy } from '@folkmoot/contract/events/cancel-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/** How many people a notice reaches, and who is left out, with why and what the host can do. */
export function NoticeWords({ eventId, of }: { eventId: string; of: NoticeKind }) {
  const notice = useQuery({ ...apiQuery(previewNotice, { eventId, of }), refetchOnMount: 'always', gcTime: 0 });
  return (
    <div role="status">
      {notice.isPending && <Skeleton h={20} />}
      {notice.isError && <p>We could not count whom it reaches. Everybody on the list is told.</p>}
      {notice.data && sentencesOf(notice.data).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </div>
  );
}

const join = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts);

function sentencesOf(notice: NoticePreview): string[] {
  const { going, waiting, invited, team } = notice;
  const parts = [
    going > 0 ? `${going} going` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    invited > 0 ? `${invited} invited` : '',
    team > 0 ? `${team} hosting or helping` : '',
  ].filter((part) => part !== '');
  const told = toldBy(notice);
  return [
    told === 0
      ? 'Nobody is told.'
      : `We tell ${told === 1 ? '1 person' : `${told.toLocaleString('en')} people`}: ${join(parts)}.`,
    ...leftOut(
      notice,
      'stopped',
      (one) => `stopped all emails about this event. Tell ${one ? 'this person' : 'them'} another way.`,
    ),
    ...leftOut(
      notice,
      'unmailed',
      (one) =>
        `${one ? 'is' : 'are'} invited and never had an email about this event. Write to ${one ? 'this person' : 'them'} in Messages.`,
    ),
  ];
}

function leftOut(
  { skipped, leftOut: some }: NoticePreview,
  reason: 'stopped' | 'unmailed',
  why: (one: boolean) => string,
): string[] {
  const count = skipped[reason];
  if (count === 0) return [];
  const names = some.filter((one) => one.reason === reason).map(({ name }) => name);
  const more = count - names.length;
  return [`Left out: ${join(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)} ${why(count === 1)}`];
}
