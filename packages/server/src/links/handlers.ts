import { canSee as canSeeChannel } from '@folkmoot/contract/channels/rules.ts';
import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import { canSee as canSeeEvent } from '@folkmoot/contract/events/rules.ts';
import * as api from '@folkmoot/contract/links/api.ts';
import { type LinkTarget, targetOf } from '@folkmoot/contract/links/rules.ts';
import type { LinkCard } from '@folkmoot/contract/links/schema.ts';
import { findLinkedChannels } from '../channels/store.ts';
import type { Db } from '../core/db/db.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { findNamedCards } from '../events/cards-store.ts';
import { findPeopleIn } from '../inbox/store.ts';
import { findLinkedMessages } from './store.ts';

type Asked<Kind extends LinkTarget['kind']> = { path: string; target: Extract<LinkTarget, { kind: Kind }> };

/** Calls about links of this installation in messages. */
export function linkHandlers(): Binding[] {
  return [
    // Reads only; each kind of link takes one statement, however many there are.
    handle(
      api.listLinkCards,
      async ({ tx, me, body }) => {
        const asked = [...new Set(body.links)].flatMap((path) => {
          const target = targetOf(path);
          return target ? [{ path, target }] : [];
        });
        const messages = await messageCards(tx, me.userId, of(asked, 'message'));
        const people =
          messages.length === 0
            ? []
            : await findPeopleIn(
                tx,
                messages.map(({ message }) => message),
              );
        const events = await eventCards(tx, me.userId, of(asked, 'event'));
        const channels = await channelCards(tx, me.userId, of(asked, 'channel'));
        return { data: [...events, ...channels, ...messages], people };
      },
      { transaction: false },
    ),
  ];
}

function of<Kind extends LinkTarget['kind']>(
  asked: readonly { path: string; target: LinkTarget }[],
  kind: Kind,
): Asked<Kind>[] {
  return asked.filter((one): one is Asked<Kind> => one.target.kind === kind);
}

async function eventCards(tx: Db, userId: string, asked: Asked<'event'>[]): Promise<LinkCard[]> {
  if (asked.length === 0) return [];
  const found = await findNamedCards(
    tx,
    { userId },
    asked.map(({ target }) => target.alias),
  );
  const seen = new Map(found.filter((one) => canSeeEvent(one).ok).map((one) => [one.asked, one.card]));
  return asked.flatMap(({ path, target }) => {
    const event = seen.get(target.alias);
    return event ? [{ kind: 'event' as const, path, event }] : [];
  });
}

async function channelCards(tx: Db, userId: string, asked: Asked<'channel'>[]): Promise<LinkCard[]> {
  if (asked.length === 0) return [];
  const found = await findLinkedChannels(
    tx,
    userId,
    asked.map(({ target }) => target.channelId),
  );
  const seen = new Map(
    found.filter(({ channel, viewer }) => canSeeChannel(channel, viewer).ok).map((one) => [one.channel.id, one]),
  );
  return asked.flatMap(({ path, target }) => {
    const one = seen.get(target.channelId);
    if (!one) return [];
    const { id, name, description, avatar, mode, memberCount, archivedAt } = one.channel;
    const channel = { id, name, description, avatar, mode, memberCount, archivedAt };
    return [{ kind: 'channel' as const, path, channel, serverName: one.serverName }];
  });
}

async function messageCards(tx: Db, userId: string, asked: Asked<'message'>[]) {
  if (asked.length === 0) return [];
  const positions = asked.map(({ path, target: { kind: _, ...position } }) => ({ path, ...position }));
  const found = await findLinkedMessages(tx, userId, positions);
  return found.filter(({ facts }) => canRead(facts).ok).map(({ facts: _, ...card }) => card);
}
