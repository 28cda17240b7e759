import type { AuthorView, ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { problemBesideEmpty } from '@folkmoot/contract/conversations/text-rules.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Checkbox, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { isComposing } from '../../core/keys.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { trayOf, writeDraft } from '../outbox/drafts.ts';
import { outbox } from '../outbox/outbox.ts';
import { useDraft } from '../outbox/useDraft.ts';
import { useTypingIndicator } from '../useTypingIndicator.ts';
import { ComposerTools } from './ComposerTools.tsx';
import { pastedFrom } from './clipboard.ts';
import css from './composer.module.css';
import { ReplyBar } from './ReplyBar.tsx';
import { SuggestionList } from './SuggestionList.tsx';
import { formatOf } from './shortcuts.ts';
import { type Format, formatted, inBlock, linked, nextLine } from './text-formatting.ts';
import { useComposerFocus } from './useComposerFocus.ts';
import { useFileDrop } from './useFileDrop.ts';
import { useSuggestions } from './useSuggestions.ts';
import { useTextEditing } from './useTextEditing.ts';

const FormatBar = lazyPart(() => import('./FormatBar.tsx'), 'FormatBar');
const Tray = lazyPart(() => import('../../media/attachments/AttachmentList.tsx'), 'Tray');

type Props = {
  facts: ConversationFacts;
  name: string;
  /** In a thread: the name of its parent conversation, where a reply can be shown as well. */
  around: string | undefined;
  people: ReadonlyMap<string, AuthorView> | undefined;
  /** Arrow up in an empty composer. */
  onEditLast: () => void;
};

/** The composer. Its text, the message it replies to and its files are kept per conversation until they are sent. */
export function Composer({ facts, name, around, people, onEditLast }: Props) {
  const draft = useDraft(facts.id);
  const { text, replyTo } = draft;
  const tray = trayOf(facts.id);
  const files = useSyncExternalStore(tray.subscribe, tray.items);
  const [problem, setProblem] = useState<string>();
  const [formats, setFormats] = useState(false);
  const [also, setAlso] = useState(false);
  const touch = useMedia('touch');
  const sayTyping = useTypingIndicator();
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const writing = useTextEditing(area);
  useToastRoom(frame);
  useComposerFocus(area, around !== undefined);
  const says = facts.type === 'thread' ? 'Reply in thread' : `Message ${name}`;
  const over = lengthOf(text) - LIMITS.text;
  const loading = files.some(({ attachment, failure }) => !attachment && !failure);
  const empty = text.trim() === '' && files.length === 0;

  const attach = (chosen: File[]) => {
    if (chosen.length > 0) setProblem(tray.add(chosen));
    area.current?.focus();
  };
  const dropping = useFileDrop(frame, attach);
  const cancelReply = () => writeDraft(facts.id, { replyTo: null, replyAuthor: null });
  const format = (wanted: Format) => {
    if (wanted === 'block' || !inBlock(text, writing.now().start)) writing.write(formatted(writing.now(), wanted));
  };
  const send = () => {
    const { text } = writing.now();
    const empty = text.trim() === '' && files.length === 0;
    if (empty) return area.current?.focus();
    const wrong = problemBesideEmpty(text);
    if (wrong !== undefined) return setProblem(wrong);
    if (files.some(({ failure }) => failure))
      return setProblem('A file could not be uploaded. Remove it or upload it again, then send.');
    outbox.send(facts.id, { text: text.trim(), replyTo, alsoToChannel: also }, tray.take());
    writeDraft(facts.id, { text: '', replyTo: null, replyAuthor: null, attachments: [] });
    setAlso(false);
    setProblem(undefined);
    suggestions.close();
    area.current?.focus();
  };
  const suggestions = useSuggestions(facts, area, writing, () => (touch ? writing.insert('\n') : send()));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || suggestions.onKeyDown(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const wanted = formatOf(event, selectionStart !== selectionEnd);
    if (wanted) {
      event.preventDefault();
      // Ctrl-K and the like mean something else outside.
      event.stopPropagation();
      return format(wanted);
    }
    if (event.key === 'Escape' && replyTo) {
      event.preventDefault();
      return cancelReply();
    }
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      return onEditLast();
    }
    if (event.key !== 'Enter') return;
    if (!event.shiftKey && !touch) {
      event.preventDefault();
      return send();
    }
    const next = inBlock(text, selectionStart) ? undefined : nextLine(writing.now());
    if (!next) return;
    event.preventDefault();
    writing.write(next);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { text: all, start, end } = writing.now();
    if (inBlock(all, start)) return;
    const pasted = pastedFrom(event.clipboardData, all.slice(start, end));
    if (pasted.kind === 'plain') return;
    event.preventDefault();
    if (pasted.kind === 'files') return attach(pasted.files);
    if (pasted.kind === 'link') return writing.write(linked(writing.now(), pasted.url));
    void pasted.markdown().then(writing.insert, () => writing.insert(pasted.plain));
  };
  return (
    <>
      {dropping && (
        <div className={css.drop}>
          <IconUpload size={30} aria-hidden />
          Drop files to share them in {name}
        </div>
      )}
      <div className={css.outer} ref={frame} data-composer={facts.id}>
        <SuggestionList suggestions={suggestions} />
        {replyTo && <ReplyBar quote={replyTo} author={draft.replyAuthor} people={people} onCancel={cancelReply} />}
        <div className={css.composer} data-answers={replyTo !== null || undefined}>
          <Suspense fallback={null}>{formats && <FormatBar onFormat={format} />}</Suspense>
          <Suspense fallback={null}>
            {files.length > 0 && (
              <Tray
                items={files}
                onRemove={(key) => tray.remove(key)}
                onRetry={(key) => tray.retry(key)}
                onDescribe={(key, alt) => tray.describe(key, alt)}
              />
            )}
          </Suspense>
          <Textarea
            ref={area}
            aria-label={says}
            placeholder={says}
            variant="unstyled"
            autosize
            minRows={1}
            maxRows={10}
            dir="auto"
            value={text}
            error={problem}
            {...suggestions.aria}
            onChange={(event) => {
              writeDraft(facts.id, { text: event.currentTarget.value });
              setProblem(undefined);
              suggestions.look();
              if (event.currentTarget.value !== '') sayTyping(facts);
              if ((event.nativeEvent as InputEvent).data === ':') suggestions.completeName();
            }}
            onSelect={suggestions.look}
            onBlur={suggestions.close}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            classNames={{ input: css.input, error: css.error }}
          />
          <ComposerTools
            idle={empty}
            over={over}
            hint={loading ? 'Sends when the files are uploaded' : touch ? '' : 'Enter to send'}
            formats={formats}
            onFormats={() => setFormats(!formats)}
            onFiles={attach}
            onInsert={writing.insert}
            onMention={() => writing.insert(/(^|\s)$/.test(text.slice(0, writing.now().start)) ? '@' : ' @')}
            onSend={send}
          />
        </div>
        {around !== undefined && facts.serverId !== null && (
          <Checkbox
            size="xs"
            className={css.also}
            label={`Also send to ${around}`}
            checked={also}
            onChange={(event) => setAlso(event.currentTarget.checked)}
          />
        )}
      </div>
    </>
  );
}
