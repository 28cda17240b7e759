import { getSupport, introduceToSupport } from '@folkmoot/contract/support/api.ts';
import type { SupportView } from '@folkmoot/contract/support/schema.ts';
import { Button } from '@mantine/core';
import { IconExternalLink, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../core/api-client.ts';
import { apiQuery } from '../core/queries.ts';
import { toast } from '../core/toasts/toast.ts';
import { noteUse } from '../telemetry/note-use.ts';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { NotLoaded } from '../ui/feedback/NotLoaded.tsx';
import { LoadingFallback, Skeleton } from '../ui/feedback/Skeleton.tsx';
import { introduce, isFrom, opened } from './chat-frame.ts';
import css from './support.module.css';

/** After this a chat that has not said a word may be one that forbids to be shown here, in milliseconds. */
const SILENT_MS = 8000;

/** Help: the operator's chat, in its own frame, and the address to write to. */
export function Help() {
  const support = useQuery(apiQuery(getSupport, {}));
  useEffect(() => noteUse('support_opened'), []);
  if (support.isError)
    return (
      <ErrorState error={support.error} fallback="Help could not be loaded." again={() => void support.refetch()} />
    );
  if (support.isPending && support.isPaused) return <NotLoaded what="Help is" />;
  if (!support.data)
    return (
      <LoadingFallback>
        <Skeleton h={320} radius="md" />
      </LoadingFallback>
    );
  const { chat, email } = support.data;
  return (
    <div className={css.help}>
      {chat && (chat.inFrame ? <ChatFrame chat={chat} /> : <ChatTab chat={chat} />)}
      {!chat && <p>Have a question, or is something not working? The people who run this site can help.</p>}
      {email && (
        <p className={css.email}>
          <IconMail size={18} aria-hidden />
          <span>
            {chat ? 'Or write to ' : 'Write to '}
            <a href={`mailto:${email}`}>{email}</a>
          </span>
        </p>
      )}
    </div>
  );
}

type Chat = NonNullable<SupportView['chat']>;

/** What is told to the chat, and only after a yes. */
function useIntroduction() {
  return useMutation({
    mutationFn: () => call(introduceToSupport, {}),
    onError: (error) => toast.failed(error, { fallback: 'Your name could not be shared. Try again.' }),
  });
}

function ChatFrame({ chat: { url, host, takesNames } }: { chat: Chat }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'loaded' | 'silent'>('loading');
  const [asked, setAsked] = useState(takesNames);
  const introduction = useIntroduction();
  useEffect(() => {
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), SILENT_MS);
    const listen = (event: MessageEvent) => {
      if (isFrom(event, frame.current, url) && opened(event)) setState('loaded');
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(late);
      removeEventListener('message', listen);
    };
  }, [url]);
  const share = () =>
    introduction.mutate(undefined, {
      onSuccess: (identity) => {
        introduce(frame.current, url, identity);
        setAsked(false);
      },
    });
  return (
    <>
      {state === 'loaded' && asked && (
        <section className={css.consent} aria-label="Your name and email address">
          <p>
            Share your name and email address with {host} so that support knows who you are? You can also chat without
            sharing them.
          </p>
          <div>
            <LoadingButton size="sm" loading={introduction.isPending} loadingLabel="Sharing" onClick={share}>
              Share
            </LoadingButton>
            <Button size="sm" variant="default" onClick={() => setAsked(false)}>
              Don’t share
            </Button>
          </div>
        </section>
      )}
      <div className={css.frame}>
        {state === 'loading' && (
          <LoadingFallback label="Loading the chat">
            <Skeleton h={320} />
          </LoadingFallback>
        )}
        {/* Its own site, with its own cookies and scripts, and nothing of ours. */}
        <iframe
          ref={frame}
          src={url}
          title="Chat with support"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
          referrerPolicy="no-referrer"
        />
      </div>
      <p className={css.note} role={state === 'silent' ? 'status' : undefined}>
        {state === 'silent' ? 'The chat didn’t load here. ' : ''}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open the chat in a new tab
        </a>
      </p>
    </>
  );
}

/** A chat that may not be shown inside our page. */
function ChatTab({ chat: { url, host } }: { chat: Chat }) {
  const introduction = useIntroduction();
  const identity = introduction.data;
  return (
    <section className={css.consent} aria-label="Chat with support">
      <p>Chat with support on {host}, in a new tab. We share your name and email address only if you choose to.</p>
      <div>
        {identity?.url ? (
          <Button
            component="a"
            href={identity.url}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={16} />}
          >
            Open the chat as {identity.name}
          </Button>
        ) : (
          <>
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<IconExternalLink size={16} />}
            >
              Open the chat
            </Button>
            <LoadingButton
              variant="default"
              loading={introduction.isPending}
              loadingLabel="Sharing"
              onClick={() => introduction.mutate()}
            >
              Share my name and email first
            </LoadingButton>
          </>
        )}
      </div>
    </section>
  );
}
