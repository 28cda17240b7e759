import { getMe, updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { ProfileFields, type ProfileView } from '@folkmoot/contract/accounts/schema.ts';
import { Input, Select, TextInput } from '@mantine/core';
import { IconHelp, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { isSupportOffered } from '../../core/start/page-marks.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { ColorSchemeSelect } from '../../ui/inputs/ColorSchemeSelect.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { UsernameInput } from '../UsernameInput.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';

/** Your own profile: what others see, and how to reach you. */
export function ProfileScreen() {
  const me = useQuery(apiQuery(getMe, {}));
  usePageTitle('Profile');
  return (
    <div className={css.narrow}>
      {me.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={4} round />
        </LoadingFallback>
      )}
      {me.isError && <ErrorState error={me.error} again={me.refetch} />}
      {me.data && <ProfileForm profile={me.data.user} />}
      <section className={css.section} aria-labelledby="colours">
        <h2 id="colours">Appearance</h2>
        <ColorSchemeSelect />
      </section>
      <div className={css.end}>
        {isSupportOffered() && (
          <LinkButton to="/settings/help" variant="default" leftSection={<IconHelp size={17} />}>
            Help
          </LinkButton>
        )}
        <LinkButton to="/logout" preload={false} variant="default" leftSection={<IconLogout size={17} />}>
          Sign out
        </LinkButton>
      </div>
    </div>
  );
}

function ProfileForm({ profile }: { profile: ProfileView }) {
  const form = useFields({
    schema: ProfileFields.omit({ presenceHidden: true, messagesFrom: true }),
    initial: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      username: profile.username,
      phoneNumber: profile.phoneNumber ?? '',
      profile_photo: profile.profile_photo,
      timeZone: profile.timeZone,
    },
  });
  const submission = useSubmit(
    form,
    async (values) => {
      const { message } = await call(updateProfile, values);
      form.resetDirty(values);
      await queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) });
      toast.done(message);
    },
    'Could not save your profile.',
  );
  useUnsaved(form.isDirty() && !submission.busy);
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <Form {...submission} className={css.form}>
      <AvatarPicker
        // A replaced picture is deleted, so saving resets the choice.
        key={profile.profile_photo}
        error={form.errors.profile_photo}
        type="user"
        label="Picture"
        value={form.values.profile_photo}
        onChange={(url) => form.setFieldValue('profile_photo', url)}
      />
      <div className={css.two}>
        <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      </div>
      <UsernameInput own={profile.username} {...form.getInputProps('username')} value={form.values.username} />
      {/* It cannot be changed here, and does not look as if it could. */}
      <Input.Wrapper
        label="Email"
        labelElement="div"
        description="Only you can see your email address."
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <p>
          <bdi>{profile.email}</bdi>
        </p>
      </Input.Wrapper>
      <TextInput
        label="Phone (optional)"
        type="tel"
        autoComplete="tel"
        description="Only you can see your number."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps('phoneNumber')}
      />
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No time zone found"
        limit={200}
        data={zones.includes(form.values.timeZone) ? zones : [form.values.timeZone, ...zones]}
        {...form.getInputProps('timeZone')}
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
