import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { IconAlertTriangle, IconDownload, IconFile, IconPlayerPlayFilled, IconVideo, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from './attachments.module.css';
import { ratioOf, sizeWords } from './format-bytes.ts';
import { isSmall, spansOf } from './tile-grid.ts';

type Props = {
  attachments: readonly AttachmentView[];
  /** Shows one large. */
  onOpen: (attachment: AttachmentView) => void;
  /** Removes a file from the message, if you may. */
  onRemove: ((attachment: AttachmentView) => void) | undefined;
};

/** Files shown as tiles: pictures and videos that could be read. */
export function isShown({ fileType, state }: AttachmentView): boolean {
  return fileType !== 'file' && state !== 'failed';
}

/** The files of a message. Tiles have their size before their picture is there, so that nothing moves. */
export function Attachments({ attachments, onOpen, onRemove }: Props) {
  const tiles = attachments.filter(isShown);
  const files = attachments.filter((one) => !isShown(one));
  const spans = tiles.length > 2 ? spansOf(tiles.length) : [];
  const layout = tiles.length === 1 ? 'one' : tiles.length === 2 ? 'two' : 'many';
  return (
    <>
      {tiles.length > 0 && (
        <ul className={css.tiles} data-layout={layout} aria-label="Pictures and videos">
          {tiles.map((one, at) => (
            <li key={one.id} data-span={spans[at]} style={layout === 'many' ? undefined : shapeOf(one, layout)}>
              <Tile attachment={one} large={layout === 'one'} onOpen={() => onOpen(one)} />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={css.files} aria-label="Files">
          {files.map((one) => (
            <li key={one.id}>
              <FileChip attachment={one} onRemove={onRemove && (() => onRemove(one))} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const MOST = { width: 420, height: 320 };
const LEAST = 56;

function shapeOf(attachment: AttachmentView, layout: 'one' | 'two') {
  const ratio = ratioOf(attachment);
  if (layout === 'two') return { flex: `${ratio} 1 0`, aspectRatio: ratio };
  const natural = attachment.width ?? MOST.width;
  // A small one has its own size, with room around it for a finger.
  if (isSmall(attachment)) return { width: Math.max(natural, LEAST), height: Math.max(attachment.height ?? 0, LEAST) };
  const width = Math.round(Math.min(MOST.width, MOST.height * ratio, Math.max(natural, 120)));
  return { width, aspectRatio: ratio };
}

type TileProps = { attachment: AttachmentView; large?: boolean; onOpen: () => void };

/** A picture or video as a button that opens the preview. */
export function Tile({ attachment, large = false, onOpen }: TileProps) {
  const { id, alt, fileName, fileType, state, thumbnailUrl } = attachment;
  const small = isSmall(attachment);
  const isVideo = fileType === 'video';
  const picture = isVideo || !large ? thumbnailUrl : variantUrl(id, 'large');
  const label = `${isVideo ? 'Play' : 'View'} ${alt || fileName}`;
  if (state === 'processing')
    return (
      <span className={css.waiting} role="img" aria-label={`${alt || fileName}, being prepared`}>
        <span>Being prepared</span>
      </span>
    );
  return (
    <button type="button" className={css.tile} aria-label={label} onClick={onOpen}>
      {picture && <img data-small={small || undefined} src={picture} alt={alt} loading="lazy" decoding="async" />}
      {isVideo && (
        <span className={css.play} aria-hidden="true">
          <IconPlayerPlayFilled size={22} />
        </span>
      )}
    </button>
  );
}

type ChipProps = { attachment: AttachmentView; onRemove?: (() => void) | undefined };

/** A file by its name and size, to download; one that could not be read says so. */
export function FileChip({ attachment, onRemove }: ChipProps) {
  const { fileName, fileType, size, state, url } = attachment;
  const failed = state === 'failed';
  const Icon = failed ? IconAlertTriangle : fileType === 'video' ? IconVideo : IconFile;
  return (
    <span className={css.chip} data-failed={failed || undefined}>
      <Icon size={22} aria-hidden />
      <span className={css.words}>
        <span className={css.name} dir="auto">
          {fileName}
        </span>
        <span className={css.size}>{failed ? 'This file could not be read.' : sizeWords(size)}</span>
      </span>
      {!failed && (
        <a className={css.download} href={url} download={fileName} aria-label={`Download ${fileName}`}>
          <IconDownload size={18} />
        </a>
      )}
      {onRemove && (
        <IconButton label={`Remove ${fileName}`} size={32} className={css.remove} onClick={onRemove}>
          <IconX size={17} />
        </IconButton>
      )}
    </span>
  );
}
