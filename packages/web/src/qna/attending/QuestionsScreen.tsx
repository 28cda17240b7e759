import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { takesPart } from '@folkmoot/contract/qna/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../core/api-error.ts';
import { apiQuery } from '../../core/queries.ts';
import { useSession } from '../../core/session.tsx';
import { keepLink, keptLink, keptPass } from '../../events/access/access-tokens.ts';
import page from '../../events/page/event.module.css';
import { usePageTint } from '../../events/page/usePageTint.ts';
import { useEvent } from '../../events/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { keepGuestPass, keptGuestPass } from '../asking/kept.ts';
import { useQna } from '../live/queries.ts';
import { Questions } from './Questions.tsx';
import css from './questions.module.css';

const route = getRouteApi('/frame/$alias/questions');

/** The questions of an event, for everybody who sees it. */
export function QuestionsScreen() {
  const { alias } = route.useParams();
  const { token: linked } = route.useSearch();
  const link = linked ?? keptLink(alias);
  useEffect(() => {
    if (linked !== undefined) keepLink(alias, linked);
  }, [alias, linked]);
  const named = useQuery(apiQuery(resolveAlias, { alias, token: link }));
  if (named.error)
    return <ErrorState error={named.error} again={named.refetch} fallback={TOASTS.eventFailed} level={1} />;
  if (!named.data) return <QuestionsSkeleton />;
  const { resource_type, resource_id, alias: present } = named.data.data;
  if (resource_type !== 'event') return <NotFound />;
  return <Loaded key={resource_id} eventId={resource_id} alias={present} link={link} />;
}

function Loaded({ eventId, alias, link }: { eventId: string; alias: string; link: string | undefined }) {
  const session = useSession();
  const pageToken = link ?? keptPass(eventId);
  const guestPass = keptGuestPass(eventId);
  const isUnknown = session.status !== 'signedIn' && pageToken === undefined;
  const first = useQna({ eventId, token: isUnknown ? guestPass : pageToken });
  // Who is somebody here by an account or by a link is no guest by the code.
  const isNobody = isUnknown || (first.data ? !takesPart(first.data.data.role) : first.isError);
  const token = isNobody && guestPass !== undefined ? guestPass : pageToken;
  const qna = useQna({ eventId, token });
  const event = useEvent(eventId, pageToken);
  usePageTint(event.data?.tint ?? 'slate');
  usePageTitle('Questions', qna.data?.data.name);
  if (qna.data)
    return (
      <div className={page.scroll}>
        <Questions seen={{ eventId, token }} qna={qna.data.data} event={event.data} />
      </div>
    );
  if (qna.error instanceof ApiError && qna.error.code === refusals.passOld.code)
    return (
      <EmptyState
        art="door"
        title={qna.error.message}
        level={1}
        action={
          <LinkButton to="/q" onClick={() => keepGuestPass(eventId, undefined)}>
            Enter the code
          </LinkButton>
        }
      />
    );
  if (qna.error instanceof ApiError && qna.error.statusCode === 403)
    return (
      <EmptyState
        art="door"
        title={qna.error.message}
        level={1}
        action={
          <LinkButton to="/$alias" params={{ alias }}>
            Event page
          </LinkButton>
        }
      />
    );
  if (qna.error) return <ErrorState error={qna.error} again={qna.refetch} level={1} />;
  return <QuestionsSkeleton />;
}

function QuestionsSkeleton() {
  return (
    <LoadingFallback label="Loading the questions">
      <div className={css.page}>
        <div className={css.main}>
          <Skeleton h={46} w="60%" />
          <Skeleton h={130} radius="xl" />
          <Skeleton h={96} radius="xl" />
          <Skeleton h={96} radius="xl" />
        </div>
      </div>
    </LoadingFallback>
  );
}
