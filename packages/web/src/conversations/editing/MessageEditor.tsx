import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { problemOfText } from '@folkmoot/contract/conversations/text-rules.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Popover, Textarea } from '@mantine/core';
import { IconAt, IconMoodSmile } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isComposing } from '../../core/keys.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import composerCss from '../composer/composer.module.css';
import { isTouch } from '../composer/focus-composer.ts';
import { SuggestionList } from '../composer/SuggestionList.tsx';
import { formatOf } from '../composer/shortcuts.ts';
import { formatted, inBlock } from '../composer/text-formatting.ts';
import { useSuggestions } from '../composer/useSuggestions.ts';
import { useTextEditing } from '../composer/useTextEditing.ts';
import { focusedBefore } from './edits.ts';
import css from './message-editor.module.css';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');

/** A menu gives the focus back to its button this many milliseconds after it closes, at most. */
const MENU_MS = 30;

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  text: string;
  /** Keeps what is typed; undefined ends the edit. */
  onText: (text: string | undefined) => void;
  /** Saves; returns the reason if it could not. */
  onSave: (text: string) => Promise<string | undefined>;
};

/** Changes the text of one of your own messages, where it stands. Enter saves, Escape cancels. */
export function MessageEditor({ facts, message, text, onText, onSave }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [picking, setPicking] = useState(false);
  const writing = useTextEditing(area);
  const over = lengthOf(text) - LIMITS.text;
  useToastRoom(form, true);

  const begin = useEffectEvent(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(text.length, text.length);
    form.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    begin();
    // Only the focus: the caret is where the reader has put it by then.
    const timer = setTimeout(() => area.current?.focus({ preventScroll: true }), MENU_MS);
    return () => clearTimeout(timer);
  }, []);

  const end = () => {
    const row = form.current?.closest<HTMLElement>('[data-row]');
    const known = focusedBefore();
    onText(undefined);
    (known?.closest('[data-composer]') ? known : row)?.focus({ preventScroll: true });
  };
  const save = async () => {
    if (busy) return;
    const { text } = writing.now();
    if (text === message.text) return end();
    const wrong = problemOfText(text);
    if (wrong !== undefined) return setProblem(wrong);
    setBusy(true);
    const refused = await onSave(text.trim());
    setBusy(false);
    if (refused === undefined) end();
    else setProblem(refused);
  };
  const suggestions = useSuggestions(facts, area, writing, () => (isTouch() ? writing.insert('\n') : void save()));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || suggestions.onKeyDown(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const wanted = formatOf(event, selectionStart !== selectionEnd);
    if (wanted) {
      event.preventDefault();
      event.stopPropagation();
      if (wanted === 'block' || !inBlock(text, selectionStart)) writing.write(formatted(writing.now(), wanted));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      end();
    } else if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <form
      ref={form}
      className={css.editor}
      data-editor
      aria-label={facts.type === 'thread' ? 'Edit thread' : 'Edit message'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SuggestionList suggestions={suggestions} />
      <div className={composerCss.composer}>
        <Textarea
          ref={area}
          aria-label="Message"
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={12}
          dir="auto"
          value={text}
          error={problem}
          {...suggestions.aria}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setProblem(undefined);
            suggestions.look();
            if ((event.nativeEvent as InputEvent).data === ':') suggestions.completeName();
          }}
          onSelect={suggestions.look}
          onBlur={suggestions.close}
          onKeyDown={onKeyDown}
          classNames={{ input: composerCss.input, error: composerCss.error }}
        />
        <div className={composerCss.tools}>
          <Popover
            opened={picking}
            onChange={setPicking}
            position="top-start"
            width={330}
            trapFocus
            returnFocus
            withinPortal
          >
            <Popover.Target>
              <IconButton label="Emoji" size={32} aria-expanded={picking} onClick={() => setPicking(!picking)}>
                <IconMoodSmile size={19} />
              </IconButton>
            </Popover.Target>
            <Popover.Dropdown>
              <Suspense fallback={null}>
                <EmojiPicker
                  autoFocus={!isTouch()}
                  onPick={(emoji) => {
                    setPicking(false);
                    writing.insert(emoji);
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <IconButton
            label="Mention someone"
            size={32}
            onClick={() => writing.insert(/(^|\s)$/.test(text.slice(0, writing.now().start)) ? '@' : ' @')}
          >
            <IconAt size={19} />
          </IconButton>
          <span className={composerCss.grow} />
          {over > -200 && <span className={over > 0 ? composerCss.over : composerCss.hint}>{-over}</span>}
          <Button variant="subtle" size="compact-sm" onClick={end}>
            Cancel
          </Button>
          <LoadingButton type="submit" size="compact-sm" loading={busy} loadingLabel="Saving">
            Save
          </LoadingButton>
        </div>
      </div>
    </form>
  );
}
