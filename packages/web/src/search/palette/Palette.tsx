import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { Loader, Modal } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isComposing } from '../../core/keys.ts';
import { PaletteItem } from './PaletteItem.tsx';
import css from './palette.module.css';
import { type Finding, useFindings } from './useFindings.tsx';

/** Enter waits this long for findings that are on their way. */
const WAIT_MS = 2000;

type Props = {
  opened: boolean;
  close: () => void;
  current: RailView | undefined;
  /** What was typed before the field had the focus. */
  takeEarly?: (() => string) | undefined;
  /** Opens the list of keyboard shortcuts. */
  showShortcuts: () => void;
};

/** Find anything: a channel, a community, an event, a person, a message, or something to do. Arrow keys move, Enter opens. */
export function Palette({ opened, close, ...rest }: Props) {
  const [mounted, setMounted] = useState(false);
  const [leads, setLeads] = useState(false);
  // Opened after mounting, so that Mantine remembers what had the focus before.
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    if (opened) setLeads(false);
  }, [opened]);
  return (
    <Modal.Root opened={opened && mounted} onClose={close} size={640} yOffset={84} returnFocus={!leads}>
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything" radius="xl" classNames={{ content: css.content }}>
        <Finder close={close} {...rest} onLead={() => setLeads(true)} />
      </Modal.Content>
    </Modal.Root>
  );
}

type FinderProps = Omit<Props, 'opened'> & { onLead: () => void };

function Finder({ close, current, takeEarly, showShortcuts, onLead }: FinderProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [within, setWithin] = useState(current);
  const [search, setSearch] = useState('');
  const [pointed, setPointed] = useState<string>();
  const [waits, setWaits] = useState(false);
  const widen = () => {
    setWithin(undefined);
    setPointed(undefined);
    input.current?.focus();
  };
  const { groups, busy, failed } = useFindings({ search, current, within, widen, close, showShortcuts });
  const all = groups.flatMap(({ items }) => items);
  const at = Math.max(
    all.findIndex(({ key }) => key === pointed),
    0,
  );
  const chosen = all[at];

  const move = (to: number) => {
    const next = (to + all.length) % Math.max(all.length, 1);
    setPointed(all[next]?.key);
    document.getElementById(`${id}-${all[next]?.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  const open = (item: Finding) => {
    if (item.leads) {
      onLead();
      // What is typed from now on is for the screen behind, while this fades.
      (document.activeElement as HTMLElement | null)?.blur();
    }
    item.open();
  };
  // What is found at once, or pointed to, can be opened at once. What else is shown may belong to fewer letters.
  const sure = chosen?.key === pointed || groups[0]?.known === true || !busy;
  const settle = useEffectEvent(() => {
    setWaits(false);
    if (chosen) open(chosen);
  });
  useEffect(() => {
    if (!waits) return;
    if (sure) return settle();
    const timer = setTimeout(() => setWaits(false), WAIT_MS);
    return () => clearTimeout(timer);
  }, [waits, sure]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Home' && event.ctrlKey) move(0);
    else if (event.key === 'Enter') setWaits(true);
    else if (event.key === 'Backspace' && search === '' && within) widen();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={css.top}>
        {busy ? <Loader size={20} aria-hidden /> : <IconSearch size={22} aria-hidden />}
        <input
          ref={input}
          className={css.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
          aria-label="Find anything"
          placeholder="Channels, people, events, messages"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={search}
          onKeyDown={onKeyDown}
          onFocus={() => setSearch(search + (takeEarly?.() ?? ''))}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPointed(undefined);
            setWaits(false);
          }}
        />
        {within && (
          <button
            type="button"
            className={css.within}
            aria-label={`Search everywhere, not only in ${within.name}`}
            onClick={widen}
          >
            <bdi>{within.name}</bdi>
            <IconX size={14} aria-hidden />
          </button>
        )}
        <kbd className={css.kbd}>Esc</kbd>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={css.list}>
        {groups.map((group, nth) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a listbox.
          <div key={group.title} role="group" aria-labelledby={`${id}-group-${nth}`}>
            <div id={`${id}-group-${nth}`} className={css.group}>
              {group.title}
            </div>
            {group.items.map((item) => (
              <PaletteItem
                key={item.key}
                id={`${id}-${item.key}`}
                item={item}
                search={search}
                on={item === chosen}
                onOpen={() => open(item)}
                onPoint={() => setPointed(item.key)}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && !busy && (
        <p className={css.none} role="status">
          {failed
            ? 'Not everything could be searched. Check your connection, then try again.'
            : `Nothing matches “${search}”. Try a shorter search.`}
        </p>
      )}
      <div className={css.foot}>
        <span aria-hidden="true">
          <kbd className={css.kbd}>↑</kbd>
          <kbd className={css.kbd}>↓</kbd>
          Move
        </span>
        <span aria-hidden="true">
          <kbd className={css.kbd}>↵</kbd>
          Open
        </span>
        <button
          type="button"
          className={css.shortcuts}
          onClick={() => {
            close();
            showShortcuts();
          }}
        >
          <span className={css.kbd} aria-hidden="true">
            ?
          </span>
          All shortcuts
        </button>
      </div>
    </>
  );
}
