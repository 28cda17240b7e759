import { hostShown, OUTSIDE_REL } from '@folkmoot/contract/core/links/addresses.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { TYPE_NAMES } from '../words.ts';
import css from './call-to-action.module.css';

type Props = { section: Extract<SectionView, { sectionType: 'CallToAction' }> };

/** A band with a line and one button; where it leads stands beneath it. */
export function CallToAction({ section: { title, json } }: Props) {
  return (
    <section className={css.band} aria-label={title || TYPE_NAMES.CallToAction}>
      <div className={css.words}>
        {title !== '' && <h2 dir="auto">{title}</h2>}
        {json.line !== '' && <p dir="auto">{json.line}</p>}
      </div>
      <div className={css.action}>
        <Button
          component="a"
          variant="gold"
          size="md"
          href={json.url}
          target="_blank"
          rel={OUTSIDE_REL}
          rightSection={<IconArrowRight size={17} aria-hidden className={css.arrow} />}
        >
          <span dir="auto">{json.button}</span>
        </Button>
        <small dir="ltr">{hostShown(json.url)}</small>
      </div>
    </section>
  );
}
