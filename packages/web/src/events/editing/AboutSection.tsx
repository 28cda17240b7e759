import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { LIMITS, refusals } from '@folkmoot/contract/events/schema.ts';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { SlugInput } from '../../communities/home/SlugInput.tsx';
import { useRail } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { paragraphs } from '../../writing/paragraphs.ts';
import { WriteButton } from '../../writing/WriteButton.tsx';
import css from './event-form.module.css';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';

const RichText = lazyPart(() => import('./RichText.tsx'), 'RichText');

/** Name, summary, description, community and address of an event; or its link if it is on another site. */
export function AboutSection({ values, set, errors, event }: FormProps) {
  const external = values.type === 'external';
  return (
    <>
      <div className={css.wide}>
        <Field path="name">
          <TextInput
            label="Event name"
            required
            dir="auto"
            maxLength={LIMITS.name * 2}
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={errors.name}
          />
        </Field>
        <CommunityField values={values} set={set} errors={errors} event={event} />
      </div>
      <Switch
        label="Hosted on another site"
        description="We show the event’s name, times and picture here, and link to its page."
        checked={external}
        disabled={event !== undefined && event.status !== 'draft'}
        onChange={({ currentTarget }) => set({ type: currentTarget.checked ? 'external' : 'internal' })}
      />
      {external && (
        <Field path="event_url">
          <TextInput
            label="URL"
            required
            type="url"
            inputMode="url"
            placeholder="https://"
            value={values.event_url}
            onChange={({ currentTarget }) => set({ event_url: currentTarget.value })}
            error={errors.event_url}
          />
        </Field>
      )}
      {!external && (
        <>
          <Field path="summary">
            <Textarea
              label="Summary"
              description={`One sentence for lists and shared links. ${lengthOf(values.summary)}/${LIMITS.summary}`}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              dir="auto"
              autosize
              minRows={1}
              value={values.summary}
              onChange={({ currentTarget }) => set({ summary: currentTarget.value })}
              error={errors.summary}
            />
          </Field>
          <Field path="description">
            <Suspense fallback={<Skeleton h={200} radius="md" />}>
              <RichText
                label="Description"
                value={values.description}
                onChange={(description) => set({ description })}
                error={errors.description}
              />
            </Suspense>
            <WriteButton
              subject="event"
              hasText={() => values.description !== ''}
              onAccept={(text) => set({ description: paragraphs(text) })}
            />
          </Field>
        </>
      )}
      <Field path="alias">
        <SlugInput
          label="Page address"
          description={event ? 'Old links keep working.' : 'Leave empty to use the event’s name.'}
          own={event?.alias}
          taken={refusals.aliasTaken.message}
          value={values.alias}
          onChange={({ currentTarget }) => set({ alias: currentTarget.value.toLowerCase().replaceAll(' ', '-') })}
          error={errors.alias}
        />
      </Field>
    </>
  );
}

/** The community it is part of: one of those in which you may create events, or none. */
function CommunityField({ values, set, errors, event }: FormProps) {
  const rail = useRail();
  const mine = (rail.data?.data ?? []).filter(({ viewer }) => viewer.permissions.includes('CREATE_EVENT'));
  const options = mine.map(({ id, name }) => ({ value: id, label: name }));
  const own = event?.server;
  if (own && !options.some(({ value }) => value === own.id)) options.unshift({ value: own.id, label: own.name });
  return (
    <Field path="serverId">
      <Select
        label="Community"
        placeholder="None"
        clearable
        searchable={options.length > 6}
        clearButtonProps={{ 'aria-label': 'No community' }}
        data={options}
        value={values.serverId}
        onChange={(serverId) =>
          set({ serverId, ...(serverId === null && values.visibility === 'community' ? { visibility: 'public' } : {}) })
        }
        error={errors.serverId}
      />
    </Field>
  );
}
