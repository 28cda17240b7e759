import { getJoin, getQna, joinQna } from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { takesPart } from '@folkmoot/contract/qna/rules.ts';
import { type JoinView, LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { loadChunk } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMe, useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { keepGuestPass, keptGuestPass } from '../asking/kept.ts';
import css from '../one/question.module.css';
import '../../styles/forms.css';

/** Where people type the code that is shown in the hall, or come to by the QR code. */
export function JoinScreen() {
  const { code } = useParams({ strict: false });
  usePageTitle('Join a Q&A');
  return (
    <div className={css.joinPage}>
      <div className={css.joinCard}>{code === undefined ? <CodeForm /> : <ByCode key={code} code={code} />}</div>
    </div>
  );
}

function CodeForm({ wrong }: { wrong?: { code: string; message: string } }) {
  const navigate = useNavigate();
  const [code, setCode] = useState(wrong?.code ?? '');
  const [problem, setProblem] = useState(wrong?.message);
  return (
    <Form
      busy={false}
      problem={undefined}
      className={css.joinForm}
      onSubmit={(event) => {
        event?.preventDefault();
        const typed = code.trim();
        if (typed === '') setProblem('Enter the code.');
        else void navigate({ to: '/q/$code', params: { code: typed } });
      }}
    >
      <h1>Join a Q&A</h1>
      <p>The code is on the screen at the event: a word and digits.</p>
      <TextInput
        label="Code"
        size="lg"
        classNames={{ input: css.joinCode ?? '' }}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
        value={code}
        error={problem}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setProblem(undefined);
        }}
      />
      <LoadingButton type="submit" size="lg" fullWidth loading={false} loadingLabel="Joining">
        Continue
      </LoadingButton>
    </Form>
  );
}

function ByCode({ code }: { code: string }) {
  const session = useSession();
  const join = useQuery({ ...apiQuery(getJoin, { code }), staleTime: 0 });
  const known = join.data?.data;
  const signedIn = session.status === 'signedIn';
  // Somebody who is going takes part as themselves.
  const qna = useQuery({
    ...apiQuery(getQna, { eventId: known?.eventId ?? '', token: undefined }),
    enabled: known !== undefined && signedIn,
  });
  if (join.error instanceof ApiError && join.error.code === refusals.wrongCode.code)
    return <CodeForm wrong={{ code, message: join.error.message }} />;
  if (join.error) return <ErrorState error={join.error} again={join.refetch} level={1} />;
  if (!known || (signedIn && qna.isPending))
    return (
      <LoadingFallback label="Looking up the code">
        <Skeleton h={32} w="70%" />
        <Skeleton h={48} />
      </LoadingFallback>
    );
  const isSomebody = qna.data && takesPart(qna.data.data.role);
  if (isSomebody || keptGuestPass(known.eventId) !== undefined)
    return <Navigate to="/$alias/questions" params={{ alias: known.alias }} replace />;
  if (!known.joinByCode)
    return (
      <div className={css.joinForm}>
        <h1 dir="auto">{known.name}</h1>
        <p>{refusals.notByCode.message} Everybody who sees the event can read the questions.</p>
        <LinkButton to="/$alias" params={{ alias: known.alias }} size="lg" fullWidth>
          Event page
        </LinkButton>
        <LinkButton to="/$alias/questions" params={{ alias: known.alias }} variant="default" size="lg" fullWidth>
          Read the questions
        </LinkButton>
      </div>
    );
  return <NameForm code={code} known={known} />;
}

const loadFile = loadChunk(() => import('./name-fields.ts'));
const loadFields = () => loadFile().then(({ NameFields }) => NameFields);

type NameProps = { code: string; known: JoinView };

function NameForm({ code, known: { eventId, alias, name: event, allowAnonymousQuestions } }: NameProps) {
  const me = useMe();
  const navigate = useNavigate();
  const known = me ? `${me.user.firstName} ${me.user.lastName}`.trim().slice(0, LIMITS.name) : '';
  const form = useFields({ schema: loadFields, initial: { name: known } });
  const submission = useSubmit(
    form,
    async ({ name }) => {
      const answer = await call(joinQna, { code, name });
      keepGuestPass(eventId, answer.data.token);
      toast.done(answer.message);
      await navigate({ to: '/$alias/questions', params: { alias }, replace: true });
    },
    TOASTS.wrong,
  );
  return (
    <Form {...submission} className={css.joinForm}>
      <h1 dir="auto">{event}</h1>
      <p>
        Ask and vote without an account. Your name is shown beside what you ask
        {allowAnonymousQuestions ? ', unless you ask anonymously.' : '.'}
      </p>
      <TextInput label="Your name" size="lg" autoComplete="name" dir="auto" {...form.getInputProps('name')} />
      <LoadingButton type="submit" size="lg" fullWidth loading={submission.busy} loadingLabel="Joining">
        Join
      </LoadingButton>
    </Form>
  );
}
