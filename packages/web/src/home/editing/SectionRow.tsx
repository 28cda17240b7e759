import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconHelp,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { toast } from '../../core/toasts/toast.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { StayingButton } from '../../ui/inputs/StayingButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { Section } from '../page/Section.tsx';
import { isEmpty, usePageLive } from '../page/usePageLive.ts';
import { nameOf, TYPE_NAMES } from '../words.ts';
import type { HomeDraft } from './home-draft.ts';
import { copyOf, withoutSection, withSection, withSectionAt, withStep } from './section-edits.ts';
import css from './section-row.module.css';

/** How long a section that was deleted can be brought back by its toast. */
const UNDO_MS = 10_000;

type Props = {
  section: SectionView;
  index: number;
  count: number;
  errors: Readonly<Record<string, string>> | undefined;
  draft: HomeDraft;
  onEdit: () => void;
  onFaqs: () => void;
  /** Absent on a full page. */
  onAddBelow: (() => void) | undefined;
};

/** A section while the page is edited: the bar with everything that can be done to it, and what it looks like. */
export function SectionRow({ section, index, count, errors, draft, onEdit, onFaqs, onAddBelow }: Props) {
  const live = usePageLive();
  const { clientId, isHidden, audience, sectionType } = section;
  const name = nameOf(section);
  const wrong = Object.values(errors ?? {})[0];
  const pressed = useRef<HTMLButtonElement>(undefined);
  const move = (button: HTMLButtonElement, step: 1 | -1) => {
    pressed.current = button;
    draft.change((page) => withStep(page, clientId, step));
  };
  // A row that moves loses the focus in some browsers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it has moved.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current?.scrollIntoView({ block: 'nearest' });
    pressed.current = undefined;
  }, [index]);
  const remove = () => {
    draft.change((page) => withoutSection(page, clientId));
    toast.undoable(`“${name}” deleted`, UNDO_MS, () => draft.change((page) => withSectionAt(page, section, index)));
  };
  const hide = () => draft.change((page) => withSection(page, { ...section, isHidden: !isHidden }));
  return (
    <>
      <div className={css.bar}>
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>
            {[
              name === TYPE_NAMES[sectionType] ? '' : TYPE_NAMES[sectionType],
              audience === 'members' ? 'Members only' : '',
              isHidden ? 'Hidden' : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <StayingButton
          label={`Move ${name} up`}
          off={index === 0}
          onClick={({ currentTarget }) => move(currentTarget, -1)}
        >
          <IconArrowUp size={18} />
        </StayingButton>
        <StayingButton
          label={`Move ${name} down`}
          off={index === count - 1}
          onClick={({ currentTarget }) => move(currentTarget, 1)}
        >
          <IconArrowDown size={18} />
        </StayingButton>
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <IconPencil size={18} />
        </IconButton>
        <ActionMenu position="bottom-end" width={220}>
          <Menu.Target>
            <IconButton label={`More about ${name}`}>
              <IconDots size={18} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {sectionType === 'Faq' && (
              <Menu.Item leftSection={<IconHelp size={18} />} onClick={onFaqs}>
                Update FAQs
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconPlus size={18} />} disabled={!onAddBelow} onClick={onAddBelow}>
              Add section below
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCopy size={18} />}
              disabled={!onAddBelow}
              onClick={() => draft.change((page) => withSection(page, copyOf(section), clientId))}
            >
              Duplicate
            </Menu.Item>
            <Menu.Item leftSection={isHidden ? <IconEye size={18} /> : <IconEyeOff size={18} />} onClick={hide}>
              {isHidden ? 'Show' : 'Hide'}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item data-danger leftSection={<IconTrash size={18} />} onClick={remove}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </ActionMenu>
      </div>
      <div className={css.body}>
        {wrong !== undefined && (
          <p role="alert" className={css.wrong}>
            {`Not saved: ${wrong}`}
          </p>
        )}
        <div className={css.shown} data-hidden={isHidden || undefined} inert>
          {isEmpty(section, live) ? <p className={css.empty}>{EMPTY[sectionType]}</p> : <Section section={section} />}
        </div>
      </div>
    </>
  );
}

const EMPTY: Partial<Record<SectionView['sectionType'], string>> = {
  NextEvents: 'No events are planned. Visitors do not see this section until there is one.',
  NewMembers: 'Nobody has joined yet. Visitors do not see this section until somebody does.',
  Faq: 'There are no questions yet. Choose “Update FAQs” in the menu; until then, visitors do not see this section.',
};
