import type { FeaturedRow } from '@folkmoot/contract/communities/featured-schema.ts';
import { IconArrowDown, IconArrowUp, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { StayingButton } from '../../ui/inputs/StayingButton.tsx';
import css from './featured.module.css';

type Props = {
  row: FeaturedRow;
  index: number;
  count: number;
  onStep: (step: 1 | -1) => void;
  onRemove: () => void;
};

/** A featured community in the owner's list. */
export function FeaturedItem({ row: { community }, index, count, onStep, onRemove }: Props) {
  const { name, visibility, memberCount } = community;
  const pressed = useRef<HTMLButtonElement>(undefined);
  // A row that moves loses the focus in some browsers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it has moved.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = undefined;
  }, [index]);
  const step = (button: HTMLButtonElement, by: 1 | -1) => {
    pressed.current = button;
    onStep(by);
  };
  return (
    <>
      <CommunityAvatar community={community} size={40} />
      <span className={css.words}>
        <b dir="auto">{name}</b>
        {visibility === 'public' ? (
          <small>{membersOf(memberCount ?? 0)}</small>
        ) : (
          <small className={css.off}>
            <IconEyeOff size={14} aria-hidden />
            {`Not shown, because it is ${visibility} now.`}
          </small>
        )}
      </span>
      <span className={css.actions}>
        <StayingButton
          label={`Move ${name} up`}
          off={index === 0}
          onClick={({ currentTarget }) => step(currentTarget, -1)}
        >
          <IconArrowUp size={18} />
        </StayingButton>
        <StayingButton
          label={`Move ${name} down`}
          off={index === count - 1}
          onClick={({ currentTarget }) => step(currentTarget, 1)}
        >
          <IconArrowDown size={18} />
        </StayingButton>
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      </span>
    </>
  );
}

/** How many members a community has, in words. */
export function membersOf(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'member' : 'members'}`;
}
