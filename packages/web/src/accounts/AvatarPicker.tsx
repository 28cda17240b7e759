import { listAvatars } from '@folkmoot/contract/accounts/api.ts';
import { AVATAR_PAGE } from '@folkmoot/contract/accounts/schema.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../core/queries.ts';
import { Bone, Waiting } from '../ui/Bones.tsx';
import { Failure } from '../ui/Failure.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import css from './avatarpicker.module.css';

type Props = {
  type: 'user' | 'community';
  label: string;
  value: string | null;
  onChange: (url: string | null) => void;
};

/** Pictures to choose one from: twelve a page, eight on phones. People are round, places are square. */
export function AvatarPicker({ type, label, value, onChange }: Props) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const limit = phone ? AVATAR_PAGE.phone : AVATAR_PAGE.desk;
  const [page, setPage] = useState(1);
  const id = useId();
  const avatars = useQuery({
    ...queryOf(listAvatars, { type, page, limit }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = Math.max(1, Math.ceil((avatars.data?.count ?? 0) / limit));
  return (
    <fieldset className={css.field} data-type={type}>
      <legend>{label}</legend>
      {avatars.isError && <Failure error={avatars.error} again={avatars.refetch} level={3} />}
      <div className={css.grid}>
        <label className={css.choice} data-on={value === null || undefined}>
          <input
            type="radio"
            name={id}
            checked={value === null}
            onChange={() => onChange(null)}
            aria-label={type === 'user' ? 'My initials' : 'First letter'}
          />
          <span className={css.none}>Aa</span>
        </label>
        {avatars.isPending && (
          <Waiting>
            <Bone w={52} h={52} round={type === 'user'} />
          </Waiting>
        )}
        {avatars.data?.data.map((avatar, index) => (
          <label key={avatar.id} className={css.choice} data-on={value === avatar.url || undefined}>
            <input
              type="radio"
              name={id}
              // The page before stays until the next has come; by then its numbers are another's.
              disabled={avatars.isPlaceholderData}
              checked={value === avatar.url}
              onChange={() => onChange(avatar.url)}
              aria-label={`Picture ${(page - 1) * limit + index + 1}`}
            />
            <img src={avatar.url} alt="" width={52} height={52} />
          </label>
        ))}
      </div>
      {pages > 1 && (
        <div className={css.pager}>
          <IconButton label="Earlier pictures" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            <IconChevronLeft size={18} />
          </IconButton>
          <span>
            {page} of {pages}
          </span>
          <IconButton label="More pictures" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
            <IconChevronRight size={18} />
          </IconButton>
        </div>
      )}
    </fieldset>
  );
}
