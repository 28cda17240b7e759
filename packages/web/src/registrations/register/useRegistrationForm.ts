import type { EventView } from '@folkmoot/contract/events/schema.ts';
import {
  type Question,
  type QuestionResponse,
  refusals as questionnaires,
  SENTENCES,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import { Visitor } from '@folkmoot/contract/registrations/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { toast } from '../../core/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import { afterPress } from './after-press.ts';
import { type AnswerDraft, BLANK, responsesOf, writtenOf, wrongIn } from './answers.ts';
import { keepAnswers, keptAnswers } from './kept-answers.ts';

type Field = keyof Visitor;

type Subject = {
  event: EventView;
  ticket: TicketView | null;
  token: string | undefined;
  visitor: boolean;
  editing: boolean;
  onMailed: (email: string) => void;
};

/**
 * The state of the registration dialog. A field is looked at when it is left and when all is sent; from then on its
 * sentence follows what is typed. The server's sentences land at their fields, and nothing typed is lost.
 */
export function useRegistrationForm(
  { event, ticket, token, visitor: asksWho, editing, onMailed }: Subject,
  questions: readonly Question[],
  given: readonly QuestionResponse[],
  close: () => void,
) {
  const [kept] = useState(() => keptAnswers(event.id, editing));
  const [answers, setAnswers] = useState<Readonly<Record<string, AnswerDraft>>>(() =>
    Object.fromEntries(
      questions.map((question) => [
        question.question_id,
        kept?.answers[question.question_id] ??
          writtenOf(
            question,
            given.find(({ event_question_id: id }) => id === question.question_id),
          ),
      ]),
    ),
  );
  const [visitor, setVisitor] = useState<Visitor>(kept?.visitor ?? { firstName: '', lastName: '', email: '' });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  /** What the server said of a field, until it is changed. */
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** All was to be sent while a question that must be answered was not. */
  const [left, setLeft] = useState(false);

  const writtenIn = (id: string) => answers[id] ?? BLANK;
  const look = (...keys: string[]) => setSeen((before) => new Set([...before, ...keys]));
  const unlook = (key: string) => setSeen((before) => new Set([...before].filter((one) => one !== key)));
  const forget = (key: string) => setSaid(({ [key]: _, ...rest }) => rest);

  const visitorWrong: Partial<Record<Field, string>> = {};
  const visitorProblems = asksWho ? Visitor.safeParse(visitor).error?.issues : undefined;
  for (const field of ['firstName', 'lastName', 'email'] as const) {
    const own = visitorProblems?.find(({ path }) => path[0] === field)?.message;
    const shown = said[field] ?? (seen.has(field) ? own : undefined);
    if (shown !== undefined) visitorWrong[field] = shown;
  }
  const wrongAt = (id: string): string | undefined => {
    if (said[id] !== undefined) return said[id];
    const question = questions.find(({ question_id }) => question_id === id);
    return question && seen.has(id) ? wrongIn(question, writtenIn(id)) : undefined;
  };
  const wrong =
    Object.keys(visitorWrong).length + questions.filter(({ question_id }) => wrongAt(question_id) !== undefined).length;

  const missing = questions.some((question) => {
    return wrongIn(question, writtenIn(question.question_id)) === SENTENCES.required;
  });

  const submit = async () => {
    setLeft(missing);
    const firstWrong =
      visitorProblems?.[0] !== undefined ||
      questions.some((question) => wrongIn(question, writtenIn(question.question_id)) !== undefined);
    look('firstName', 'lastName', 'email', ...questions.map(({ question_id }) => question_id));
    if (firstWrong) return focusFirstWrong();
    setBusy(true);
    setProblem(undefined);
    try {
      const { message, data } = await call(register, {
        eventId: event.id,
        token,
        status: 'going',
        ticketId: editing ? null : (ticket?.id ?? null),
        responses: responsesOf(questions, writtenIn),
        ...(asksWho ? { visitor } : {}),
      });
      if (data === null) onMailed(visitor.email.trim());
      else toast.done(editing ? 'Your answers have been saved.' : message);
      refreshEvent(event.id);
      keepAnswers(event.id, editing, undefined);
      close();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const here = Object.fromEntries(
        Object.entries(fields).map(([path, sentence]) => [path.replace(/^(responses|visitor)\./, ''), sentence]),
      );
      setSaid(here);
      const known = Object.keys(here).some((key) => key in answers || key in visitor);
      if (known) focusFirstWrong();
      else setProblem(Object.values(fields)[0] ?? errorMessage(error, 'Could not register.'));
    } finally {
      setBusy(false);
    }
  };

  return {
    visitor,
    visitorWrong,
    wrong,
    wrongAt,
    writtenIn,
    busy,
    problem: left && missing ? questionnaires.requiredMissing.message : problem,
    submit: () => {
      if (!busy) void submit();
    },
    write(id: string, next: AnswerDraft) {
      const all = { ...answers, [id]: next };
      setAnswers(all);
      keepAnswers(event.id, editing, { answers: all, visitor });
      forget(id);
      // A text that has just been asked for is not missing yet.
      if (next.other === '' && writtenIn(id).other === undefined) unlook(id);
    },
    leave: (id: string, still = () => true) => afterPress(() => still() && look(id)),
    setVisitor(field: Field, value: string) {
      const who = { ...visitor, [field]: value };
      setVisitor(who);
      keepAnswers(event.id, editing, { answers, visitor: who });
      forget(field);
    },
    leaveVisitor: (field: Field) => afterPress(() => look(field)),
  };
}

/** Once the sentences are rendered. */
function focusFirstWrong(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#registration [aria-invalid="true"]')?.focus());
}
