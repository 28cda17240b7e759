import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, errorMessage } from './api-error.ts';
import css from './form.module.css';
import '../styles/forms.css';

type Values = Record<string, unknown>;

/** Fields with a default may be missing from the schema's input; the form always has them. */
type Loose<V> = { [Key in keyof V]?: V[Key] | undefined };

type Schema<V extends Values> = z.ZodType<unknown, Loose<V>>;

type Fields<V extends Values> = {
  /**
   * A pick of the request's own schema, so that browser and server say the same; or what loads it, for a page that is
   * shown before it is needed.
   */
  schema: Schema<V> | (() => Promise<Schema<V>>);
  initial: V;
  /** Called with what is written after each change, for a form that keeps it. */
  onChange?: (values: V) => void;
};

/**
 * A form whose rules and sentences are the contract's. Errors appear on blur and on submit; where a dialog has put the focus itself, on
 * blur only once something was typed.
 */
export function useFields<V extends Values>({ schema, initial, onChange }: Fields<V>): UseFormReturnType<V> {
  const loaded = useRef<Schema<V>>(undefined);
  const given = typeof schema === 'function' ? loaded.current : schema;
  const load = typeof schema === 'function' ? schema : undefined;
  const check = async (values: V) => {
    // Without a connection there is nothing to check by: the server says the same sentences.
    loaded.current ??= await load?.().catch(() => undefined);
    return loaded.current ? resolved(loaded.current)(values) : {};
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, as soon as the page has been drawn.
  useEffect(() => {
    load?.().then(
      (schema) => {
        loaded.current = schema;
      },
      () => undefined,
    );
  }, []);
  return useForm<V>({
    initialValues: initial,
    ...(onChange && { onValuesChange: onChange }),
    validate: (given
      ? resolved(given)
      : (values: V) => (loaded.current ? resolved(loaded.current)(values) : check(values))) as never,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ inputProps: { onBlur }, field, form }) => ({
      onBlur: (event: FocusEvent<HTMLElement>) => {
        // What is wrong stays until it is changed: of what the server says, this browser knows nothing.
        if (field in form.errors) return;
        // A dialog put the focus there: to go on without a word is no mistake before the form is sent.
        if (!('autofocus' in event.currentTarget.dataset) || form.isDirty(field)) onBlur?.(event);
      },
    }),
    clearInputErrorOnChange: true,
  });
}

/** Mantine's check by a schema: sentences by path. */
function resolved<V extends Values>(schema: Schema<V>) {
  return schemaResolver<true>(schema, { sync: true }) as unknown as (values: V) => FormErrors;
}

type Submission = {
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** The sentence that belongs to no field of this form. */
  problem: string | undefined;
};

/**
 * Sends a form. The server's sentences land at their fields, the rest above the form; everything typed is kept.
 *
 * @param send calls the endpoint; what it throws is shown.
 * @param fallback the named default when the server gives no sentence.
 * @param shown paths without a value in the form that still show their sentence in it.
 */
export function useSubmit<V extends Values>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<void>,
  fallback?: string,
  shown: readonly string[] = [],
): Submission {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (values: V) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const here = Object.fromEntries(
        Object.entries(fields).filter(([path]) => shown.includes(path) || isField(form.getValues(), path)),
      );
      const elsewhere = Object.entries(fields)
        .filter(([path]) => !(path in here))
        .map(([, sentence]) => sentence);
      form.setErrors(here);
      focusFirst(form, here);
      if (Object.keys(here).length === 0) setProblem(elsewhere[0] ?? errorMessage(error, fallback));
    } finally {
      setBusy(false);
    }
  };

  return {
    onSubmit: form.onSubmit(submit, (errors) => focusFirst(form, errors)) as Submission['onSubmit'],
    busy,
    problem,
  };
}

/** Whether a path from the server, such as `visitor.email`, leads to a value of this form. */
function isField(values: unknown, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  if (typeof values !== 'object' || values === null || !(key in values)) return false;
  return rest.length === 0 || isField((values as Values)[key], rest.join('.'));
}

function focusFirst<V extends Values>(form: UseFormReturnType<V>, errors: FormErrors): void {
  const first = Object.keys(errors)[0];
  if (first !== undefined) form.getInputNode(first)?.focus();
}

type FormProps = {
  onSubmit: Submission['onSubmit'];
  problem: string | undefined;
  busy: boolean;
  children: ReactNode;
  className?: string | undefined;
  id?: string;
};

/** The shell of every form: it shows what went wrong and that it is sending. */
export function Form({ onSubmit, problem, busy, children, className, id }: FormProps) {
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className={className} id={id}>
      {problem && <Problem>{problem}</Problem>}
      {children}
    </form>
  );
}

/** An error shown at the top of its region. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={css.problem}>
      <IconAlertCircle size={18} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
