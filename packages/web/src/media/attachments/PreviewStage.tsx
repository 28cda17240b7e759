import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import { type AttachmentView, VARIANT_EDGE } from '@folkmoot/contract/media/schema.ts';
import { type RefObject, useState } from 'react';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import css from './preview.module.css';

type Props = { attachment: AttachmentView; zoom: RefObject<ReactZoomPanPinchRef | null> };

/** The picture or video itself; a picture can be zoomed and moved. */
export function PreviewStage({ attachment: { id, alt, fileName, fileType, url, thumbnailUrl, width }, zoom }: Props) {
  const [failed, setFailed] = useState(false);
  const [sharp, setSharp] = useState(false);
  if (failed)
    return (
      <div className={css.stage}>
        <p className={css.sorry}>
          {fileType === 'video'
            ? 'This browser cannot play the video. Download it to watch it.'
            : 'The picture could not be loaded. Check the connection, then open it again.'}
        </p>
      </div>
    );
  if (fileType === 'video')
    return (
      <div className={css.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: videos that people send each other have no captions */}
        <video
          className={css.video}
          src={url}
          controls
          playsInline
          preload="metadata"
          poster={thumbnailUrl ?? undefined}
          aria-label={alt || fileName}
          onError={() => setFailed(true)}
        />
      </div>
    );
  return (
    <TransformWrapper ref={zoom} minScale={1} maxScale={8} centerOnInit doubleClick={{ mode: 'toggle' }}>
      <TransformComponent wrapperClass={css.stage ?? ''} contentClass={css.moved ?? ''}>
        <img
          className={css.picture}
          src={variantUrl(id, 'large')}
          alt={alt || fileName}
          draggable={false}
          data-sharp={sharp || undefined}
          style={
            sharp || !thumbnailUrl || (width ?? 0) < VARIANT_EDGE.large
              ? undefined
              : { backgroundImage: `url("${thumbnailUrl}")` }
          }
          onLoad={() => setSharp(true)}
          onError={() => setFailed(true)}
        />
      </TransformComponent>
    </TransformWrapper>
  );
}
