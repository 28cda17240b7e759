import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { unreadLabel } from '../../ui/identity/UnreadBadge.tsx';
import css from './unread-edges.module.css';

type Edge = { channels: number; mentions: number };
/** Pixels at the end of the sidebar that are faded. */
const FADE = 24;
const NOTHING: Edge = { channels: 0, mentions: 0 };

/** Above and below what is in sight of the sidebar: how many channels there are unread, with a way to the nearest. */
export function UnreadEdges({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [above, setAbove] = useState(NOTHING);
  const [below, setBelow] = useState(NOTHING);
  const look = useEffectEvent(() => {
    const { above: over, below: under } = hidden(scroller.current);
    setAbove((known) => same(known, edgeOf(over)));
    setBelow((known) => same(known, edgeOf(under)));
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const again = () => look();
    again();
    // Lines come and go, are read, and are moved.
    const changes = new MutationObserver(again);
    changes.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-news'] });
    const sizes = new ResizeObserver(again);
    sizes.observe(box);
    box.addEventListener('scroll', again, { passive: true });
    return () => {
      changes.disconnect();
      sizes.disconnect();
      box.removeEventListener('scroll', again);
    };
  }, [scroller]);
  const go = (where: 'above' | 'below') => {
    const lines = hidden(scroller.current)[where];
    const nearest = where === 'above' ? lines.toReversed() : lines;
    // A mention is what is looked for, where there is one.
    const line = nearest.find((one) => mentionsOf(one) > 0) ?? nearest[0];
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    line?.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
  };
  return (
    <>
      <Pill edge={above} where="above" onGo={() => go('above')} />
      <Pill edge={below} where="below" onGo={() => go('below')} />
    </>
  );
}

type PillProps = { edge: Edge; where: 'above' | 'below'; onGo: () => void };

function Pill({ edge: { channels, mentions }, where, onGo }: PillProps) {
  if (channels === 0) return null;
  const Icon = where === 'above' ? IconArrowUp : IconArrowDown;
  const words =
    mentions > 0 ? `${unreadLabel(mentions)} ${mentions === 1 ? 'mention' : 'mentions'}` : `${channels} unread`;
  return (
    <button
      type="button"
      className={css.pill}
      data-where={where}
      data-mention={mentions > 0 || undefined}
      onClick={onGo}
    >
      <Icon size={14} strokeWidth={2.4} aria-hidden />
      {words} {where}
    </button>
  );
}

/** The lines with something new that are out of sight, from top to bottom. */
function hidden(box: HTMLElement | null): Record<'above' | 'below', HTMLElement[]> {
  const found: Record<'above' | 'below', HTMLElement[]> = { above: [], below: [] };
  if (!box) return found;
  const { top, bottom } = box.getBoundingClientRect();
  for (const line of box.querySelectorAll<HTMLElement>('[data-news]')) {
    const at = line.getBoundingClientRect();
    const middle = (at.top + at.bottom) / 2;
    if (middle < top) found.above.push(line);
    else if (middle > bottom - FADE) found.below.push(line);
  }
  return found;
}

const mentionsOf = (line: HTMLElement) => Number(line.dataset.news);

function edgeOf(lines: readonly HTMLElement[]): Edge {
  return { channels: lines.length, mentions: lines.reduce((sum, line) => sum + mentionsOf(line), 0) };
}

/** The known one where nothing has changed, so that nothing is drawn again. */
function same(known: Edge, next: Edge): Edge {
  return known.channels === next.channels && known.mentions === next.mentions ? known : next;
}
