import { createFeed, deleteFeed, listFeeds } from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView, FeedView } from '@folkmoot/contract/calendars/schema.ts';
import { COPIED } from '@folkmoot/contract/core/client.ts';
import { Button, TextInput } from '@mantine/core';
import { IconBrandApple, IconBrandGoogle, IconBrandWindows, IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { absolute } from '../../core/paths.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import css from './ical.module.css';

type Props = { kind: 'calendar'; calendar: CalendarView } | { kind: 'own' };

/** The addresses at which other programs read a calendar, or your own events. */
export function IcalDialog(props: Props) {
  const session = useSession();
  const calendar = props.kind === 'calendar' ? props.calendar : undefined;
  const isOpen = calendar?.visibility === 'public' && calendar.server?.visibility !== 'secret';
  return (
    <Dialog title="iCal link" subtitle={calendar?.name ?? 'Your events'} width={560}>
      <div className={css.body}>
        <p className={css.lead}>
          Copy a link and paste it into your calendar app, under “From URL” or “Subscribe”. From then on the app looks
          for changes by itself: Google Calendar about once a day, Outlook every few hours, Apple Calendar as often as
          you choose.
        </p>
        {session.status === 'signedIn' && (
          <OwnLink kind={props.kind} {...(calendar ? { id: calendar.id } : {})} hasOther={isOpen} />
        )}
        {isOpen && calendar && (
          <section className={css.part} aria-labelledby="open-link">
            <h3 id="open-link">Public link</h3>
            <p>Shows what everybody can see. Share it with anyone you like.</p>
            <Ways url={absolute(`/feeds/calendars/${calendar.id}.ics`)} name={calendar.name} label="Public link" />
          </section>
        )}
        {isOpen && calendar?.isMain && calendar.server && (
          <section className={css.part} aria-labelledby="community-link">
            <h3 id="community-link">Only events by {calendar.server.name}</h3>
            <p>A public link without the events of others that are on this calendar.</p>
            <Ways
              url={absolute(`/feeds/communities/${calendar.server.id}.ics`)}
              name={calendar.server.name}
              label={`Link to events by ${calendar.server.name}`}
            />
          </section>
        )}
        {session.status !== 'signedIn' && !isOpen && <p>Sign in to get a link.</p>}
      </div>
    </Dialog>
  );
}

function OwnLink({ kind, id, hasOther }: { kind: 'calendar' | 'own'; id?: string; hasOther: boolean }) {
  const confirm = useConfirm();
  const feeds = useQuery(apiQuery(listFeeds, {}));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listFeeds) });
  const create = useApiMutation(createFeed, { said: null, failed: 'Could not create the link.', onDone: refresh });
  const renew = useApiMutation(createFeed, { failed: 'Could not renew the link.', onDone: refresh });
  const end = useApiMutation(deleteFeed, { failed: 'Could not delete the link.', onDone: refresh });
  const asked = { kind, ...(id === undefined ? {} : { id }) };
  const feed = feeds.data?.data.find((one) => one.kind === kind && (one.of?.id ?? undefined) === id);
  return (
    <section className={css.part} aria-labelledby="own-link">
      <h3 id="own-link">Your link</h3>
      <p>
        {kind === 'own'
          ? 'Shows the events you are hosting or going to, and those you are waiting for or invited to.'
          : `Shows everything you can see here${hasOther ? ', including events for members' : ''}.`}{' '}
        Anyone with this link sees the same, so keep it to yourself.
      </p>
      {feeds.isPending ? (
        <Skeleton h={42} radius="md" />
      ) : feed ? (
        <>
          <Ways url={feed.url} name={feed.of?.name ?? 'My events'} label="Your link" />
          <p className={css.read}>{readText(feed)}</p>
          <div className={css.row}>
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                confirm({
                  title: 'Renew your link?',
                  body: 'Your current link stops working. Apps that use it will need the new one.',
                  verb: 'Renew link',
                  busyVerb: 'Renewing',
                  run: async () => void (await renew.mutateAsync(asked)),
                })
              }
            >
              Renew
            </Button>
            <Button
              size="sm"
              variant="subtle"
              color="madder"
              onClick={() =>
                confirm({
                  title: 'Delete your link?',
                  body: 'Apps that use it will no longer get any changes.',
                  verb: 'Delete link',
                  busyVerb: 'Deleting',
                  danger: true,
                  run: async () => void (await end.mutateAsync({ feedId: feed.id })),
                })
              }
            >
              Delete link
            </Button>
          </div>
        </>
      ) : (
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate(asked)}>
          Create your link
        </Button>
      )}
    </section>
  );
}

function readText({ fetched_epoc: at, fetchedBy }: FeedView): string {
  if (at === null) return 'No app has read it yet.';
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000);
  return fetchedBy === '' ? `Last read ${when}.` : `Last read ${when} by ${fetchedBy.slice(0, 60)}.`;
}

/** A link to copy first, since Google and Outlook refuse to be opened with one at times. */
function Ways({ url, name, label }: { url: string; name: string; label: string }) {
  const { copied, copy } = useCopyToClipboard(COPIED.share);
  const webcal = url.replace(/^https?:/, 'webcal:');
  const ways = [
    { name: 'Apple Calendar', icon: IconBrandApple, href: webcal },
    {
      name: 'Google Calendar',
      icon: IconBrandGoogle,
      href: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    },
    {
      name: 'Outlook',
      icon: IconBrandWindows,
      href: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`,
    },
  ];
  return (
    <>
      <div className={css.row}>
        <TextInput
          className={css.link}
          aria-label={label}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          leftSection={copied ? <IconCheck size={17} aria-hidden /> : <IconCopy size={17} aria-hidden />}
          onClick={() => void copy(url)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ul className={css.ways}>
        {ways.map(({ name: app, icon: Icon, href }) => (
          <li key={app}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              <Icon size={18} aria-hidden />
              {app}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
