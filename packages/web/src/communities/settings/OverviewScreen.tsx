import { getCommunity, updateCommunity } from '@folkmoot/contract/communities/api.ts';
import { canDeleteCommunity, canLeaveCommunity, mayHandOver } from '@folkmoot/contract/communities/rules.ts';
import { CommunityFields, type CommunityView, LIMITS } from '@folkmoot/contract/communities/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AvatarPicker } from '../../accounts/settings/AvatarPicker.tsx';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { lazyPart } from '../../core/lazy.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { CoverField } from '../../media/selector/CoverField.tsx';
import { useShowDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { WriteButton } from '../../writing/WriteButton.tsx';
import { coverOf } from '../cover.ts';
import { SlugInput } from '../home/SlugInput.tsx';
import { useLeaveCommunity } from '../home/useLeaveCommunity.tsx';
import { VisibilityChoice } from '../home/VisibilityChoice.tsx';
import { railQuery, useCommunity, useViewer } from '../queries.ts';

const HandOverDialog = lazyPart(() => import('./HandOverDialog.tsx'), 'HandOverDialog');
const DeleteCommunityDialog = lazyPart(() => import('./DeleteCommunityDialog.tsx'), 'DeleteCommunityDialog');

/** A community's name, address, description, logo and visibility; leaving and deleting it. */
export function OverviewScreen() {
  const community = useCommunity();
  const viewer = useViewer(community.id);
  const show = useShowDialog();
  const leave = useLeaveCommunity();
  usePageTitle('Settings', community.name);
  return (
    <div className={css.narrow}>
      <PermissionGate held={viewer?.permissions} needs={['MANAGE_SERVER']}>
        <CommunityForm key={community.id} community={community} />
      </PermissionGate>
      {viewer && (
        <section className={css.danger} aria-label="Leaving, handing over and deleting">
          <div className={css.row}>
            <div className={css.grow}>
              <b>Leave community</b>
              <small>You will leave all its channels and members-only events. Your messages stay.</small>
            </div>
            <DisabledWithReason
              variant="default"
              color="madder"
              decision={canLeaveCommunity(viewer)}
              onClick={() => leave(community)}
            >
              Leave
            </DisabledWithReason>
          </div>
          <div className={css.row}>
            <div className={css.grow}>
              <b>Hand over community</b>
              <small>Another member becomes its creator, and you become an admin.</small>
            </div>
            <DisabledWithReason
              variant="default"
              color="madder"
              decision={mayHandOver(viewer)}
              onClick={() => show(<HandOverDialog community={community} ownMemberId={viewer.memberId} />)}
            >
              Hand over
            </DisabledWithReason>
          </div>
          <div className={css.row}>
            <div className={css.grow}>
              <b>Delete community</b>
              <small>Everything in it will be deleted, for everyone.</small>
            </div>
            <DisabledWithReason
              color="madder"
              decision={canDeleteCommunity(viewer)}
              onClick={() => show(<DeleteCommunityDialog community={community} />)}
            >
              Delete
            </DisabledWithReason>
          </div>
        </section>
      )}
    </div>
  );
}

function CommunityForm({ community }: { community: CommunityView }) {
  const navigate = useNavigate();
  const form = useFields({
    schema: CommunityFields,
    initial: {
      name: community.name,
      slug: community.slug,
      description: community.description,
      logo: community.logo,
      cover: community.cover,
      visibility: community.visibility,
      tellsJoins: community.tellsJoins,
    },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      const { message, data } = await call(updateCommunity, { ...values, serverId: community.id });
      queryClient.setQueryData(apiQueryKey(getCommunity, { serverId: community.id }), data);
      await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
      form.resetDirty(values);
      toast.done(message);
      if (data.slug !== community.slug)
        await navigate({ to: '/$alias/settings', params: { alias: data.slug }, replace: true });
    },
    'Could not save the community.',
  );
  useUnsaved(form.isDirty() && !submission.busy);
  return (
    <Form {...submission} className={css.form}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <SlugInput
        serverId={community.id}
        own={community.slug}
        {...form.getInputProps('slug')}
        value={form.values.slug}
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
        key={community.logo}
        error={form.errors.logo}
        type="community"
        label="Logo"
        value={form.values.logo}
        onChange={(logo) => form.setFieldValue('logo', logo)}
      />
      <CoverField
        label="Cover"
        value={form.values.cover}
        fallback={coverOf({ id: community.id, cover: null })}
        ratio={CROP_RATIOS.homePage}
        error={form.errors.cover}
        onChange={(cover) => form.setFieldValue('cover', cover)}
      />
      <VisibilityChoice
        value={form.values.visibility}
        onChange={(visibility) => form.setFieldValue('visibility', visibility)}
      />
      <Switch
        label="Say who has joined"
        description="In the channel that newcomers land in. Many who join within one hour are one line."
        {...form.getInputProps('tellsJoins', { type: 'checkbox' })}
      />
      <div className={css.end}>
        <LoadingButton
          type="submit"
          size="md"
          loading={submission.busy}
          loadingLabel="Saving"
          disabled={!form.isDirty()}
        >
          Save changes
        </LoadingButton>
      </div>
    </Form>
  );
}
