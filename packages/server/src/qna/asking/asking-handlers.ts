import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canAsk, firstState } from '@folkmoot/contract/qna/rules.ts';
import { LIMITS, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { holds } from '@folkmoot/contract/qna/words-rules.ts';
import { type CommandContext, runCommand } from '../../core/command.ts';
import { createBatched } from '../../core/grouped.ts';
import { assertAllowed, assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { newId } from '../../core/id.ts';
import type { AppContext } from '../../core/slice.ts';
import { enter, type Here, hashOf, type Keys, type Limits, seconds, somebody } from '../actions.ts';
import { countQuestions, insertQuestions, type NewQuestion } from '../changes-store.ts';
import { tellAsked } from '../live-actions.ts';
import { notifyHosts } from '../notices-actions.ts';
import { isAskedBy } from '../questions-handlers.ts';
import { findByKeys, viewQuestions } from '../questions-store.ts';
import type { FindQna } from '../store.ts';
import { createRoomLeft } from './asking-actions.ts';

type Parts = Pick<AppContext, 'db' | 'services'> & { keys: Keys; limits: Limits; find: FindQna };

/** Asking: one statement finds out who asks, and one writes the question. What hosts hear of it is written with it. */
export function askingHandlers({ db, services, keys, limits, find }: Parts): Binding[] {
  // Questions that come while others are being written are written together.
  const roomLeft = createRoomLeft((eventIds) => countQuestions(db, eventIds), LIMITS.questions);
  const publish = createBatched<NewQuestion, boolean>(async (some) => {
    const now = services.clock.now();
    const hasRoom = await roomLeft(
      some.map(({ eventId }) => eventId),
      now,
    );
    return insertQuestions(
      db,
      some.map((question, nth) => ({ ...question, hasRoom: hasRoom[nth] === true })),
      now,
    );
  });
  return [
    handle(
      api.askQuestion,
      async (call) => {
        const { tx, me, params, query, body, now } = call;
        const found = await enter(tx, keys, params.eventId, { me, token: query.token }, find);
        const keyHash = hashOf(body.key);
        const repeated = () => viewRepeated(tx, found, keyHash, body);
        const person = await allow(found, limits, body.isAnonymous, now).catch(async (error: unknown) => {
          // It may have been asked while that was still allowed, and the answer was lost.
          const known = await repeated();
          if (known) return known;
          throw error;
        });
        if ('_id' in person) return { message: TOASTS.created, data: person };
        const { eventId, facts, settings } = found;
        const isHeld = holds(body.content, settings.holdWords);
        // Without a name, nothing may tell that it is a host who asks.
        const byHost = !body.isAnonymous && facts.role === 'host';
        const question: NewQuestion = {
          ...{ eventId, id: newId(), content: body.content, keyHash, byHost, isHeld, most: LIMITS.questions },
          state: firstState(settings, { isHost: byHost, isHeld }),
          asker: body.isAnonymous ? null : person,
        };
        const view = viewOfNew(found, question, now);
        const queue = async (command: CommandContext): Promise<boolean> => {
          const [isWritten = false] = await insertQuestions(command.tx, [question], now);
          if (!isWritten) return false;
          await tellAsked(command, eventId, view, isHeld);
          await notifyHosts(command, eventId);
          return true;
        };
        // What waits notifies its hosts in the same transaction.
        const isPublished = question.state === 'published';
        const isWritten = await (isPublished ? publish(question) : runCommand(db, services, true, queue));
        if (isPublished && isWritten) await tellAsked(call, eventId, view, isHeld);
        if (isWritten) {
          const own = { voted: false, isMine: question.asker !== null, reason: '', mergedInto: null };
          const marks = facts.role === 'host' && { isBookmarked: false, isHeld, reports: 0, reported: [] };
          return { message: TOASTS.created, data: { ...view, ...own, ...marks } };
        }
        return { message: TOASTS.created, data: (await repeated()) ?? refuse(refusals.tooMany) };
      },
      { transaction: false },
    ),
  ];
}

/** Who asks. Refuses if they may not, or have asked too much. */
async function allow(found: Here, limits: Limits, isAnonymous: boolean, now: Date) {
  assertAllowed(canAsk(found.facts, seconds(now), isAnonymous));
  const person = somebody(found);
  await limits.spend('ask', person);
  return person;
}

/** The question that was asked before with this key, if any: the same answer. A key of somebody else's question tells nothing about it. */
async function viewRepeated(
  tx: CommandContext['tx'],
  found: Here,
  keyHash: Buffer,
  { content, isAnonymous }: { content: string; isAnonymous: boolean },
): Promise<QuestionView | undefined> {
  const [known] = await findByKeys(tx, found.eventId, [keyHash]);
  if (!known) return undefined;
  // Whoever has the key of an anonymous question asked it.
  if (!known.isAnonymous && !isAskedBy(found, known)) refuse(core.conflict);
  const [view] = await viewQuestions(tx, found.eventId, [known.id], found.reader, true);
  const asked = assertFound(view, core.notFound);
  // Only the same words, asked the same way, are the same question: others would be lost.
  const isSame = known.isAnonymous === isAnonymous && (asked.content === content || asked.wordedByHost);
  return isSame ? asked : refuse(refusals.askedBefore);
}

/** A new question as everybody sees it. */
function viewOfNew({ eventId, facts, event, viewerName }: Here, question: NewQuestion, now: Date): QuestionView {
  const { id, content, asker, byHost, state } = question;
  const role = byHost ? 'host' : facts.role === 'featured_guest' ? facts.role : 'attendee';
  const asked = seconds(now);
  return {
    ...{ _id: id, eventId, content, isAnonymous: asker === null },
    asker: asker && { name: viewerName || 'Guest', userId: asker.userId, profile_photo: event.viewerPhoto, role },
    ...{ state, votes: 0, rev: 1, comments: 0, wordedByHost: false, created_epoc: asked },
    published_epoc: state === 'published' ? asked : null,
    ...{ answered_epoc: null, isNow: false, now_epoc: null },
  };
}
