import { TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { SectionType, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../core/api-error.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useMyId } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import type { HomeDraft } from './home-draft.ts';
import { newSection, withSection } from './section-edits.ts';
import { type TypedSection, typedFaqs, typedSections } from './typed.ts';

const ToggleListDialog = lazyPart(() => import('../dialogs/ToggleListDialog.tsx'), 'ToggleListDialog');
const GalleryDialog = lazyPart(() => import('../dialogs/GalleryDialog.tsx'), 'GalleryDialog');
const LinksDialog = lazyPart(() => import('../dialogs/LinksDialog.tsx'), 'LinksDialog');
const CardsDialog = lazyPart(() => import('../dialogs/CardsDialog.tsx'), 'CardsDialog');
const CallToActionDialog = lazyPart(() => import('../dialogs/CallToActionDialog.tsx'), 'CallToActionDialog');
const LiveBlockDialog = lazyPart(() => import('../dialogs/LiveBlockDialog.tsx'), 'LiveBlockDialog');
const FaqsDialog = lazyPart(() => import('../dialogs/FaqsDialog.tsx'), 'FaqsDialog');

const DIALOGS = [
  ...[ToggleListDialog, GalleryDialog, LinksDialog, CardsDialog],
  ...[CallToActionDialog, LiveBlockDialog, FaqsDialog],
];

type SectionDialogs = {
  /** Opens the dialog of a new section, which comes after another one or at the end. */
  add: (type: SectionType, after?: string) => void;
  edit: (clientId: string) => void;
  faqs: () => void;
};

/** The dialogs of sections: what they hand back goes into the draft, and what the server says of it comes back to their fields. */
export function useSectionDialogs(draft: HomeDraft, serverId: string): SectionDialogs {
  const show = useShowDialog();
  const place = `${useMyId()}.${serverId}`;
  useEffect(() => {
    // Without the network the page can still be edited. A part that is missing is asked for again when it is opened.
    for (const dialog of DIALOGS) void dialog.preload();
  }, []);
  const saved = (keep: (section: SectionView) => void) => async (section: SectionView) => {
    keep(section);
    const isSaved = await draft.save();
    const { errors, problem, losable } = draft.get();
    const fields = errors[section.clientId];
    if (fields) throw new ApiError({ statusCode: 422, code: 'web.refused', message: problem ?? TEXTS.wrong, fields });
    if (isSaved) return { message: TEXTS.saved };
    return { message: losable ? 'Not saved yet.' : 'Kept in this browser. It has not been saved yet.' };
  };
  const open = ({ section, isNew, after }: TypedSection, keep: (section: SectionView) => void, restored = false) => {
    const errors = draft.get().errors[section.clientId];
    const onType = (typed: SectionView | undefined) =>
      typedSections(place).remember(typed && { section: typed, isNew, after });
    const shared = { isNew, restored, onType, onSave: saved(keep), ...(errors && { errors }) };
    show(dialogOf(section, shared, serverId));
  };
  const add = (section: SectionView, after?: string, restored?: boolean) => {
    const keep = (next: SectionView) => draft.change((page) => withSection(page, next, after));
    open({ section, isNew: true, after }, keep, restored);
  };
  const edit = (clientId: string, typed?: SectionView) => {
    const edited = draft.edit(clientId);
    if (edited) open({ section: typed ?? edited.section, isNew: false }, edited.keep, typed !== undefined);
    // Somebody has deleted it in the meantime: what was typed can still be added.
    else if (typed) add(typed, undefined, true);
  };
  const faqs = () => show(<FaqsDialog serverId={serverId} typed={typedFaqs(place)} />);
  const restored = useRef(false);
  const restore = useEffectEvent(() => {
    if (restored.current) return;
    restored.current = true;
    const typed = typedSections(place).recall();
    if (typed?.isNew) add(typed.section, typed.after, true);
    else if (typed) edit(typed.section.clientId, typed.section);
    if (typedFaqs(place).recall()) faqs();
  });
  useEffect(() => restore(), []);
  return { add: (type, after) => add(newSection(type), after), edit: (clientId) => edit(clientId), faqs };
}

type Shared = {
  isNew: boolean;
  restored: boolean;
  onType: (section: SectionView | undefined) => void;
  onSave: (section: SectionView) => Promise<{ message: string }>;
  errors?: Readonly<Record<string, string>>;
};

function dialogOf(section: SectionView, shared: Shared, serverId: string): ReactNode {
  switch (section.sectionType) {
    case 'Accordion':
      return <ToggleListDialog section={section} {...shared} />;
    case 'PhotoGallery':
      return <GalleryDialog section={section} {...shared} />;
    case 'Links':
      return <LinksDialog section={section} {...shared} />;
    case 'CardShowcase':
      return <CardsDialog section={section} serverId={serverId} {...shared} />;
    case 'CallToAction':
      return <CallToActionDialog section={section} {...shared} />;
    default:
      return <LiveBlockDialog section={section} {...shared} />;
  }
}
