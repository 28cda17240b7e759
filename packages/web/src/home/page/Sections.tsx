import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { rowsOf } from './rows.ts';
import { Section } from './Section.tsx';
import css from './sections.module.css';
import { isEmpty, usePageLive } from './usePageLive.ts';

/** The sections of a page in order; those with nothing to show are left out. */
export function Sections({ sections }: { sections: readonly SectionView[] }) {
  const live = usePageLive();
  const shown = sections.filter((section) => !isEmpty(section, live));
  return (
    <div className={css.sections}>
      {rowsOf(shown).map((row) =>
        row.length === 1 ? (
          <Section key={row[0].clientId} section={row[0]} />
        ) : (
          <div key={row[0].clientId} className={css.pair}>
            {row.map((section) => (
              <Section key={section.clientId} section={section} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}
