import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { type ReactNode, useId } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import { headingOf, TYPE_NAMES } from '../words.ts';
import { NextEvents } from './NextEvents.tsx';
import css from './sections.module.css';
import { ToggleList } from './ToggleList.tsx';
import { usePageLive } from './usePageLive.ts';

// Their styles come with the page: it is drawn before they are there.
import './call-to-action.module.css';
import './cards.module.css';
import './gallery.module.css';
import './links.module.css';
import '../videos/video.module.css';

const Blocks = lazyPart(() => import('./Blocks.tsx'), 'Blocks');

/** One section of a community's home, with its heading. */
export function Section({ section }: { section: SectionView }) {
  const id = useId();
  const heading = headingOf(section);
  const { alias } = usePageLive();
  if (section.sectionType === 'CallToAction') return <Blocks section={section} />;
  return (
    <section
      className={css.section}
      {...(heading === '' ? { 'aria-label': TYPE_NAMES[section.sectionType] } : { 'aria-labelledby': id })}
    >
      {heading !== '' && (
        <header>
          <h2 id={id} dir="auto">
            {heading}
          </h2>
          {section.sectionType === 'NextEvents' && (
            <PlainLink to="/$alias/events" params={{ alias }} className={css.link}>
              Full calendar
            </PlainLink>
          )}
        </header>
      )}
      <Content section={section} />
    </section>
  );
}

function Content({ section }: { section: SectionView }): ReactNode {
  const live = usePageLive();
  switch (section.sectionType) {
    case 'Accordion':
      return <ToggleList items={section.json.items} />;
    case 'Faq':
      return <ToggleList items={live.faqs} />;
    case 'NextEvents':
      return <NextEvents count={section.json.count} />;
    default:
      return <Blocks section={section} />;
  }
}
