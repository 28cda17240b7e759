import { listAvatars } from '@folkmoot/contract/accounts/api.ts';
import { AVATAR_PAGE, LOGO_EDGE } from '@folkmoot/contract/accounts/schema.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import css from './avatar-picker.module.css';
import { useImageSelector } from './useImageSelector.ts';

type Props = {
  type: 'user' | 'community';
  label: string;
  value: string | null;
  onChange: (url: string | null) => void;
  /** The server's message about it. */
  error?: ReactNode;
};

const WORDS = {
  user: { purpose: 'avatar', title: 'Choose a picture', none: 'My initials', hint: undefined },
  community: {
    purpose: 'logo',
    title: 'Choose a picture',
    none: 'First letter',
    hint: `Works best at ${LOGO_EDGE} × ${LOGO_EDGE} pixels (1:1).`,
  },
} as const;

/** Pictures to choose from: twelve a page, eight on phones. People are round, communities are square. */
export function AvatarPicker({ type, label, value, onChange, error }: Props) {
  const words = WORDS[type];
  const select = useImageSelector();
  // Your own picture can be chosen again as long as the form is open.
  const [own, setOwn] = useState(value?.startsWith('/files/') ? value : undefined);
  const phone = useMedia('phone');
  const limit = phone ? AVATAR_PAGE.phone : AVATAR_PAGE.desk;
  const [page, setPage] = useState(1);
  const id = useId();
  const avatars = useQuery({
    ...apiQuery(listAvatars, { type, page, limit }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = Math.max(1, Math.ceil((avatars.data?.count ?? 0) / limit));
  return (
    <fieldset className={css.field} data-type={type}>
      <legend>{label}</legend>
      {avatars.isError && <ErrorState error={avatars.error} again={avatars.refetch} level={3} />}
      <div className={css.grid}>
        <label className={css.choice} data-on={value === null || undefined}>
          <input
            type="radio"
            name={id}
            checked={value === null}
            onChange={() => onChange(null)}
            aria-label={words.none}
          />
          <span className={css.none}>Aa</span>
        </label>
        {own !== undefined && (
          <label className={css.choice} data-on={value === own || undefined}>
            <input
              type="radio"
              name={id}
              checked={value === own}
              onChange={() => onChange(own)}
              aria-label="Uploaded picture"
            />
            <img src={own} alt="" width={52} height={52} />
          </label>
        )}
        {avatars.isPending && (
          <LoadingFallback>
            <Skeleton w={52} h={52} round={type === 'user'} />
          </LoadingFallback>
        )}
        {avatars.data?.data.map((avatar, index) => (
          <label key={avatar.id} className={css.choice} data-on={value === avatar.url || undefined}>
            <input
              type="radio"
              name={id}
              // The previous page stays until the next has loaded, but the page numbers are already the next page's.
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
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      {select && (
        <div className={css.upload}>
          <Button
            variant="default"
            leftSection={<IconPhotoUp size={17} aria-hidden />}
            onClick={() =>
              select({
                ...words,
                onDone({ url }) {
                  setOwn(url);
                  onChange(url);
                },
              })
            }
          >
            Upload your own picture
          </Button>
          {words.hint && <small>{words.hint}</small>}
        </div>
      )}
    </fieldset>
  );
}
