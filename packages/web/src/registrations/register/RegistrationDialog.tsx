import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import type { Question, QuestionResponse } from '@folkmoot/contract/questionnaires/schema.ts';
import type { Outcome } from '@folkmoot/contract/registrations/rules.ts';
import type { ParticipationView } from '@folkmoot/contract/registrations/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Form } from '../../core/form.tsx';
import { apiQuery } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { afterPress } from './after-press.ts';
import { QuestionField } from './QuestionField.tsx';
import css from './registration.module.css';
import { VERBS } from './registration-state.ts';
import { termsOf, totalOf } from './ticket-words.ts';
import { useRegistrationForm } from './useRegistrationForm.ts';

/** What somebody without an account gets by email. */
const EMAILED: Record<Outcome, string> = {
  going: 'We’ll email you the ticket.',
  payment_pending: 'We’ll email you the ticket.',
  requested: 'We’ll email you when a host answers.',
  waitlisted: 'We’ll email you if a spot becomes free.',
};

type Props = {
  event: EventView;
  ticket: TicketView | null;
  token: string | undefined;
  /** Asks for name and address, because nobody is signed in. */
  visitor: boolean;
  /** Edits the answers of an existing registration. */
  editing: boolean;
  /** As of `useRegistering`. */
  code?: string | undefined;
  /** What registering leads to now. */
  outcome: Outcome;
  /** With the token of their place, if they have no account. */
  onRegistered: (own: ParticipationView, token?: string) => void;
};

const NONE: { data: Question[]; responses: QuestionResponse[] } = { data: [], responses: [] };

/** The registration form: who you are, if that is not known, and the event's questions. */
export function RegistrationDialog(props: Props) {
  const { event, token } = props;
  const close = useCloseDialog();
  const asked = useQuery({
    ...apiQuery(getQuestions, { eventId: event.id, token }),
    enabled: event.hasQuestions,
    // Never replaced while somebody answers.
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const head = headOf(props);
  if (event.hasQuestions && asked.isError && !asked.data)
    return (
      <Dialog {...head}>
        <div role="alert">
          <EmptyState
            art="search"
            level={3}
            title="Error occurred while fetching questionnaire"
            action={
              <Button variant="default" onClick={() => void asked.refetch()}>
                Try again
              </Button>
            }
          >
            {asked.error.message}
          </EmptyState>
        </div>
      </Dialog>
    );
  // Only what was there before is waited for: a refresh, such as after sending, leaves the form where it is.
  if (event.hasQuestions && (!asked.data || !asked.isFetchedAfterMount))
    return (
      <Dialog
        {...head}
        footer={
          <>
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
            <Button disabled>{verbOf(props)}</Button>
          </>
        }
      >
        <LoadingFallback label="Loading the questions">
          <div className={css.fields}>
            <Skeleton h={88} radius="md" />
            <Skeleton h={88} radius="md" />
          </div>
        </LoadingFallback>
      </Dialog>
    );
  return <Fields {...props} asked={asked.data ?? NONE} />;
}

/** What the button does. */
function verbOf({ editing, outcome, ticket }: Props): string {
  if (editing) return 'Save answers';
  if (outcome !== 'payment_pending' || !ticket) return VERBS[outcome];
  const total = totalOf(ticket);
  return total === '' ? VERBS.going : `Continue to payment, ${total}`;
}

/** What the ticket costs, before anything is typed; empty where there is none. */
function priceLine({ event, ticket }: Props): string {
  if (!ticket) return '';
  const total = totalOf(ticket);
  return total === '' ? 'Free.' : `${total}. ${termsOf(ticket, event, Math.floor(Date.now() / 1000))}`;
}

function headOf({ event, ticket }: Props) {
  return { title: 'Registration', subtitle: ticket ? `${ticket.name} for ${event.name}` : event.name };
}

const VISITOR = [
  ['firstName', 'First name', 'given-name'],
  ['lastName', 'Last name', 'family-name'],
  ['email', 'Email', 'email'],
] as const;

function Fields(props: Props & { asked: typeof NONE }) {
  const { event, asked, editing } = props;
  const close = useCloseDialog();
  const { form, busy, problem, onSubmit } = useRegistrationForm(props, asked.data, asked.responses, close);
  const wrong = Object.keys(form.errors).length;
  const price = priceLine(props);
  // An error moves the page, so it waits for the press that took the focus away.
  const check = (path: string, still = () => true) =>
    afterPress(() => {
      if (still() && !(path in form.errors)) form.validateField(path);
    });
  return (
    <Dialog
      {...headOf(props)}
      footerStart={wrong > 0 && <span role="status">{lookLine(wrong)}</span>}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form="registration"
            className={css.submit}
            loading={busy}
            loadingLabel={editing ? 'Saving' : 'Registering'}
          >
            {verbOf(props)}
          </LoadingButton>
        </>
      }
    >
      <Form id="registration" className={css.fields} busy={busy} problem={problem} onSubmit={onSubmit}>
        {!editing && price !== '' && (
          <LocalText as="p" className={css.price}>
            {price}
          </LocalText>
        )}
        {props.visitor && (
          <div className={css.visitor}>
            {VISITOR.map(([field, label, complete]) => (
              <TextInput
                key={field}
                label={label}
                type={field === 'email' ? 'email' : 'text'}
                autoComplete={complete}
                withAsterisk={field !== 'lastName'}
                required={field !== 'lastName'}
                className={field === 'email' ? css.whole : undefined}
                {...form.getInputProps(`visitor.${field}`)}
                onBlur={() => check(`visitor.${field}`)}
              />
            ))}
            <p className={css.whole}>
              {EMAILED[props.outcome]} Have an account?{' '}
              <PlainLink to="/sign-in" search={{ next: `/${event.alias}` }} className={css.inline}>
                Sign in
              </PlainLink>
            </p>
          </div>
        )}
        {asked.data.map((question) => {
          const path = `responses.${question.question_id}`;
          const { value, error, onChange, ...input } = form.getInputProps(path);
          return (
            <QuestionField
              key={path}
              question={question}
              written={value}
              wrong={error}
              path={(input as { 'data-path'?: string })['data-path']}
              onChange={onChange}
              onLeave={(still) => check(path, still)}
            />
          );
        })}
      </Form>
    </Dialog>
  );
}

const lookLine = (count: number) =>
  count === 1 ? '1 answer needs another look' : `${count} answers need another look`;
