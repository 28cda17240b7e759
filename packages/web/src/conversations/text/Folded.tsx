import { type ReactNode, useId, useState } from 'react';
import css from './folded.module.css';

/** Texts of more lines, or more characters, are certain to be higher than what a folded message shows. */
const LONG = { lines: 18, characters: 1400 };

/** The unfolded ones: a message that is scrolled away and back stays as it was. */
const unfolded = new Set<string>();

/** Whether a text is so long that a message shows only its beginning at first. */
export function isLong(text: string): boolean {
  return text.length > LONG.characters || text.split('\n').length > LONG.lines;
}

/** A long text, of which the beginning is shown until the reader asks for the rest. */
export function Folded({ id, text, children }: { id: string; text: string; children: ReactNode }) {
  const [open, setOpen] = useState(() => unfolded.has(id));
  const inner = useId();
  if (!isLong(text)) return children;
  const fold = (next: boolean) => {
    if (next) unfolded.add(id);
    else unfolded.delete(id);
    setOpen(next);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a link inside that takes the focus is not left out of sight */}
      <div id={inner} className={css.text} data-folded={!open || undefined} onFocus={() => fold(true)}>
        {children}
      </div>
      <button
        type="button"
        className={css.toggle}
        aria-expanded={open}
        aria-controls={inner}
        onClick={() => fold(!open)}
      >
        {open ? 'Show less' : 'Show more'}
      </button>
    </>
  );
}
