import { readEntries } from '@folkmoot/contract/core/entry.ts';
import { useRef, useState } from 'react';
import { type AddressEntry, notAddresses } from '../ui/people/AddressField.tsx';
import { addTyped, isEmpty, NOBODY, type Selection } from './selection.ts';

/** Whom somebody is choosing in the first step of inviting people, and what is wrong with it. */
export function useChosen() {
  const [selection, setSelection] = useState<Selection>(NOBODY);
  const [typed, setTyped] = useState('');
  // A list that was read, and not added yet.
  const [pending, setPending] = useState<string>();
  const [problem, setProblem] = useState<string>();
  // What the field adds when it is read by a button is not rendered yet.
  const latest = useRef(selection);
  const field = useRef<AddressEntry>(null);

  const change = (change: Selection | ((now: Selection) => Selection)) => {
    latest.current = typeof change === 'function' ? change(latest.current) : change;
    setSelection(latest.current);
    setProblem(undefined);
  };

  /** What was typed before another source was opened. Returns what is wrong with it. */
  const takeTyped = (): string | undefined => {
    const entered = readEntries(typed);
    if (entered.entries.length > 0) change(addTyped(latest.current, entered).selection);
    setTyped(entered.invalid.join(', '));
    return entered.invalid.length === 0 ? undefined : notAddresses(entered.invalid);
  };

  return {
    selection,
    change,
    problem,
    setProblem,
    /** Whether something would be lost. */
    isBegun: !isEmpty(selection) || typed.trim() !== '' || pending !== undefined,
    /** For the step itself. */
    entry: { selection, onChange: change, typed, onTyped: setTyped, onPending: setPending, field },
    /** Takes up what was typed; false if the next step has to wait, and then it is said why. */
    isReady: (nobody: string): boolean => {
      if (field.current?.take() === false) return false;
      const wrong =
        (field.current ? undefined : takeTyped()) ??
        (pending === undefined ? undefined : `Add the people from ${pending} first, or choose another file.`) ??
        (isEmpty(latest.current) ? nobody : undefined);
      setProblem(wrong);
      return wrong === undefined;
    },
  };
}
