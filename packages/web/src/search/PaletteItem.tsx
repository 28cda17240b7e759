import { spanOf } from './find.ts';
import css from './palette.module.css';
import type { Finding } from './useFindings.tsx';

type Props = { id: string; item: Finding; search: string; on: boolean; onPoint: () => void };

/** One thing that was found, with what was typed underlined. */
export function PaletteItem({ id, item, search, on, onPoint }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box, which points here with aria-activedescendant.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      className={css.item}
      onPointerMove={on ? undefined : onPoint}
      onClick={item.open}
    >
      {item.picture}
      <span className={css.words}>
        <span className={css.name} dir="auto">
          <Marked text={item.name} search={search} />
        </span>
        {item.note && <span className={css.note}>{item.note}</span>}
      </span>
      {on && (
        <span className={css.kbd} aria-hidden="true">
          ↵
        </span>
      )}
    </div>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  const span = spanOf(text, search);
  if (!span) return text;
  return (
    <>
      {text.slice(0, span[0])}
      <mark>{text.slice(span[0], span[1])}</mark>
      {text.slice(span[1])}
    </>
  );
}
