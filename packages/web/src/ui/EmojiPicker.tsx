import { EmojiPicker as Picker } from 'frimousse';
import css from './emojipicker.module.css';

/** Every emoji, with search and arrow keys. The data comes from our own address; the pictures are the platform's. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Picker.Root className={css.root} locale="en" columns={9} emojibaseUrl={__EMOJI_DATA__} onEmojiSelect={({ emoji }) => onPick(emoji)}>
      <Picker.Search className={css.search} placeholder="Search emoji" aria-label="Search emoji" autoFocus />
      <Picker.Viewport className={css.viewport}>
        <Picker.Loading className={css.note}>Loading emoji</Picker.Loading>
        <Picker.Empty className={css.note}>{({ search }) => <>No emoji for “{search}”</>}</Picker.Empty>
        <Picker.List
          className={css.list}
          components={{
            CategoryHeader: ({ category, ...rest }) => (
              <div className={css.category} {...rest}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...rest }) => (
              <div className={css.row} {...rest}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...rest }) => (
              <button type="button" className={css.emoji} aria-label={emoji.label} {...rest}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  );
}
