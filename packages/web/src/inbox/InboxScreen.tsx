import { readAll } from '@folkmoot/contract/inbox/api.ts';
import type { UnreadView } from '@folkmoot/contract/inbox/schema.ts';
import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../core/queries.ts';
import { PlainLink } from '../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../ui/layout/Nav.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { InboxList } from './InboxList.tsx';
import css from './inbox.module.css';
import { MentionCard } from './MentionCard.tsx';
import { refreshInbox, useMentionsOfMe, useUnreadConversations } from './queries.ts';
import { UnreadCard } from './UnreadCard.tsx';
import { useInboxLive } from './useInboxLive.ts';

/** A tab of a later slice: its name in the address, its label, and what it shows. */
export type InboxTab = { show: 'notifications' | 'threads' | 'saved'; label: string; content: ReactNode };

/**
 * Everything unread, and every message that mentions you, from all communities and conversations.
 *
 * @param above what a later slice has to say first.
 * @param mayWait whether it says that something waits, or is not known yet.
 */
export function InboxScreen({
  above,
  mayWait = false,
  more = [],
}: {
  above?: ReactNode;
  mayWait?: boolean;
  more?: readonly InboxTab[];
}) {
  const show = useSearch({ from: '/frame/inbox', shouldThrow: false })?.show ?? 'unread';
  usePageTitle('Inbox');
  useInboxLive();
  const all = useApiMutation(readAll, { onDone: refreshInbox });
  return (
    <>
      <PageHeader title="Inbox">
        {show === 'unread' && (
          <Button
            variant="default"
            leftSection={<IconChecks size={17} />}
            loading={all.isPending}
            onClick={() => all.mutate({})}
          >
            Mark everything as read
          </Button>
        )}
      </PageHeader>
      <TabNav label="Inbox">
        <PlainLink
          to="/inbox"
          search={{}}
          activeOptions={{ exact: true }}
          className={tabClass}
          {...(show === 'unread' ? tabOn : {})}
        >
          Unread
        </PlainLink>
        <PlainLink
          to="/inbox"
          search={{ show: 'mentions' }}
          className={tabClass}
          {...(show === 'mentions' ? tabOn : {})}
        >
          Mentions
        </PlainLink>
        {more.map((tab) => (
          <PlainLink
            key={tab.show}
            to="/inbox"
            search={{ show: tab.show }}
            className={tabClass}
            {...(show === tab.show ? tabOn : {})}
          >
            {tab.label}
          </PlainLink>
        ))}
      </TabNav>
      <div className={css.scroll}>
        <div className={css.column}>
          {show === 'unread' && above}
          {show === 'unread' && <Unread mayWait={mayWait} />}
          {show === 'mentions' && <Mentions />}
          {more.find((tab) => tab.show === show)?.content}
        </div>
      </div>
    </>
  );
}

function Unread({ mayWait }: { mayWait: boolean }) {
  const unread = useUnreadConversations();
  const people = new Map(unread.data?.pages.flatMap((page) => page.people).map((person) => [person.id, person]));
  const shown = unread.data?.pages.flatMap((page) => page.data) ?? [];
  const groups = [
    { title: 'For you', of: shown.filter(isForYou) },
    { title: 'Everything else', of: shown.filter((one) => !isForYou(one)) },
  ].filter(({ of }) => of.length > 0);
  return (
    <InboxList
      query={unread}
      empty={mayWait ? 'No unread messages' : 'You’re all caught up'}
      hint="New messages in your channels, threads and conversations will appear here."
      count={shown.length}
    >
      {groups.map(({ title, of }) => (
        <section key={title} className={css.group} aria-label={title}>
          <h2>{title}</h2>
          <ul className={css.list}>
            {of.map((one) => (
              <li key={one.origin.conversationId}>
                <UnreadCard unread={one} people={people} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </InboxList>
  );
}

/** Written to the reader alone, or mentioning them: the server's order puts these first. */
function isForYou({ origin, membership }: UnreadView): boolean {
  return origin.serverId === null || membership.mentions > 0;
}

function Mentions() {
  const mentions = useMentionsOfMe();
  const people = new Map(mentions.data?.pages.flatMap((page) => page.people).map((person) => [person.id, person]));
  const shown = mentions.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <InboxList
      query={mentions}
      empty="No mentions yet"
      hint="Messages that mention you will appear here."
      count={shown.length}
    >
      <ul className={css.list}>
        {shown.map((one) => (
          <li key={one.message.id}>
            <MentionCard mention={one} people={people} />
          </li>
        ))}
      </ul>
    </InboxList>
  );
}
