import { checkCode } from '@folkmoot/contract/codes/api.ts';
import type { CodeOffer } from '@folkmoot/contract/codes/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import page from '../../events/page/event.module.css';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from './code-field.module.css';
import { priceOf } from './ticket-words.ts';

type Props = {
  eventId: string;
  token: string | undefined;
  /** The one that was entered. */
  code: CodeOffer | null;
  onCode: (code: CodeOffer | null) => void;
};

/** Where a code is entered that makes tickets cheaper or shows hidden ones. Loaded where an event has codes. */
export function CodeField({ eventId, token, code, onCode }: Props) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const apply = async () => {
    if (busy) return;
    if (typed.trim() === '') return setProblem('Enter a code.');
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await call(checkCode, { eventId, token, code: typed });
      onCode(data);
      setOpen(false);
      setTyped('');
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  if (code)
    return (
      <p className={css.applied} role="status">
        <IconTag size={18} aria-hidden />
        <span>
          <b dir="auto">{code.code}</b> {offLine(code)}
        </span>
        <IconButton label={`Remove code ${code.code}`} onClick={() => onCode(null)}>
          <IconX size={18} />
        </IconButton>
      </p>
    );
  if (!open)
    return (
      <Button
        className={`${page.quiet} ${css.open}`}
        leftSection={<IconTag size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Have a code?
      </Button>
    );
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <TextInput
        label="Code"
        size="md"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <LoadingButton type="submit" variant="default" size="md" loading={busy} loadingLabel="Checking">
        Apply
      </LoadingButton>
    </form>
  );
}

/** What a code does, in words. */
function offLine({ kind, percent, amount, currency, prices, tickets }: CodeOffer): string {
  if (kind === 'percent') return percent === 100 ? 'makes it free.' : `takes ${percent}% off.`;
  if (kind === 'amount')
    return prices.some(({ price }) => price > 0)
      ? `takes ${priceOf({ price: amount ?? 0, currency, fee: 0, fee_bearer: 'host' })} off.`
      : 'makes it free.';
  return tickets.length === 1 ? 'shows one more ticket.' : `shows ${tickets.length} more tickets.`;
}
