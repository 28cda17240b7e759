import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS, MessageText } from '@folkmoot/contract/conversations/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Popover, Textarea } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconAt, IconMoodSmile, IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../core/chunks.ts';
import { useMyId } from '../core/session.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import css from './composer.module.css';
import { MentionPicker } from './MentionPicker.tsx';
import { outbox } from './outbox.ts';
import { useMentions } from './useMentions.ts';

const EmojiPicker = lazy(
  loadChunk(() => import('../ui/EmojiPicker.tsx').then((module) => ({ default: module.EmojiPicker }))),
);

type Props = { facts: ConversationFacts; name: string };

/** Where one writes. What is typed stays per conversation until it is sent. */
export function Composer({ facts, name }: Props) {
  const me = useMyId();
  const [text, setText] = useLocalStorage({
    key: `folkmoot.draft.${me}.${facts.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
    sync: false,
  });
  const [problem, setProblem] = useState<string>();
  const [picking, setPicking] = useState(false);
  const touch = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false });
  const area = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(facts, text, area, (next, caret) => put(next, caret));
  const over = lengthOf(text) - LIMITS.text;

  const put = (next: string, caret: number) => {
    setText(next);
    setProblem(undefined);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  const insert = (piece: string) => {
    const at = area.current?.selectionStart ?? text.length;
    put(text.slice(0, at) + piece + text.slice(area.current?.selectionEnd ?? at), at + piece.length);
  };
  const send = () => {
    if (text.trim() === '') return area.current?.focus();
    const checked = MessageText.safeParse(text);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    outbox.send(facts.id, text.trim());
    setText('');
    setProblem(undefined);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || touch) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={css.outer}>
      <MentionPicker mentions={mentions} />
      <div className={css.composer}>
        <Textarea
          ref={area}
          aria-label={`Message ${name}`}
          placeholder={`Message ${name}`}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={10}
          dir="auto"
          value={text}
          error={problem}
          {...mentions.aria}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
            mentions.look();
          }}
          onSelect={mentions.look}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
          classNames={{ input: css.input, error: css.error }}
        />
        <div className={css.tools}>
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
              <IconButton label="Emoji" size={32} onClick={() => setPicking(!picking)}>
                <IconMoodSmile size={19} />
              </IconButton>
            </Popover.Target>
            <Popover.Dropdown>
              <Suspense fallback={null}>
                <EmojiPicker
                  onPick={(emoji) => {
                    setPicking(false);
                    insert(emoji);
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <IconButton
            label="Mention someone"
            size={32}
            onClick={() => insert(/(^|\s)$/.test(text.slice(0, area.current?.selectionStart ?? 0)) ? '@' : ' @')}
          >
            <IconAt size={19} />
          </IconButton>
          <span className={css.grow} />
          {over > -200 && <span className={over > 0 ? css.over : css.hint}>{-over}</span>}
          {!touch && <span className={css.hint}>Enter to send</span>}
          <button
            type="button"
            className={css.send}
            data-idle={text.trim() === '' || undefined}
            aria-label="Send"
            onClick={send}
          >
            <IconSend size={18} />
          </button>
        </div>
      </div>
    </div>
  );
}
