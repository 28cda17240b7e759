import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Loader, TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';

type Props = Omit<TextInputProps, 'value'> & {
  value: string;
  /** Its rule: a value that breaks it is not looked up. */
  schema: z.ZodType<string>;
  /** What it is now, which counts as free. */
  own?: string | undefined;
  /** Looks up the value as the schema transformed it. */
  ask: (value: string) => { queryKey: readonly unknown[]; queryFn?: unknown };
  /** The name of the tick beside a free one. */
  free: string;
  /** The sentence if it is taken and the answer gives no reason. */
  taken: string;
};

type Availability = { available: boolean; reason?: string | null };

/** A field for something that exists only once, such as an address: while you type, it says whether it is free. */
export function UniqueInput({ value, schema, own, ask, free, taken, error, ...rest }: Props) {
  const [settled] = useDebouncedValue(value, DEBOUNCE.search);
  const valid = schema.safeParse(settled);
  const worthAsking = valid.success && valid.data !== own;
  const answer = useQuery({ ...(ask(valid.data ?? '') as { queryKey: readonly unknown[] }), enabled: worthAsking });
  const current = settled === value && worthAsking;
  const said = answer.data as Availability | undefined;
  const isTaken = current && said?.available === false;
  return (
    <>
      <TextInput
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rightSection={
          current && answer.isFetching ? (
            <Loader size={16} />
          ) : current && said?.available ? (
            <IconCircleCheckFilled size={18} color="var(--fm-success)" role="img" aria-label={free} />
          ) : null
        }
        {...rest}
        value={value}
        error={error ?? (isTaken ? (said.reason ?? taken) : null)}
        // Spoken while the focus is in the field.
        {...(isTaken && !error && { errorProps: { role: 'alert' } })}
      />
      <VisuallyHidden aria-live="polite">{current && said?.available ? free : ''}</VisuallyHidden>
    </>
  );
}
