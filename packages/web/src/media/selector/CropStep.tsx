import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import type { PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFlipVertical, IconRotate, IconRotateClockwise } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Problem } from '../../core/form.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from './crop-step.module.css';
import { type Area, cut, edgeFor } from './cropping.ts';
import { DialogFooterPortal } from './DialogFooterPortal.tsx';
import type { PickedImage } from './picked-image.ts';

/** How far a picture can be enlarged beyond its fitted size: the slider at 1. */
const LARGEST = 4;
/** Pixels that an arrow key moves the picture by; a fifth of it with Shift. */
const STEP = 10;

type Props = {
  source: PickedImage;
  purpose: PicturePurpose;
  ratio: number;
  onBack: () => void;
  onCut: (picture: Blob) => void;
};

/** Crops a picture to the shape it needs: moved by mouse, finger or arrow keys, zoomed, rotated and mirrored. */
export function CropStep({ source, purpose, ratio, onBack, onCut }: Props) {
  const id = useId();
  const url = useObjectUrl(source.blob);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(0);
  const [rotation, setRotation] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const part = useRef<RefObject<HTMLDivElement | null>>(undefined);
  const measured = area !== undefined;
  // The element that the arrow keys move exists once the picture has been measured.
  useEffect(() => {
    if (measured) part.current?.current?.focus();
  }, [measured]);
  const scale = 1 + zoom * (LARGEST - 1);
  // A mirrored picture turns the other way round, so that the button does what it shows.
  const turn = (degrees: number) => setRotation((before) => (before + (flipped ? -degrees : degrees) + 360) % 360);
  const apply = async () => {
    if (!area || !url) return;
    setBusy(true);
    try {
      onCut(await cut(url, area, { flipped, rotation }, edgeFor(purpose)));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : SOMETHING_WRONG);
      setBusy(false);
    }
  };
  return (
    <div className={css.step}>
      {problem && <Problem>{problem}</Problem>}
      <p id={`${id}-how`} className={css.how}>
        Drag to move, or use the arrow keys.
      </p>
      <div className={css.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={scale}
            rotation={rotation}
            aspect={ratio}
            minZoom={1}
            maxZoom={LARGEST}
            keyboardStep={STEP}
            cropShape={purpose === 'avatar' ? 'round' : 'rect'}
            transform={`translate(${crop.x}px, ${crop.y}px) scaleX(${flipped ? -1 : 1}) rotate(${rotation}deg) scale(${scale})`}
            onCropChange={setCrop}
            onZoomChange={(next) => setZoom((next - 1) / (LARGEST - 1))}
            onCropComplete={(_, pixels) => setArea(pixels)}
            disableAutomaticStylesInjection
            mediaProps={{ alt: '' }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Part of the picture',
              'aria-describedby': `${id}-how`,
            }}
            classes={{ cropAreaClassName: css.area ?? '' }}
            setCropperRef={(ref) => {
              part.current = ref;
            }}
          />
        )}
      </div>
      <div className={css.tools}>
        <label className={css.zoom}>
          Zoom
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          />
        </label>
        <div className={css.turns}>
          <Button
            variant="default"
            aria-pressed={flipped}
            leftSection={<IconFlipVertical size={17} />}
            onClick={() => setFlipped(!flipped)}
          >
            Flip
          </Button>
          <Button variant="default" aria-label="Rotate by -90 degrees" onClick={() => turn(-90)}>
            <IconRotate size={17} />
          </Button>
          <Button variant="default" aria-label="Rotate by 90 degrees" onClick={() => turn(90)}>
            <IconRotateClockwise size={17} />
          </Button>
        </div>
      </div>
      {source.credit && (
        <small className={css.credit}>
          Photo by{' '}
          <a href={source.credit.link} target="_blank" rel="noreferrer">
            {source.credit.name}
          </a>
        </small>
      )}
      <DialogFooterPortal>
        <Button className={css.start ?? ''} variant="subtle" leftSection={<IconArrowLeft size={17} />} onClick={onBack}>
          Back
        </Button>
        <LoadingButton loading={busy} loadingLabel="Cropping" disabled={!area} onClick={() => void apply()}>
          Apply
        </LoadingButton>
      </DialogFooterPortal>
    </div>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
