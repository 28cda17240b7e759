import { deleteCode, listCodes } from '@folkmoot/contract/codes/api.ts';
import { type CodeView, LIMITS } from '@folkmoot/contract/codes/schema.ts';
import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';
import { useEventLive } from '../events/page/useEventLive.ts';
import { momentOf } from '../events/times/event-times.ts';
import { useNow } from '../events/times/useNow.ts';
import { useAllTickets } from '../tickets/useAllTickets.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import list from '../ui/inputs/list-editor.module.css';
import screen from '../ui/layout/screen.module.css';
import css from './codes.module.css';

const CodeDialog = lazyPart(() => import('./CodeDialog.tsx'), 'CodeDialog');

/** An event's codes: what they do, and how often they are used. */
export function CodesSection({ event }: { event: EventView }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const now = useNow();
  const eventId = event.id;
  const codes = useQuery(apiQuery(listCodes, { eventId }));
  const tickets = useAllTickets(eventId);
  const refresh = () => void queryClient.invalidateQueries(apiQuery(listCodes, { eventId }));
  useEventLive(refresh, eventId);
  const closed = event.status === 'cancelled';
  const all = tickets.data ?? [];
  const edit = (code?: CodeView) =>
    show(<CodeDialog event={event} tickets={all} {...(code && { code })} onSaved={refresh} />);
  const remove = ({ id: codeId, code }: CodeView) =>
    confirm({
      title: `Remove ${code}?`,
      body: 'No one will be able to register with this code any more. People who already have keep their price.',
      verb: 'Remove code',
      busyVerb: 'Removing',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(deleteCode, { eventId, codeId })).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        } finally {
          refresh();
        }
      },
    });
  const shown = codes.data?.data ?? [];
  return (
    <section className={list.section} aria-labelledby="codes-title">
      <header>
        <h2 id="codes-title">Codes</h2>
        {!closed && all.length > 0 && shown.length < LIMITS.codes && (
          <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={() => edit()}>
            Add code
          </Button>
        )}
      </header>
      <p>Codes lower the price, or show hidden tickets to the people you give them to.</p>
      {codes.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={1} />
        </LoadingFallback>
      )}
      {codes.isError && <ErrorState error={codes.error} again={codes.refetch} level={3} />}
      {shown.length > 0 && (
        <ul className={css.list} aria-label="Codes">
          {shown.map((code) => (
            <li key={code.id} className={css.row}>
              <span className={list.words}>
                <b dir="auto">{code.code}</b>
                <small>{aboutOf(code, all, event.time_zone)}</small>
              </span>
              <span className={css.uses}>
                {code.max_uses === null
                  ? `${code.uses.toLocaleString()} used`
                  : `${code.uses.toLocaleString()} of ${code.max_uses.toLocaleString()}`}
              </span>
              <State code={code} now={now} />
              <span className={css.act}>
                {!closed && (
                  <IconButton label={`Edit code ${code.code}`} onClick={() => edit(code)}>
                    <IconPencil size={18} />
                  </IconButton>
                )}
                <IconButton label={`Remove code ${code.code}`} onClick={() => remove(code)}>
                  <IconTrash size={18} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Why it cannot be used at the moment; nothing if it can. */
function State({ code, now }: { code: CodeView; now: number }) {
  const { is_active, starts_epoc: starts, ends_epoc: ends, max_uses, uses } = code;
  const word = !is_active
    ? 'Off'
    : ends !== null && ends <= now
      ? 'Ended'
      : starts !== null && starts > now
        ? 'Not started'
        : max_uses !== null && uses >= max_uses
          ? 'Used up'
          : undefined;
  return <span>{word && <span className={screen.pill}>{word}</span>}</span>;
}

/** `10% off · Workshop pass · Until Saturday 20 June at 11:00 BST`. */
function aboutOf(code: CodeView, tickets: readonly TicketView[], zone: string): string {
  const { kind, percent, amount, ticket_ids, starts_epoc: starts, ends_epoc: ends } = code;
  const currency = tickets.find((ticket) => ticket.currency !== null)?.currency;
  const names = tickets.filter(({ id }) => ticket_ids?.includes(id)).map(({ name }) => name);
  const does =
    kind === 'percent'
      ? `${percent}% off`
      : kind === 'access'
        ? 'Access'
        : `${currency ? formatMoney(amount ?? 0, currency) : amount} off`;
  const parts = [
    does,
    ticket_ids !== null && names.join(', '),
    starts !== null && `From ${momentOf(starts, zone)}`,
    ends !== null && `Until ${momentOf(ends, zone)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
