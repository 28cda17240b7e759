import { getFaqs, saveFaqs } from '@folkmoot/contract/home/api.ts';
import { FaqList, type FaqsView, type FaqView, LIMITS, refusals } from '@folkmoot/contract/home/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { useFields } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { RichText } from '../../events/editing/RichText.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import type { TypedFaqs, TypedStore } from '../editing/typed.ts';
import { refreshHome } from '../queries.ts';
import css from './faqs-dialog.module.css';
import { ItemsField, type Keyed, keyed } from './ItemsField.tsx';

type Values = { items: Keyed<FaqView>[] };

const TITLE = 'Update FAQs';
const fresh = (): FaqView => ({ title: '', description: '' });

/** The form calls them items, as every list of a section does. */
const rules = z.object({ items: FaqList.shape.faqs });

type Props = {
  serverId: string;
  /** Where what is in the dialog is kept while it is open. */
  typed?: TypedStore<TypedFaqs> | undefined;
};

/** The community's questions and answers, all of them at once. They are shown as soon as they are saved. */
export function FaqsDialog({ serverId, typed }: Props) {
  // Asked anew: somebody else may have changed them.
  const asked = useQuery({ ...apiQuery(getFaqs, { serverId }), staleTime: 0 });
  const [opened, setOpened] = useState<FaqsView>();
  if (opened === undefined && asked.data && !asked.isFetching) setOpened(asked.data);
  if (opened) return <Editor serverId={serverId} faqs={opened} typed={typed} />;
  return (
    <Dialog title={TITLE} width={640}>
      {asked.isError && !asked.isFetching ? (
        <ErrorState error={asked.error} again={asked.refetch} level={3} />
      ) : (
        <LoadingFallback label="Loading questions">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
    </Dialog>
  );
}

function Editor({ serverId, faqs, typed }: Props & { faqs: FaqsView }) {
  const [restored] = useState(() => typed?.recall());
  const [version, setVersion] = useState(restored?.version ?? faqs.version);
  const [newer, setNewer] = useState<FaqsView>();
  const form = useFields<Values>({ schema: rules as never, initial: { items: keyed(restored?.items ?? faqs.data) } });
  const dirty = restored !== undefined || form.isDirty();
  useTyped(typed, dirty ? { version, items: form.values.items.map(withoutKey) } : undefined);
  const send = async ({ items }: Values) => {
    const sent = items.map(withoutKey);
    try {
      const answer = await call(saveFaqs, { serverId, faqs: sent, version });
      queryClient.setQueryData(apiQueryKey(getFaqs, { serverId }), answer.data);
      refreshHome(serverId);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === refusals.faqsStale.code && error.current) setNewer(error.current as FaqsView);
      // The call names them `faqs.0.title`; the form has them as items.
      const fields = Object.fromEntries(
        Object.entries(error.fields).map(([path, sentence]) => [path.replace(/^faqs/, 'items'), sentence]),
      );
      throw new ApiError({ statusCode: error.statusCode, code: error.code, message: error.message, fields });
    }
  };
  const settle = (items: readonly FaqView[] | undefined) => {
    if (!newer) return;
    setVersion(newer.version);
    setNewer(undefined);
    if (items) form.setFieldValue('items', keyed(items));
  };
  return (
    <FormDialog
      title={TITLE}
      width={640}
      form={form}
      send={send}
      dirty={dirty}
      restored={typed !== undefined}
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <p>They are shown by every section “FAQs”, as soon as you save them.</p>
      {newer && (
        <section className={css.newer} aria-label="Newer questions">
          <p>Somebody else has saved these in the meantime:</p>
          <ul>
            {newer.data.map(({ title }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity.
              <li key={index} dir="auto">
                {title}
              </li>
            ))}
            {newer.data.length === 0 && <li>No questions</li>}
          </ul>
          <div>
            <Button
              variant="default"
              size="sm"
              onClick={() => settle([...newer.data, ...onlyMine(form.values.items, newer)])}
            >
              Use theirs and add mine
            </Button>
            <Button variant="default" size="sm" onClick={() => settle(undefined)}>
              Keep mine
            </Button>
            <Button variant="default" size="sm" onClick={() => settle(newer.data)}>
              Use theirs
            </Button>
          </div>
        </section>
      )}
      <ItemsField
        form={form}
        label="Questions"
        noun="question"
        most={LIMITS.faqs}
        nameOf={({ title }) => title}
        fresh={fresh}
        fields={(index, item) => (
          <>
            <TextInput label="Question" required dir="auto" {...form.getInputProps(`items.${index}.title`)} />
            <RichText
              label="Answer"
              value={item.description}
              onChange={(html) => form.setFieldValue(`items.${index}.description`, html as never)}
              error={form.errors[`items.${index}.description`] as string | undefined}
            />
          </>
        )}
      />
    </FormDialog>
  );
}

/** Keeps what is in the dialog while it is open. A page that goes away does not close its dialogs: then it stays. */
function useTyped(store: TypedStore<TypedFaqs> | undefined, typed: TypedFaqs | undefined): void {
  const remember = useEffectEvent((next: TypedFaqs | undefined) => store?.remember(next));
  const text = JSON.stringify(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text says whether it has changed.
  useEffect(() => remember(typed), [text]);
  useEffect(() => () => remember(undefined), []);
}

function withoutKey({ key: _own, ...item }: Keyed<FaqView>): FaqView {
  return item;
}

/** What is not among the newer ones. */
function onlyMine(items: readonly Keyed<FaqView>[], newer: FaqsView): FaqView[] {
  return items
    .filter(({ title }) => !newer.data.some((one) => one.title === title))
    .map(({ title, description }) => ({ title, description }));
}
