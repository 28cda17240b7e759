import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { coverTintOf } from '@folkmoot/contract/media/picture-rules.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconAdjustments,
  IconClock,
  IconInfoCircle,
  IconLock,
  IconMapPin,
  IconMessages,
  IconPhoto,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CoverField } from '../../media/selector/CoverField.tsx';
import { NO_COVER } from '../page/no-cover.ts';
import { WhenSection } from '../times/WhenSection.tsx';
import { AboutSection } from './AboutSection.tsx';
import { EventPreview } from './EventPreview.tsx';
import css from './event-form.module.css';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';
import { PageColour } from './PageColour.tsx';
import { VisibilitySection } from './VisibilitySection.tsx';
import { WhereSection } from './WhereSection.tsx';

type Section = { id: string; title: string; icon: Icon; body: ReactNode };
type More = {
  id: string;
  title: string;
  icon: keyof typeof ICONS;
  body: ReactNode;
  /** Only if people register here, and not on another site. */
  internal?: true;
};

const ICONS = { registration: IconTicket, people: IconUsers, access: IconLock, chat: IconMessages } as const;

/** All fields of an event, with a preview of its page beside them. `more` holds further sections. */
export function EventForm({ more = [], ...form }: FormProps & { more?: readonly More[] }) {
  const { values, set, errors, event } = form;
  // The tint of a newly chosen cover, until the server has one.
  const [chosen, setChosen] = useState<{ cover: string | null; tint: Tint | undefined }>();
  const external = values.type === 'external';
  const picked =
    coverTintOf(values.cover) ??
    (chosen?.cover === values.cover ? chosen.tint : undefined) ??
    (event && event.cover === values.cover && !event.tintChosen ? event.tint : 'slate');
  const sections: Section[] = [
    {
      id: 'cover',
      title: 'Cover',
      icon: IconPhoto,
      body: (
        <Field path="cover" className={css.coverbox ?? ''}>
          <CoverField
            label="Cover"
            value={values.cover}
            fallback={NO_COVER}
            ratio={CROP_RATIOS.banner}
            error={errors.cover}
            onChange={(cover, image) => {
              setChosen({ cover, tint: image?.tint });
              const credit = image?.credit;
              set({ cover, coverCredit: credit ? { text: `Photo by ${credit.name}`, url: credit.link } : null });
            }}
          />
        </Field>
      ),
    },
    { id: 'about', title: 'About', icon: IconInfoCircle, body: <AboutSection {...form} /> },
    { id: 'when', title: 'When', icon: IconClock, body: <WhenSection {...form} /> },
    ...(external ? [] : [{ id: 'where', title: 'Where', icon: IconMapPin, body: <WhereSection {...form} /> }]),
    ...more
      .filter(({ internal }) => !external || !internal)
      .map(({ icon, ...rest }) => ({ ...rest, icon: ICONS[icon] })),
  ];
  const nav = [...sections, { id: 'options', title: 'Options', icon: IconAdjustments }];
  return (
    <div className={css.edit}>
      <nav className={css.nav} aria-label="Sections">
        {nav.map((section) => (
          <Button
            key={section.id}
            variant="subtle"
            justify="flex-start"
            leftSection={<section.icon size={18} aria-hidden />}
            onClick={() => {
              const element = document.getElementById(`section-${section.id}`);
              element?.scrollIntoView({ block: 'start' });
              element?.focus({ preventScroll: true });
            }}
          >
            {section.title}
          </Button>
        ))}
      </nav>
      <div className={css.form}>
        {sections.map(({ id, title, body }) => (
          <section key={id} id={`section-${id}`} tabIndex={-1} aria-labelledby={`title-${id}`} className={css.section}>
            <h2 id={`title-${id}`} data-quiet={id === 'cover' || undefined}>
              {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
      <aside className={css.side} id="section-options" tabIndex={-1} aria-label="Preview and options">
        <b>Page preview</b>
        <EventPreview values={values} event={event} tint={values.tint ?? picked} />
        <div className={css.box}>
          <PageColour value={values.tint} picked={picked} onChange={(tint) => set({ tint })} />
        </div>
        <div className={css.box}>
          <VisibilitySection {...form} />
        </div>
      </aside>
    </div>
  );
}
