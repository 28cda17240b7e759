import { isEmoji } from '@folkmoot/contract/core/text.ts';
import { EmojiPicker as Picker, type SkinTone } from 'frimousse';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { isComposing } from '../../core/keys.ts';
import { MEDIA } from '../../styles/media.ts';
import css from './emoji-picker.module.css';
import { chosenTone, recentEmoji, rememberEmoji, rememberTone, SKIN_TONES } from './emoji-recents.ts';
import { findEmoji, loadEmoji, type NamedEmoji } from './emojis.ts';

const COLUMNS = 9;
/** What a finger needs for one, in pixels, as `touch.css` has it. */
const FINGER = 44;
/** A search shows seven rows of them on a desktop: for fewer results, type more. */
const FOUND = 63;

type Props = { onPick: (emoji: string) => void; autoFocus?: boolean };

/** Every emoji, searched by its name, from data of our own. The phone's or the computer's own pictures are shown. */
export function EmojiPicker({ onPick, autoFocus = false }: Props) {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [all, setAll] = useState<readonly NamedEmoji[]>();
  const [tone, setTone] = useState(chosenTone);
  const [recent] = useState(recentEmoji);
  const [columns, setColumns] = useState(COLUMNS);
  const fit = useCallback((root: HTMLElement | null) => {
    if (root && matchMedia(MEDIA.coarse).matches) setColumns(Math.min(COLUMNS, Math.floor(root.clientWidth / FINGER)));
  }, []);
  useEffect(() => void loadEmoji().then(setAll), []);
  const id = useId();
  const searching = search.trim() !== '' && all !== undefined && all.length > 0;
  const found = useMemo(() => (searching ? findEmoji(all, search, FOUND) : []), [all, search, searching]);
  const pick = (emoji: string) => {
    rememberEmoji(emoji);
    onPick(emoji);
  };
  const pickFound = ({ emoji, skins }: NamedEmoji) => pick(plain(skins?.[SKIN_TONES.indexOf(tone) - 1] ?? emoji));
  const chooseTone = (next: SkinTone) => {
    setTone(next);
    rememberTone(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!searching || isComposing(event)) return;
    const next = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    // The list of all emoji, which is not shown now, must not move.
    event.stopPropagation();
    event.preventDefault();
    const one = found[active];
    if (next !== undefined) setActive(Math.min(Math.max(active + next, 0), Math.max(found.length - 1, 0)));
    else if (one) pickFound(one);
  };
  return (
    <Picker.Root
      ref={fit}
      className={css.root}
      style={{ '--columns': columns } as CSSProperties}
      emojibaseUrl={__EMOJI_DATA__}
      locale="en"
      columns={columns}
      skinTone={tone}
      onEmojiSelect={({ emoji }) => pick(plain(emoji))}
    >
      <div className={css.top}>
        <Picker.Search
          className={css.search}
          placeholder="Search emoji"
          aria-label="Search emoji"
          autoFocus={autoFocus}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          aria-controls={searching ? id : undefined}
          aria-activedescendant={searching && found.length > 0 ? `${id}-${active}` : undefined}
        />
        <ToneButton tone={tone} onTone={chooseTone} />
      </div>
      {searching && <Found {...{ id, search, found, active, columns }} onPick={pickFound} />}
      {!searching && recent.length > 0 && (
        <fieldset className={css.recent}>
          <legend>Recently used</legend>
          {recent.slice(0, columns).map((emoji) => (
            <button key={emoji} type="button" className={css.emoji} aria-label={emoji} onClick={() => pick(emoji)}>
              {emoji}
            </button>
          ))}
        </fieldset>
      )}
      <Picker.Viewport className={css.viewport} tabIndex={0} aria-label="Emoji" hidden={searching}>
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

const HANDS = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'];

/** Each press takes the next skin tone. */
function ToneButton({ tone, onTone }: { tone: SkinTone; onTone: (tone: SkinTone) => void }) {
  const at = SKIN_TONES.indexOf(tone);
  const label = `Skin tone: ${tone === 'none' ? 'default' : tone.replace('-', ' ')}`;
  return (
    <button
      type="button"
      className={css.tone}
      aria-label={label}
      title={label}
      onClick={() => onTone(SKIN_TONES[(at + 1) % SKIN_TONES.length] ?? 'none')}
    >
      {HANDS[at]}
    </button>
  );
}

type FoundProps = {
  id: string;
  search: string;
  found: readonly NamedEmoji[];
  active: number;
  columns: number;
  onPick: (emoji: NamedEmoji) => void;
};

/** What a search finds, the nearest name first, whatever its category. */
function Found({ id, search, found, active, columns, onPick }: FoundProps) {
  const rows = Array.from({ length: Math.ceil(found.length / columns) }, (_, row) => row);
  if (found.length === 0)
    return (
      <div className={css.viewport}>
        <p className={css.note}>No emoji matches “{search}”.</p>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of choices, not a table of data
    <div id={id} className={css.viewport} role="grid" aria-label="Emoji found">
      {rows.map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
        <div key={row} className={css.foundrow} role="row">
          {found.slice(row * columns, (row + 1) * columns).map((one, column) => {
            const { emoji, label } = one;
            const at = row * columns + column;
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              <button
                key={emoji}
                id={`${id}-${at}`}
                type="button"
                role="gridcell"
                tabIndex={-1}
                aria-label={label}
                aria-selected={at === active}
                className={css.emoji}
                data-active={at === active || undefined}
                ref={(button) => {
                  if (at === active) button?.scrollIntoView({ block: 'nearest' });
                }}
                onClick={() => onPick(one)}
              >
                {emoji}
              </button>
            );
          })}
        </div>
      ))}
    </div>
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
