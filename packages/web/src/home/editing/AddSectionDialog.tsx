import { SECTION_TYPES, type SectionType } from '@folkmoot/contract/home/sections-schema.ts';
import {
  IconCalendarEvent,
  IconHelp,
  IconLayoutCards,
  IconLink,
  IconListDetails,
  IconPhoto,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { TYPE_NAMES } from '../words.ts';
import css from './add-section.module.css';

const ABOUT: Readonly<Record<SectionType, { text: string; Icon: typeof IconLink }>> = {
  Accordion: { text: 'Titles that open to their text, such as house rules', Icon: IconListDetails },
  PhotoGallery: { text: 'Pictures side by side', Icon: IconPhoto },
  Links: { text: 'Pages and videos on other sites', Icon: IconLink },
  CardShowcase: { text: 'People or things, each with a picture', Icon: IconLayoutCards },
  CallToAction: { text: 'A band with one button', Icon: IconSpeakerphone },
  Faq: { text: 'The community’s questions and answers', Icon: IconHelp },
  NextEvents: { text: 'The next events, always up to date', Icon: IconCalendarEvent },
  NewMembers: { text: 'The people who joined last', Icon: IconUsers },
};

/** Chooses what kind of section is added. */
export function AddSectionDialog({ onPick }: { onPick: (type: SectionType) => void }) {
  const close = useCloseDialog();
  return (
    <Dialog title="Add section" width={520} brief>
      <ul className={css.types}>
        {SECTION_TYPES.map((type) => {
          const { text, Icon } = ABOUT[type];
          return (
            <li key={type}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onPick(type);
                }}
              >
                <Icon size={22} aria-hidden />
                <span>
                  <b>{TYPE_NAMES[type]}</b>
                  <small>{text}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
