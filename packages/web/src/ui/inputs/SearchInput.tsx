import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import '../../styles/forms.css';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'leftSection'> & {
  /** What is searched for. Another value from outside, such as the address bar, replaces what is typed. */
  value: string;
  /** Called with the trimmed text once typing has paused. */
  onSearch: (text: string) => void;
  /** The pause in milliseconds. */
  delay?: number;
};

/** A field to search with: it holds what is typed, and passes it on once typing has paused. */
export function SearchInput({ value, onSearch, delay = DEBOUNCE.search, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const settle = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text);
  }, delay);
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={17} aria-hidden />}
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        settle(currentTarget.value.trim());
      }}
    />
  );
}
