import { type Entered, readEntries } from '@folkmoot/contract/core/entry.ts';
import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { isComposing } from '../../core/keys.ts';
import css from './people-entry.module.css';

/** Reads what is still in the field, and says whether it holds nothing that is wrong. */
export type AddressEntry = { take: () => boolean };

type Props = {
  /** What is in the field. Its parent keeps it, so that it is still there after another tab was open. */
  typed: string;
  onTyped: (typed: string) => void;
  /** Takes the people that were read, and returns how many of them it had already. */
  onEntered: (entered: Entered) => number;
  /** What is said if what was typed has no address. */
  wrong: string;
  /** Lets a dialog read the field before it goes on. */
  field: RefObject<AddressEntry | null>;
};

type Report = { added: number; doubled: number; invalid: readonly string[] };

/** Addresses that are shown of those that were left out. */
const SHOWN = 20;

/** People by their addresses: typed one after the other, or pasted as they are, with names or without. */
export function AddressField({ typed, onTyped, onEntered, wrong, field }: Props) {
  const [report, setReport] = useState<Report>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  /** @param keep whether words that are no address stay in the field, instead of being reported. */
  const read = (text: string, keep = false): boolean => {
    const entered = readEntries(text);
    const none = entered.entries.length === 0;
    const doubled = none ? 0 : onEntered(entered);
    const left = none ? [] : entered.invalid;
    onTyped(none ? text : keep ? left.join(', ') : '');
    setReport({
      added: entered.entries.length - doubled,
      doubled: doubled + entered.doubled,
      invalid: keep ? [] : left,
    });
    setProblem(none ? wrong : keep && left.length > 0 ? notAddresses(left) : undefined);
    return !none && !(keep && left.length > 0);
  };
  useImperativeHandle(field, () => ({
    take: () => {
      const fine = typed.trim() === '' || read(typed, true);
      if (!fine) input.current?.focus();
      return fine;
    },
  }));
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || typed.trim() === '') return;
    const ends = event.key === 'Enter' || event.key === ',' || event.key === ';' || event.key === 'Tab';
    // A blank may be within a name: it ends an address alone.
    const blank = event.key === ' ' && /^[^\s<"]*@[^\s<"]+$/.test(typed.trim());
    if (!(ends || blank) || (event.key === 'Tab' && event.shiftKey)) return;
    // A comma may be within quotes, and a name may come before its address.
    if (event.key === ',' && (typed.split('"').length % 2 === 0 || !typed.includes('@'))) return;
    // Tab leaves a field in which nothing could be read.
    if (event.key === 'Tab' && readEntries(typed).entries.length === 0) return;
    event.preventDefault();
    read(typed);
  };
  return (
    <div className={css.source}>
      <Textarea
        ref={input}
        label="Email addresses"
        description="Type or paste as many as you like, with names or without: Ines Carvalho <ines@post.example>"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="name@example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        minRows={2}
        maxRows={8}
        data-autofocus
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => {
          onTyped(currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={press}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (typed.trim() !== '' || readEntries(pasted).entries.length === 0) return;
          event.preventDefault();
          read(pasted);
        }}
      />
      <div aria-live="polite" className={css.report}>
        {report && report.added + report.doubled > 0 && <p>{added(report)}</p>}
        {report && report.invalid.length > 0 && (
          <p>
            {report.invalid.length === 1
              ? 'This isn’t an email address, so it was left out: '
              : 'These aren’t email addresses, so they were left out: '}
            <bdi>{report.invalid.slice(0, SHOWN).join(', ')}</bdi>
            {report.invalid.length > SHOWN && ` and ${(report.invalid.length - SHOWN).toLocaleString('en')} more`}
          </p>
        )}
      </div>
    </div>
  );
}

/** What is said of words that are to be corrected. */
export function notAddresses(words: readonly string[]): string {
  const shown = words.slice(0, 3).join(', ');
  return words.length === 1
    ? `“${shown}” isn’t an email address. Correct it or remove it.`
    : `${words.length} of these aren’t email addresses, such as ${shown}. Correct or remove them.`;
}

function added({ added, doubled }: Report): string {
  const said = [];
  if (added > 0) said.push(`${added === 1 ? '1 address' : `${added.toLocaleString('en')} addresses`} added.`);
  if (doubled > 0)
    said.push(`${doubled === 1 ? '1 was' : `${doubled.toLocaleString('en')} were`} already on the list.`);
  return said.join(' ');
}
