import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canComment, canDeleteComment, canReact } from '@folkmoot/contract/qna/rules.ts';
import type { CommandContext } from '../../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { newId } from '../../core/id.ts';
import { rooms } from '../../core/live/live.ts';
import { enter, type Here, type Keys, type Limits, somebody } from '../actions.ts';
import { knowPerson } from '../people-store.ts';
import { seen } from '../questions-handlers.ts';
import * as store from './comments-store.ts';

type Path = { eventId: string; questionId: string; commentId: string };

/** Comments under questions, and reactions to them. */
export function commentHandlers({ keys, limits }: { keys: Keys; limits: Limits }): Binding[] {
  return [
    handle(api.listComments, async ({ tx, me, params, query }) => {
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      await seen(tx, found, params.questionId);
      return store.listComments(tx, params, query, found.reader);
    }),

    handle(api.addComment, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const { eventId, facts } = found;
      const question = await seen(tx, found, params.questionId);
      assertAllowed(canComment(facts, question.state));
      const person = somebody(found);
      await limits.spend('comment', person);
      await knowPerson(tx, eventId, person, now);
      const byHost = facts.role === 'host';
      const comment = {
        eventId,
        id: newId(),
        questionId: question.id,
        authorId: person.id,
        byHost,
        content: body.content,
      };
      if (!(await store.insertComment(tx, comment, now))) refuse(refusals.tooManyComments);
      await tellComments(call, eventId, question.id);
      return { message: TOASTS.commented, data: await viewComment(tx, found, comment.id) };
    }),

    handle(api.changeComment, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const question = await seen(tx, found, params.questionId);
      const comment = await commentOf(tx, params);
      if (!isBy(found, comment.authorId)) refuse(refusals.notYourComment);
      assertAllowed(canComment(found.facts, question.state));
      await limits.spend('comment', somebody(found));
      await store.updateComment(tx, found.eventId, comment.id, body.content, now);
      await tellComments(call, found.eventId, question.id);
      return { message: TOASTS.commentUpdated, data: await viewComment(tx, found, comment.id) };
    }),

    handle(api.deleteComment, async (call) => {
      const { tx, me, params, query } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      somebody(found);
      const question = await seen(tx, found, params.questionId);
      const comment = await store.findComment(tx, found.eventId, params.commentId);
      if (comment?.questionId !== question.id) return { message: TOASTS.commentDeleted };
      assertAllowed(canDeleteComment({ role: found.facts.role, isMine: isBy(found, comment.authorId) }));
      await store.deleteComment(tx, found.eventId, comment.id);
      await tellComments(call, found.eventId, question.id);
      return { message: TOASTS.commentDeleted };
    }),

    handle(api.listReactions, async ({ tx, me, params, query }) => {
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      await seen(tx, found, params.questionId);
      const { id } = await commentOf(tx, params);
      return store.listReactions(tx, { eventId: found.eventId, commentId: id }, query, found.reader);
    }),

    handle(api.addReaction, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const { eventId } = found;
      const question = await seen(tx, found, params.questionId);
      assertAllowed(canReact(found.facts));
      const person = somebody(found);
      const { id: commentId } = await commentOf(tx, params);
      await limits.spend('react', person);
      await knowPerson(tx, eventId, person, now);
      const reaction = { eventId, id: newId(), commentId, personId: person.id, emoji: body.emoji };
      const id = await store.putReaction(tx, reaction, now);
      if (id === undefined) refuse(refusals.tooManyReactions);
      if (id === reaction.id) await tellComments(call, eventId, question.id);
      const view = await store.viewReaction(tx, { eventId, commentId, id }, found.reader);
      return { message: TOASTS.reacted, data: assertFound(view, core.notFound) };
    }),

    handle(api.getReaction, async ({ tx, me, params, query }) => {
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      await seen(tx, found, params.questionId);
      const { id: commentId } = await commentOf(tx, params);
      const what = { eventId: found.eventId, commentId, id: params.reactionId };
      return { data: assertFound(await store.viewReaction(tx, what, found.reader), core.notFound) };
    }),

    handle(api.removeReaction, async (call) => {
      const { tx, me, params, query } = call;
      const found = await enter(tx, keys, params.eventId, { me, token: query.token });
      const person = somebody(found);
      const question = await seen(tx, found, params.questionId);
      await commentOf(tx, params);
      const reaction = await store.findReaction(tx, found.eventId, params.reactionId);
      if (!reaction) return { message: TOASTS.unreacted };
      if (!isBy(found, reaction.personId)) refuse(refusals.notYourReaction);
      await limits.spend('react', person);
      await store.deleteReaction(tx, found.eventId, params.reactionId);
      await tellComments(call, found.eventId, question.id);
      return { message: TOASTS.unreacted };
    }),
  ];
}

function isBy({ reader }: Here, id: string | null): boolean {
  return id !== null && reader.ids.includes(id);
}

/** A comment under the question that the path names. */
async function commentOf(tx: CommandContext['tx'], { eventId, questionId, commentId }: Path) {
  const comment = assertFound(await store.findComment(tx, eventId, commentId), core.notFound);
  return comment.questionId === questionId ? comment : refuse(core.notFound);
}

async function viewComment(tx: CommandContext['tx'], found: Here, id: string) {
  return assertFound(await store.viewComment(tx, found.eventId, id, found.reader), core.notFound);
}

async function tellComments(command: CommandContext, eventId: string, questionId: string): Promise<void> {
  const comments = await store.countComments(command.tx, eventId, questionId);
  command.publish(api.questionCommented, { eventId, questionId, comments }, [rooms.qna(eventId)]);
}
