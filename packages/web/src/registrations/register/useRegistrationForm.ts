import type { EventView } from '@folkmoot/contract/events/schema.ts';
import {
  type Question,
  type QuestionResponse,
  refusals as questionnaires,
  SENTENCES,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import { type ParticipationView, Visitor } from '@folkmoot/contract/registrations/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import { type AnswerDraft, BLANK, responsesOf, writtenOf, wrongIn } from './answers.ts';
import { keepAnswers, keptAnswers } from './kept-answers.ts';

type Values = {
  visitor: Visitor;
  responses: Record<string, AnswerDraft>;
};

type Subject = {
  event: EventView;
  ticket: TicketView | null;
  token: string | undefined;
  visitor: boolean;
  editing: boolean;
  code?: string | undefined;
  onRegistered: (own: ParticipationView, token?: string) => void;
};

/** The form of a registration: who you are, if that is not known, and an answer to each question. Nothing typed is lost. */
export function useRegistrationForm(
  { event, ticket, token, visitor: asksWho, editing, code, onRegistered }: Subject,
  questions: readonly Question[],
  given: readonly QuestionResponse[],
  close: () => void,
) {
  const [schema] = useState(() => schemaOf(questions, asksWho));
  const [initial] = useState(() => initialOf(questions, given, keptAnswers(event.id, editing)));
  const form = useFields<Values>({
    schema,
    initial,
    onChange: ({ visitor, responses }) => keepAnswers(event.id, editing, { visitor, answers: responses }),
  });
  const [clientId] = useState(() => crypto.randomUUID());
  const submission = useSubmit(
    form,
    async ({ visitor, responses }) => {
      const {
        message,
        status,
        data,
        token: own,
      } = await call(register, {
        eventId: event.id,
        token,
        status: 'going',
        ticketId: editing ? null : (ticket?.id ?? null),
        ...(code !== undefined && !editing && { code }),
        responses: responsesOf(questions, (id) => responses[id] ?? BLANK),
        ...(asksWho ? { visitor, clientId } : {}),
      });
      const goesOn = status === 'payment_pending' || (own !== undefined && status === 'going');
      if (editing || !goesOn) toast.done(editing ? 'Your answers have been saved.' : message);
      refreshEvent(event.id);
      keepAnswers(event.id, editing, undefined);
      close();
      if (!editing) onRegistered(data, own);
    },
    'Could not register.',
  );
  const missing = questions.some(
    (question) => wrongIn(question, form.values.responses[question.question_id] ?? BLANK) === SENTENCES.required,
  );
  /** Submitting was attempted while a required question was unanswered. */
  const [left, setLeft] = useState(false);
  return {
    form,
    busy: submission.busy,
    problem: left && missing ? questionnaires.requiredMissing.message : submission.problem,
    onSubmit(sent?: FormEvent<HTMLFormElement>) {
      setLeft(missing);
      submission.onSubmit(sent);
    },
  };
}

/** In the form a last name may be empty, but it is always there. */
const WHO = Visitor.extend({ lastName: Visitor.shape.lastName.unwrap() });

/** The rules of the contract, for the questions that are asked. The server names what is wrong by the same paths. */
function schemaOf(questions: readonly Question[], asksWho: boolean) {
  return z.object({
    visitor: asksWho ? WHO : z.custom<Visitor>(),
    responses: z.custom<Values['responses']>().superRefine((written, context) => {
      for (const question of questions) {
        const message = wrongIn(question, written[question.question_id] ?? BLANK);
        if (message !== undefined) context.addIssue({ code: 'custom', message, path: [question.question_id] });
      }
    }),
  });
}

function initialOf(
  questions: readonly Question[],
  given: readonly QuestionResponse[],
  kept: ReturnType<typeof keptAnswers>,
): Values {
  const responses = questions.map((question) => {
    const id = question.question_id;
    const response = given.find(({ event_question_id }) => event_question_id === id);
    return [id, kept?.answers[id] ?? writtenOf(question, response)] as const;
  });
  return {
    visitor: kept?.visitor ?? { firstName: '', lastName: '', email: '' },
    responses: Object.fromEntries(responses),
  };
}
