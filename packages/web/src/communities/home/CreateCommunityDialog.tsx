import { createCommunity } from '@folkmoot/contract/communities/api.ts';
import { slugFrom } from '@folkmoot/contract/communities/rules.ts';
import { CommunityFields, LIMITS, type Visibility } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AvatarPicker } from '../../accounts/settings/AvatarPicker.tsx';
import { call, noteMember } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { lazyPart } from '../../core/lazy.ts';
import { queryClient } from '../../core/query-client.ts';
import { CoverField } from '../../media/selector/CoverField.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { WriteButton } from '../../writing/WriteButton.tsx';
import { railQuery } from '../queries.ts';
import { SlugInput } from './SlugInput.tsx';
import { VisibilityChoice } from './VisibilityChoice.tsx';

const InviteDialog = lazyPart(() => import('../joining/InviteDialog.tsx'), 'InviteDialog');

/**
 * Creates a community, opens its first channel and offers to invite people. Its address is suggested from its name until
 * you type another.
 */
export function CreateCommunityDialog() {
  const navigate = useNavigate();
  const show = useShowDialog();
  const [ownSlug, setOwnSlug] = useState(false);
  const form = useFields({
    schema: CommunityFields,
    initial: {
      name: '',
      slug: '',
      description: '',
      logo: null as string | null,
      cover: null as string | null,
      visibility: 'public' as Visibility,
    },
  });
  const send = async (values: typeof form.values) => {
    const { message, data } = await call(createCommunity, values);
    if (data.viewer) noteMember(data.id, data.viewer.memberId);
    const rail = await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
    return { message, data, channelId: rail.data.find(({ id }) => id === data.id)?.firstChannelId };
  };
  const [name, slug] = [form.getInputProps('name'), form.getInputProps('slug')];
  return (
    <FormDialog
      title="Start a community"
      width={540}
      form={form}
      send={send}
      onSent={async ({ data, channelId }) => {
        if (channelId) await navigate({ to: '/channel/$channelId', params: { channelId } });
        else await navigate({ to: '/$alias/channels', params: { alias: data.slug } });
        // The path has changed, which closes every dialog; this one belongs to the new page.
        show(<InviteDialog community={data} created />);
      }}
      fallback="Could not create the community."
      submitLabel="Create community"
      loadingLabel="Creating"
    >
      <TextInput
        label="Name"
        data-autofocus
        {...name}
        onChange={(event) => {
          name.onChange(event);
          if (!ownSlug) form.setFieldValue('slug', slugFrom(event.currentTarget.value));
        }}
      />
      <SlugInput
        description="Letters, digits and hyphens. You can change it later."
        {...slug}
        value={form.values.slug}
        onChange={(event) => {
          setOwnSlug(true);
          slug.onChange(event);
        }}
      />
      <Textarea
        label="Description (optional)"
        description={`${lengthOf(form.values.description)}/${LIMITS.description}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps('description')}
      />
      <WriteButton
        subject="community"
        hasText={() => form.getValues().description.trim() !== ''}
        onAccept={(text) => form.setFieldValue('description', text)}
      />
      <AvatarPicker
        type="community"
        label="Logo"
        value={form.values.logo}
        error={form.errors.logo}
        onChange={(logo) => form.setFieldValue('logo', logo)}
      />
      <CoverField
        label="Cover"
        value={form.values.cover}
        ratio={CROP_RATIOS.homePage}
        error={form.errors.cover}
        onChange={(cover) => form.setFieldValue('cover', cover)}
      />
      <VisibilityChoice
        value={form.values.visibility}
        onChange={(visibility) => form.setFieldValue('visibility', visibility)}
      />
    </FormDialog>
  );
}
