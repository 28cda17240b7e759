import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QnaView, SettingsFields } from '@folkmoot/contract/qna/schema.ts';
import type { CommandContext } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { AppContext } from '../core/slice.ts';
import { auditEvent, managed } from '../events/actions.ts';
import { enter, type Here, type Keys } from './actions.ts';
import { drawCode } from './join-actions.ts';
import { findNow } from './questions-store.ts';
import { findStats, isCodeFree, lockSettings, updateSettings } from './store.ts';

type Parts = Pick<AppContext, 'appUrl' | 'countWatching'> & { keys: Keys };

/** Settings and figures of a Q&A. */
export function settingsHandlers({ keys, appUrl, countWatching }: Parts): Binding[] {
  const viewOf = async (tx: CommandContext['tx'], found: Here): Promise<QnaView> => {
    const { event, facts, settings, reader, viewerName } = found;
    const { code, holdWords, ...fields } = settings;
    const isHost = facts.role === 'host';
    return {
      ...fields,
      holdWords: isHost ? holdWords : [],
      ...{ eventId: event.id, alias: event.alias, name: event.name, eventStatus: event.status },
      ...{ closes_epoc: facts.closes_epoc, role: facts.role, viewerName },
      code: isHost ? code : null,
      joinUrl: isHost && code !== null ? `${appUrl()}/q/${code}` : null,
      now: await findNow(tx, event.id, reader),
    };
  };
  return [
    handle(api.getQna, async ({ tx, me, params, query }) => ({
      data: await viewOf(tx, await enter(tx, keys, params.eventId, { me, token: query.token })),
    })),

    handle(api.updateQna, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await managed(tx, params.eventId, me.userId);
      const before = await lockSettings(tx, event.id, now);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const fields: SettingsFields = { ...before, ...given };
      const opens = fields.status === 'enabled' && before.status === 'disabled';
      const code = fields.status === 'disabled' ? null : opens ? await freeCode(call) : before.code;
      await updateSettings(tx, event.id, { ...fields, code }, now);
      const changed = changesOf(before, fields);
      if (changed) {
        await auditEvent(call, event, me.userId, 'event.qna-changed', changed);
        call.publish(api.questionSettings, { eventId: event.id }, [rooms.qna(event.id)]);
        if (before.joinByCode && !fields.joinByCode) call.attendAgain(event.id);
      }
      const found = await enter(tx, keys, event.id, { me, token: undefined });
      return { message: TOASTS.settings, data: await viewOf(tx, found) };
    }),

    handle(api.getQnaStats, async ({ tx, me, params, query }) => {
      const { facts } = await enter(tx, keys, params.eventId, { me, token: query.token });
      const { pending, ...stats } = await findStats(tx, params.eventId);
      const watching = countWatching(params.eventId);
      return { data: { ...stats, watching, pending: facts.role === 'host' ? pending : null } };
    }),
  ];
}

const TRIES = 20;

/** A code that no other Q&A has at the moment. */
async function freeCode({ tx }: CommandContext): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const code = drawCode();
    if (await isCodeFree(tx, code)) return code;
  }
  return refuse(core.conflict);
}

/** What differs, for the audit log: words that hold a question are counted, not quoted. */
function changesOf(before: SettingsFields, after: SettingsFields): { before: object; after: object } | null {
  const [was, is] = [logged(before), logged(after)];
  const isSame = JSON.stringify(was) === JSON.stringify(is) && before.holdWords.join() === after.holdWords.join();
  return isSame ? null : { before: was, after: is };
}

function logged({ status, holdWords, ...settings }: SettingsFields) {
  const { approveQuestionsForModeration, allowAnonymousQuestions, whoCanComment, joinByCode } = settings;
  const words = holdWords.length;
  return {
    qnaStatus: status,
    approveQuestionsForModeration,
    allowAnonymousQuestions,
    whoCanComment,
    joinByCode,
    holdWords: words,
  };
}
