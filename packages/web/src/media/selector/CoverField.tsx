import type { PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './cover-field.module.css';
import type { SelectedImage } from './ImageSelector.tsx';

const ImageSelector = lazyPart(() => import('./ImageSelector.tsx'), 'ImageSelector');

type Props = {
  label: string;
  value: string | null;
  /** What is shown if the event has no cover of its own. */
  fallback?: string | undefined;
  ratio: number;
  purpose?: PicturePurpose;
  /** What it is called on the buttons. */
  noun?: string;
  /** Whether it is shown as small as it is used. */
  small?: boolean;
  error?: ReactNode;
  onChange: (url: string | null, image?: SelectedImage) => void;
};

/** A picture in a form: its preview, which is a button to change it like the one below. Saving the form keeps it. */
export function CoverField({
  label,
  value,
  fallback,
  ratio,
  purpose = 'cover',
  noun = 'cover',
  small = false,
  error,
  onChange,
}: Props) {
  const show = useShowDialog();
  const shown = value ?? fallback;
  const choose = () =>
    show(
      <ImageSelector
        purpose={purpose}
        ratio={ratio}
        title={`Choose a ${label.toLowerCase()}`}
        onDone={(image) => onChange(image.url, image)}
      />,
    );
  return (
    <fieldset className={css.field}>
      <legend>{label}</legend>
      <button
        type="button"
        className={css.frame}
        data-small={small || undefined}
        style={{ aspectRatio: ratio }}
        aria-label={`${label}: choose a picture`}
        onClick={choose}
      >
        {shown ? <img src={shown} alt="" /> : <IconPhoto size={30} aria-hidden />}
      </button>
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={choose}>
          {value === null ? `Choose a ${noun}` : `Change ${noun}`}
        </Button>
        {value !== null && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            Remove {noun}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
