import { canUpload, maxBytes, pictureTypes } from '@folkmoot/contract/media/rules.ts';
import type { PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { Loader } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { fromHeic, isHeic } from '../upload/heic.ts';
import { readable } from './cropping.ts';
import css from './image-selector.module.css';
import type { PickedImage } from './picked-image.ts';

const MB = 1_048_576;

type Props = {
  purpose: PicturePurpose;
  hint: string | undefined;
  onPick: (source: PickedImage) => void;
};

/** Your own picture: dropped here, or chosen. HEIC becomes JPEG before the upload. */
export function UploadTab({ purpose, hint, onPick }: Props) {
  const id = useId();
  const { types, words } = pictureTypes(purpose);
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file || reading) return;
    setProblem(undefined);
    setReading(true);
    try {
      const picture = (await isHeic(file)) ? await fromHeic(file) : file;
      // Any size: HEIC is converted here, and cropped before it is sent.
      const { name: fileName, type: mimeType } = picture;
      const judged = canUpload({ fileName, mimeType, size: file.size, type: purpose });
      if (!judged.ok) throw new Error(judged.refusal.message);
      onPick({ blob: await readable(picture), name: stemOf(fileName), alt: '' });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : errorMessage(error));
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className={css.upload}>
      {problem && <Problem>{problem}</Problem>}
      <label
        htmlFor={id}
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {reading ? <Loader size={28} aria-label="Reading the picture" /> : <IconPhotoUp size={34} aria-hidden />}
        <b>Choose a picture</b>
        <span>{`or drop one here. ${words}, up to ${maxBytes(purpose) / MB} MB.`}</span>
        {hint && <span>{hint}</span>}
        <input
          id={id}
          type="file"
          aria-label="Choose a picture"
          accept={[...types, '.heic', '.heif'].join(',')}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // The same file may be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{2,5}$/i, '') || 'picture';
}
