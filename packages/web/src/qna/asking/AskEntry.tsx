import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { canAsk } from '@folkmoot/contract/qna/rules.ts';
import { Button } from '@mantine/core';
import { IconMessage2Question } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazyPart } from '../../core/lazy.ts';
import page from '../../events/page/event.module.css';
import { useNow } from '../../events/times/useNow.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { type Seen, useCounts, useQna } from '../live/queries.ts';

const AskDialog = lazyPart(() => import('./AskDialog.tsx'), 'AskDialog');

/** On an event's page: the way to its questions, and the button that asks one. Nothing where the event has no Q&A. */
export function AskEntry({ event, token }: { event: EventView; token: string | undefined }) {
  const show = useShowDialog();
  const navigate = useNavigate();
  const now = useNow();
  const seen: Seen = { eventId: event.id, token };
  const qna = useQna(seen).data?.data;
  // Long after, those who were there still find the answers.
  const wasThere = event.viewer.manages || event.viewer.status === 'going';
  const asksCount = qna?.status === 'disabled' && wasThere;
  if (!qna || (qna.status === 'disabled' && !wasThere)) return null;
  return asksCount ? (
    <Answers seen={seen} alias={event.alias} />
  ) : (
    <>
      {canAsk(qna, now).ok && (
        <Button
          className={page.quiet}
          leftSection={<IconMessage2Question size={18} aria-hidden />}
          onClick={() =>
            show(
              <AskDialog
                seen={seen}
                qna={qna}
                onAsked={() => void navigate({ to: '/$alias/questions', params: { alias: event.alias } })}
              />,
            )
          }
        >
          Ask
        </Button>
      )}
      <QuestionsLink alias={event.alias} />
    </>
  );
}

function Answers({ seen, alias }: { seen: Seen; alias: string }) {
  const counts = useCounts(seen).data?.data;
  return counts && counts.published + counts.answered > 0 ? <QuestionsLink alias={alias} /> : null;
}

function QuestionsLink({ alias }: { alias: string }) {
  return (
    <LinkButton to="/$alias/questions" params={{ alias }} className={page.quiet}>
      Questions
    </LinkButton>
  );
}
