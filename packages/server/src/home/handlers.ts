import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { audit } from '../communities/actions.ts';
import type { Db } from '../core/db/db.ts';
import { refuse, refuseStale } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import type { Me, Sessions } from '../core/security/session.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import type { AppContext } from '../core/slice.ts';
import { cleanedFaqs, editedHome, lockedHome, readable, visibleHome } from './actions.ts';
import { listHistory, updateFaqs } from './store.ts';
import { tellMembers } from './telling-actions.ts';
import { type CountOnline, faqsFor, shownView } from './view-actions.ts';

export type Parts = { sessions: Sessions; countOnline: CountOnline; config: Pick<AppContext['config'], 'videos'> };

/** Calls that look at homes, and those about FAQs. */
export function homeHandlers(parts: Parts): Binding[] {
  const { sessions, config } = parts;
  const shared = createSingleFlight<string>();
  return [
    handle(api.getHome, async ({ tx, me, params, query, now }) => {
      const { serverId } = params;
      if (query.view === 'draft') return { data: await draftOf(tx, parts, serverId, me, query.as, now) };
      if (query.view === 'history') return { data: await historyOf(tx, sessions, serverId, me) };
      const published = async () => JSON.stringify({ data: await publishedOf(tx, parts, serverId, me, now) });
      // What a visitor gets is the same for all of them.
      return new RawJson(me ? await published() : await shared(serverId, published));
    }),

    handle(api.getFaqs, async ({ tx, me, params }) => {
      const { home, member } = await visibleHome(tx, sessions, params.serverId, me);
      const isEditor = member !== undefined && holds(member.permissions, ['MANAGE_HOME']);
      return faqsFor(home, isEditor ? 'editor' : member ? 'member' : 'visitor');
    }),

    handle(api.saveFaqs, async (call) => {
      const { tx, me, member, body } = call;
      const { serverId } = member;
      const home = await lockedHome(tx, serverId);
      if (body.version !== undefined && body.version !== home.faqsVersion)
        refuseStale(refusals.faqsStale, { data: home.faqs, version: home.faqsVersion });
      const fields: Record<string, string> = {};
      const faqs = cleanedFaqs(body.faqs, fields);
      if (Object.keys(fields).length > 0) refuse(core.invalid, fields);
      const version = await updateFaqs(tx, serverId, faqs);
      await audit(call, { serverId, actorId: me.userId, action: 'server.faqs-changed', subjectId: serverId });
      tellMembers(call, serverId);
      return { message: TEXTS.saved, data: { data: faqs, version } };
    }),

    handle(api.getVideoSettings, async () => ({
      hosts: [...config.videos.hosts],
      tutorials: { ...config.videos.tutorials },
    })),
  ];
}

const NOT_AN_EDITOR = { publishedBy: null, changedAt: null, changedBy: null, history: [] };

/** The page that is published, as this person sees it. */
export async function publishedOf(
  tx: Db,
  { sessions, countOnline }: Pick<Parts, 'sessions' | 'countOnline'>,
  serverId: string,
  me: Me | undefined,
  now: Date,
): Promise<HomeView> {
  const { home, member } = await visibleHome(tx, sessions, serverId, me);
  const looking = { as: member ? ('member' as const) : ('visitor' as const), viewerId: me?.userId };
  const shown = await shownView(tx, { home, sections: readable(home, member), looking, now }, countOnline);
  const { publishedVersion } = home;
  const facts = { version: publishedVersion, publishedVersion, publishedAt: home.publishedAt.toISOString() };
  return { view: 'published', ...facts, ...NOT_AN_EDITOR, ...shown };
}

async function draftOf(
  tx: Db,
  { sessions, countOnline }: Parts,
  serverId: string,
  me: Me | undefined,
  as: 'visitor' | 'member' | undefined,
  now: Date,
): Promise<HomeView> {
  const { home } = await editedHome(tx, sessions, serverId, me);
  const looking = { as: 'editor' as const, viewerId: as === 'visitor' ? undefined : me?.userId };
  const shown = await shownView(tx, { home, sections: home.draft, looking, now }, countOnline);
  const { version, publishedVersion, publishedBy, changedBy } = home;
  const facts = { publishedAt: home.publishedAt.toISOString(), changedAt: home.changedAt.toISOString() };
  return { view: 'draft', version, publishedVersion, publishedBy, changedBy, ...facts, history: [], ...shown };
}

async function historyOf(tx: Db, sessions: Sessions, serverId: string, me: Me | undefined): Promise<HomeView> {
  const { home } = await editedHome(tx, sessions, serverId, me);
  const { publishedVersion, publishedBy, changedBy } = home;
  const facts = { publishedAt: home.publishedAt.toISOString(), changedAt: home.changedAt.toISOString() };
  const nothing = { sections: [], nextEvents: [], newMembers: [], faqs: [], people: [], online: 0 };
  return {
    view: 'history',
    ...{ version: publishedVersion, publishedVersion, publishedBy, changedBy, ...facts, ...nothing },
    faqsVersion: home.faqsVersion,
    history: await listHistory(tx, home),
  };
}
