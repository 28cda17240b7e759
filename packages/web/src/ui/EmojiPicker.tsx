import { isEmoji } from '@folkmoot/contract/core/text.ts';
import { EmojiPicker as Picker } from 'frimousse';
import css from './emojipicker.module.css';

type Props = { onPick: (emoji: string) => void; autoFocus?: boolean };

/** Every emoji, searched by its name, from data of our own. The phone's or the computer's own pictures are shown. */
export function EmojiPicker({ onPick, autoFocus = false }: Props) {
  return (
    <Picker.Root
      className={css.root}
      emojibaseUrl={__EMOJI_DATA__}
      locale="en"
      columns={9}
      onEmojiSelect={({ emoji }) => onPick(plain(emoji))}
    >
      <Picker.Search
        className={css.search}
        placeholder="Search emoji"
        aria-label="Search emoji"
        autoFocus={autoFocus}
      />
      <Picker.Viewport className={css.viewport}>
        <Picker.Loading className={css.note}>Loading…</Picker.Loading>
        <Picker.Empty className={css.note}>{({ search }) => `No emoji matches “${search}”.`}</Picker.Empty>
        <Picker.List
          className={css.list}
          components={{
            CategoryHeader: ({ category, ...rest }) => (
              <div {...rest} className={css.category}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...rest }) => (
              <div {...rest} className={css.row}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...rest }) => (
              <button {...rest} type="button" className={css.emoji} data-active={emoji.isActive || undefined}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** The data puts a variation selector behind emoji that need none, such as 👍; the contract has one spelling of each. */
function plain(emoji: string): string {
  const bare = emoji.replaceAll('\uFE0F', '');
  return isEmoji(bare) ? bare : emoji;
}
