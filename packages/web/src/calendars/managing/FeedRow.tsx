import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import type { SourceView } from '@folkmoot/contract/calendars/sources-schema.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import { LocalText } from '../../ui/LocalText.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import css from '../calendars.module.css';
import { leftOutInWords, refreshSources } from './feed-words.ts';

const RenameFeedDialog = lazyPart(() => import('./FeedDialogs.tsx'), 'RenameFeedDialog');

type Props = { calendar: CalendarView; source: SourceView };

/** An outside feed: its name and address, how it is doing, and what can be done about it. */
export function FeedRow({ calendar, source }: Props) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const [reading, setReading] = useState(false);
  const at = { calendarId: calendar.id, sourceId: source.id };
  const isPaused = source.state === 'paused';
  const read = async () => {
    setReading(true);
    try {
      const { message, data } = await call(api.updateSource, { ...at, fetch: true });
      if (data.problem === null) toast.done(message);
      else toast.failed(undefined, { fallback: message });
    } catch (error) {
      toast.failed(error, { fallback: 'Could not read the feed.' });
    } finally {
      setReading(false);
      refreshSources();
    }
  };
  const remove = () =>
    confirm({
      title: 'Remove this feed?',
      body: `The events from ${source.name} disappear from this calendar.`,
      verb: 'Remove',
      busyVerb: 'Removing',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(api.removeSource, at)).message);
        } catch (error) {
          toast.failed(error, { fallback: 'Could not remove the feed.' });
          throw error;
        }
        refreshSources();
      },
    });
  const leftOut = leftOutInWords(source.leftOut);
  return (
    <article className={`${css.submission} ${css.stacked}`} aria-label={source.name}>
      <div className={css.words}>
        <b dir="auto">{source.name}</b>
        <small>{source.url}</small>
        <LocalText as="small">{stateOf(source)}</LocalText>
        {source.problem !== null && <small className={css.problem}>{problemOf(source)}</small>}
        {leftOut !== '' && <small>{leftOut}</small>}
      </div>
      <div className={css.buttons}>
        <LoadingButton
          variant="default"
          loading={reading}
          loadingLabel="Reading"
          leftSection={<IconRefresh size={17} aria-hidden />}
          aria-label={`${isPaused ? 'Resume' : 'Read now'}: ${source.name}`}
          onClick={() => void read()}
        >
          {isPaused ? 'Resume' : 'Read now'}
        </LoadingButton>
        <ActionMenu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={`More about ${source.name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPencil size={17} />}
              onClick={() => show(<RenameFeedDialog calendarId={calendar.id} source={source} />)}
            >
              Rename
            </Menu.Item>
            <Menu.Item data-danger leftSection={<IconTrash size={17} />} onClick={remove}>
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </ActionMenu>
      </div>
    </article>
  );
}

const ago = (epoc: number) => timeAgo(new Date(epoc * 1000).toISOString());

/** `12 events, read 5 minutes ago`. */
function stateOf({ eventCount, succeeded_epoc: at }: SourceView): string {
  const events = eventCount === 1 ? '1 event' : `${eventCount.toLocaleString()} events`;
  return at === null ? events : `${events}, last read ${ago(at)}`;
}

/** Since when it cannot be read and why, and whether it is still asked. */
function problemOf({ state, why, failing_epoc: since }: SourceView): string {
  const when =
    since === null
      ? ''
      : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(since * 1000);
  return state === 'paused'
    ? `Paused: it could not be read since ${when}. ${why}`
    : `Could not be read since ${when}; what was read before is still shown. ${why}`;
}
