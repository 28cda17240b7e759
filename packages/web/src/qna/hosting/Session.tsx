import { COPIED } from '@folkmoot/contract/core/client.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getQnaStats } from '@folkmoot/contract/qna/api.ts';
import { PEOPLE_HINT } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconPresentation, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { QrCode } from '../../ui/identity/QrCode.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import type { Seen } from '../live/queries.ts';
import { codeOf } from '../words.ts';
import css from './hosting.module.css';

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'), 'ExportDialog');
const CodeGuestsDialog = lazyPart(() => import('./CodeGuestsDialog.tsx'), 'CodeGuestsDialog');
const ShareQuestionsDialog = lazyPart(() => import('./ShareQuestionsDialog.tsx'), 'ShareQuestionsDialog');

type Props = { seen: Seen; qna: QnaView; event: EventView; watching: number };

/** The figures of this Q&A, its code, and what can be done with all of it. */
export function Session({ seen, qna, event, watching }: Props) {
  const show = useShowDialog();
  const { eventId } = seen;
  const stats = useQuery(apiQuery(getQnaStats, { eventId, token: undefined }));
  const data = stats.data?.data;
  return (
    <>
      <section className={css.block} aria-labelledby="session">
        <h2 id="session">This session</h2>
        {stats.isError && !data && <ErrorState error={stats.error} again={stats.refetch} level={3} />}
        {data && (
          <>
            <dl className={css.figures}>
              <Figure value={data.questions} label="questions" />
              <Figure value={data.answered} label="answered" />
              <Figure value={data.votes} label="votes" />
              <Figure value={data.people} label="people took part" />
              <Figure value={watching || data.watching} label="watching" />
            </dl>
            {data.anonymous > 0 && <p className={css.note}>{PEOPLE_HINT}</p>}
          </>
        )}
      </section>
      {qna.code !== null && qna.joinUrl !== null && (
        <section className={css.block} aria-label="Join code">
          <JoinCode code={qna.code} url={qna.joinUrl} />
          {qna.joinByCode && (
            <Button
              variant="default"
              size="sm"
              className={css.own ?? ''}
              onClick={() => show(<CodeGuestsDialog eventId={eventId} />)}
            >
              Who came by the code
            </Button>
          )}
          {!qna.joinByCode && <p className={css.note}>It takes people who are registered to the questions.</p>}
        </section>
      )}
      <section className={css.block} aria-label="More">
        <div className={css.buttons}>
          <LinkButton
            to="/events/present/$alias"
            params={{ alias: event.alias }}
            target="_blank"
            variant="default"
            size="sm"
            leftSection={<IconPresentation size={17} aria-hidden />}
          >
            Present
          </LinkButton>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={17} aria-hidden />}
            onClick={() => show(<ExportDialog event={event} />)}
          >
            Export
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconShare2 size={17} aria-hidden />}
            onClick={() => show(<ShareQuestionsDialog event={event} />)}
          >
            Share answers
          </Button>
        </div>
      </section>
    </>
  );
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString()}</dd>
    </div>
  );
}

function JoinCode({ code, url }: { code: string; url: string }) {
  const { copied, copy } = useCopyToClipboard(COPIED.share);
  return (
    <div className={css.code}>
      <span className={css.qr}>
        <QrCode text={url} label={`QR code that leads to ${url}`} />
      </span>
      <div>
        <small>Join at {location.host}/q</small>
        <b>{codeOf(code)}</b>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() =>
            void copy(url).then(
              (done) => done || toast.failed(undefined, { fallback: `Could not copy. The link is ${url}` }),
            )
          }
        >
          <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
        </Button>
      </div>
    </div>
  );
}
