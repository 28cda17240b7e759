import { LIMITS } from '@folkmoot/contract/events/schema.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconMapPin, IconMapPlus, IconVideo } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { LocationInput } from '../../places/LocationInput.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './event-form.module.css';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';

const AddLocationDialog = lazyPart(() => import('../../places/AddLocationDialog.tsx'), 'AddLocationDialog');

const WAYS = [
  { value: 'in_person', label: 'In person' },
  { value: 'virtual', label: 'Online' },
  { value: 'both', label: 'Both' },
  { value: 'tbd', label: 'To be announced' },
];

/** Where an event is: a street and a town, a link, both, or not known yet. */
export function WhereSection({ values, set, errors }: Omit<FormProps, 'event'>) {
  const show = useShowDialog();
  const way = values.tbdLocation ? 'tbd' : values.attend_type;
  const [there, online] = [way === 'in_person' || way === 'both', way === 'virtual' || way === 'both'];
  return (
    <>
      <SegmentedControl
        aria-label="How people take part"
        className={css.ways ?? ''}
        data={WAYS}
        value={way}
        onChange={(next) =>
          set(
            next === 'tbd'
              ? { tbdLocation: true }
              : { tbdLocation: false, attend_type: next as typeof values.attend_type },
          )
        }
      />
      {way === 'tbd' && (
        <p className={css.note}>What you have entered is kept, and only hosts can see it until you announce it.</p>
      )}
      {there && (
        <div className={css.two}>
          <Field path="attend_type_details.in_person_address">
            <TextInput
              label="Address"
              placeholder="Building, street and number"
              leftSection={<IconMapPin size={18} aria-hidden />}
              dir="auto"
              maxLength={LIMITS.address * 2}
              value={values.in_person_address}
              onChange={({ currentTarget }) => set({ in_person_address: currentTarget.value })}
              error={errors['attend_type_details.in_person_address']}
            />
          </Field>
          <Field path="location">
            <LocationInput
              value={values.location ?? NOWHERE}
              onChange={(location) =>
                set({ location: location.latLng === null && location.locality === '' ? null : location })
              }
              problem={errors.location}
            />
          </Field>
        </div>
      )}
      {there && (
        <Button
          variant="subtle"
          size="sm"
          className={css.start ?? ''}
          leftSection={<IconMapPlus size={18} aria-hidden />}
          onClick={() =>
            show(
              <AddLocationDialog
                value={values.location ?? { ...NOWHERE, description: values.in_person_address }}
                onConfirm={(location) =>
                  set({ location, in_person_address: values.in_person_address || location.description })
                }
              />,
            )
          }
        >
          Set the exact location
        </Button>
      )}
      {online && (
        <Field path="attend_type_details.virtual_address">
          <TextInput
            label="Meeting link"
            description="Shown to people who are going."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            placeholder="https://"
            type="url"
            inputMode="url"
            leftSection={<IconVideo size={18} aria-hidden />}
            value={values.virtual_address}
            onChange={({ currentTarget }) => set({ virtual_address: currentTarget.value })}
            error={errors['attend_type_details.virtual_address']}
          />
        </Field>
      )}
    </>
  );
}
