import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { filtersIn, parseSearch, withFilter, withoutPart } from '@folkmoot/contract/search/rules.ts';
import { LIMITS, type Operator } from '@folkmoot/contract/search/schema.ts';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isComposing } from '../core/keys.ts';
import { AddFilter } from './AddFilter.tsx';
import css from './search.module.css';

const OFFERED: readonly Operator[] = ['from', 'in', 'has', 'before', 'after'];

/** The search words, and under them the filters: each can be removed, and more can be added. */
export function SearchBox({ search }: { search: string }) {
  const navigate = useNavigate({ from: '/search' });
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search);
  // The address can change under the field: by going back, or by a link. While you type, the field leads.
  const sent = useRef(search);
  useEffect(() => {
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  useEffect(() => box.current?.focus(), []);

  const show = (next: string) => {
    sent.current = next.trim();
    void navigate({ search: (before) => ({ ...before, q: next.trim() || undefined }), replace: true });
  };
  const settle = useDebouncedCallback(show, DEBOUNCE.search);
  const set = (next: string, then: (text: string) => void = show) => {
    setTyped(next);
    then(next);
  };
  const filters = filtersIn(parseSearch(typed));

  return (
    <search className={css.top}>
      <TextInput
        ref={box}
        data-search-box
        type="search"
        aria-label="Search messages"
        placeholder="Words, “a phrase”, from:, in:, has: …"
        leftSection={<IconSearch size={19} />}
        rightSection={
          typed !== '' && (
            <CloseButton
              aria-label="Clear the search"
              onClick={() => {
                set('');
                box.current?.focus();
              }}
            />
          )
        }
        maxLength={LIMITS.search}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => set(event.currentTarget.value, settle)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) show(typed);
        }}
      />
      <div className={css.chips}>
        {filters.map((filter) => (
          <button
            key={`${filter.start}`}
            type="button"
            className={css.chip}
            aria-label={`Remove ${filter.operator}: ${filter.value}`}
            onClick={() => {
              set(withoutPart(typed, filter));
              // The button disappears, so the focus must move elsewhere.
              box.current?.focus();
            }}
          >
            <span>{filter.operator}</span>
            <bdi>{filter.value}</bdi>
            <IconX size={14} aria-hidden />
          </button>
        ))}
        {OFFERED.map((operator) => (
          <AddFilter key={operator} operator={operator} add={(value) => set(withFilter(typed, operator, value))} />
        ))}
      </div>
    </search>
  );
}
