import { LIMITS } from '@folkmoot/contract/home/schema.ts';
import type { GalleryItem } from '@folkmoot/contract/home/sections-schema.ts';
import { IMAGE_TYPES } from '@folkmoot/contract/media/schema.ts';
import { TextInput } from '@mantine/core';
import { IconPhotoUp, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../core/api-error.ts';
import { useFields } from '../../core/form.tsx';
import { useStore } from '../../core/store.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { withMoved } from '../../ui/inputs/order.ts';
import { SortableList } from '../../ui/inputs/SortableList.tsx';
import css from './gallery-dialog.module.css';
import { type GalleryPicture, GalleryPictures, itemsOf } from './gallery-pictures.ts';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm } from './section-form.ts';

type Values = SectionForm & { items: GalleryItem[] };

/** A gallery: many pictures at once, in any order, each with a description. */
export function GalleryDialog({ section, onSave, ...frame }: SectionDialogProps<'PhotoGallery'>) {
  const [pictures] = useState(() => new GalleryPictures(section.json.items, section.attachments));
  const shown = useStore(pictures);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with what is shown.
  const attachments = useMemo(() => pictures.result().attachments, [pictures, shown]);
  const saved = useRef(false);
  const [tooMany, setTooMany] = useState<string>();
  const form = useFields<Values>({
    schema: rulesOf('PhotoGallery') as never,
    initial: { title: section.title, audience: section.audience, items: section.json.items },
  });
  // The form has what is there; what is on its way joins it.
  const join = useEffectEvent(() => form.setFieldValue('items', itemsOf(pictures.get())));
  useEffect(() => pictures.subscribe(() => join()), [pictures]);
  useEffect(() => {
    pictures.start();
    return () => pictures.end(saved.current);
  }, [pictures]);
  const add = (files: readonly File[]) => {
    setTooMany(pictures.add(files));
    form.clearFieldError('items');
  };
  const send = async (typed: Values) => {
    const unfinished = pictures.get().find(({ id }) => id === undefined);
    if (unfinished) {
      const message = unfinished.failure
        ? `${unfinished.fileName} is not uploaded. Try again, or remove it.`
        : 'Wait until all pictures are uploaded.';
      throw new ApiError({ statusCode: 422, code: 'web.unfinished', message, fields: { items: message } });
    }
    const result = pictures.result();
    const answer = await onSave(filled(section, { ...typed, items: result.items }, result.attachments));
    saved.current = true;
    return answer;
  };
  return (
    <SectionFrame
      {...frame}
      section={section}
      form={form}
      send={send}
      width={640}
      attachments={attachments}
      dirty={form.isDirty() || shown.some(({ id }) => id === undefined)}
    >
      <TextInput label="Title" data-autofocus dir="auto" {...form.getInputProps('title')} />
      <fieldset className={css.pictures}>
        <legend>Pictures</legend>
        {shown.length > 0 && (
          <SortableList
            label="Pictures"
            items={shown.map((picture) => ({
              ...picture,
              id: picture.key,
              name: picture.fileName,
              fileId: picture.id,
            }))}
            onMove={(key, before) =>
              pictures.arrange(
                withMoved(
                  shown.map((picture) => ({ id: picture.key, picture })),
                  key,
                  before,
                ).map(({ picture }) => picture),
              )
            }
            row={({ key }) => <Row picture={shown.find((one) => one.key === key)} pictures={pictures} />}
          />
        )}
        {(tooMany ?? form.errors.items) && (
          <p role="alert" className={css.problem}>
            {tooMany ?? form.errors.items}
          </p>
        )}
        {shown.length < LIMITS.pictures && <Chooser onFiles={add} />}
      </fieldset>
    </SectionFrame>
  );
}

function Row({ picture, pictures }: { picture: GalleryPicture | undefined; pictures: GalleryPictures }) {
  if (!picture) return null;
  const { key, fileName, preview, alt, id, percent, failure } = picture;
  return (
    <div className={css.row} data-failed={failure !== undefined || undefined}>
      <img src={preview} alt="" />
      <div className={css.words}>
        <span className={css.name} dir="auto">
          {fileName}
        </span>
        {failure ? (
          <p role="alert" className={css.problem}>
            {failure.message}
          </p>
        ) : id === undefined ? (
          <span
            role="progressbar"
            aria-label={`Uploading ${fileName}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className={css.bar}
          >
            <span style={{ width: `${Math.max(percent, 3)}%` }} />
          </span>
        ) : null}
        {!failure && (
          <TextInput
            aria-label={`Description of ${fileName}`}
            placeholder="Describe it for people who cannot see it"
            dir="auto"
            maxLength={500}
            value={alt}
            onChange={({ currentTarget }) => pictures.describe(key, currentTarget.value)}
          />
        )}
      </div>
      {failure?.canRetry && (
        <IconButton label={`Upload ${fileName} again`} onClick={() => pictures.retry(key)}>
          <IconRefresh size={18} />
        </IconButton>
      )}
      <IconButton label={`Remove ${fileName}`} onClick={() => pictures.remove(key)}>
        <IconTrash size={18} />
      </IconButton>
    </div>
  );
}

function Chooser({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
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
      <IconPhotoUp size={28} aria-hidden />
      <b>Choose pictures</b>
      <span>or drop them here. PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC, up to 5 MB each.</span>
      <input
        id={id}
        type="file"
        multiple
        aria-label="Choose pictures"
        accept={[...IMAGE_TYPES, '.heic', '.heif'].join(',')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
