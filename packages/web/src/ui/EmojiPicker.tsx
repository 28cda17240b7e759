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
      <Picker.Viewport className={css.viewport} tabIndex={0} aria-label="Emoji">
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
              <div {...countedFromOne(rest)} className={css.row}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...rest }) => (
              <button
                {...countedFromOne(rest)}
                type="button"
                className={css.emoji}
                data-active={emoji.isActive || undefined}
              >
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

type Counted = { 'aria-rowindex'?: number | undefined; 'aria-colindex'?: number | undefined };

/** The list counts rows and columns from nought, ARIA from one. */
function countedFromOne<Props extends Counted>(props: Props): Props {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props;
  return {
    ...props,
    ...(row === undefined ? {} : { 'aria-rowindex': row + 1 }),
    ...(column === undefined ? {} : { 'aria-colindex': column + 1 }),
  };
}
