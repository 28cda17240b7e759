import { listCategories } from '@folkmoot/contract/channels/api.ts';
import { canBeDefault } from '@folkmoot/contract/channels/rules.ts';
import { Select, Switch } from '@mantine/core';
import { IconChevronDown, IconLock, IconSpeakerphone, IconStarFilled, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { RadioCards } from '../../ui/inputs/RadioCards.tsx';
import type { ChannelForm } from './channel-form.ts';
import css from './wizard.module.css';

const MODES = [
  { value: 'public', title: 'Public', text: 'Anyone in the community can find it, read it and join', icon: IconWorld },
  { value: 'private', title: 'Private', text: 'Not listed in Browse. People have to be added', icon: IconLock },
] as const;

/** The second step: who can join, and how it will look in the sidebar. */
export function AccessStep({ form, serverId }: { form: ChannelForm; serverId: string }) {
  const categories = useQuery(apiQuery(listCategories, { serverId }));
  const { values } = form;
  const mayBeDefault = canBeDefault({ mode: values.mode, isDefault: true });
  const category = categories.data?.data.find(({ id }) => id === values.categoryId);
  return (
    <>
      <RadioCards
        label="Who can join"
        hideLabel
        options={MODES}
        value={values.mode}
        onChange={(mode) => form.setValues({ mode, ...(mode === 'private' ? { isDefault: false } : {}) })}
      />
      <Switch
        labelPosition="left"
        classNames={{
          body: css.switchBody,
          labelWrapper: css.switchLabel,
          label: css.label,
          description: css.description,
        }}
        label="Default channel"
        description={
          mayBeDefault.ok ? 'Everyone who joins the community from now on is added.' : mayBeDefault.refusal.message
        }
        disabled={!mayBeDefault.ok}
        checked={values.isDefault}
        onChange={(event) => form.setFieldValue('isDefault', event.currentTarget.checked)}
        error={form.errors.isDefault}
      />
      <Switch
        labelPosition="left"
        classNames={{
          body: css.switchBody,
          labelWrapper: css.switchLabel,
          label: css.label,
          description: css.description,
        }}
        label="Announcements only"
        description="Everyone can read; only people who can edit the channel can write."
        checked={values.type === 'announcement'}
        onChange={(event) => form.setFieldValue('type', event.currentTarget.checked ? 'announcement' : 'text')}
      />
      <hr />
      <Select
        label={
          <>
            Category <span className={css.optional}>optional</span>
          </>
        }
        placeholder="No category"
        clearable
        clearButtonProps={{ 'aria-label': 'No category' }}
        searchable
        nothingFoundMessage="No category found"
        data={(categories.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={values.categoryId}
        onChange={(id) => form.setFieldValue('categoryId', id)}
        error={form.errors.categoryId}
      />
      <div>
        <span className={css.label}>How it will look in the sidebar</span>
        <div className={css.preview} aria-hidden="true">
          {category && (
            <div className={css.previewCategory}>
              <IconChevronDown size={13} strokeWidth={2.4} />
              {category.name}
            </div>
          )}
          <div className={css.previewLine}>
            <span>{values.avatar ?? '#'}</span>
            <b dir="auto">{values.name}</b>
            {values.mode === 'private' && <IconLock size={14} />}
            {values.type === 'announcement' && <IconSpeakerphone size={14} />}
            {values.isDefault && <IconStarFilled size={12} />}
          </div>
        </div>
      </div>
    </>
  );
}
