import type { PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowsShuffle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { edgeFor, fittingPng } from './cropping.ts';
import { DialogFooterPortal } from './DialogFooterPortal.tsx';
import css from './image-selector.module.css';
import { type Colours, drawMesh, PRESETS, type Preset } from './mesh.ts';

type Props = {
  purpose: PicturePurpose;
  ratio: number;
  /** Hands over a finished picture: its shape is the one asked for, so nothing is cropped. */
  onMade: (picture: Blob, name: string) => void;
  onCancel: () => void;
};

/** Gradients in four colours: eleven presets, then an editor. */
export function MeshTab({ purpose, ratio, onMade, onCancel }: Props) {
  const [chosen, setChosen] = useState<{ preset: Preset; shape: number }>();
  // Coming back restores the focus.
  const [before, setBefore] = useState<string>();
  if (chosen)
    return (
      <Editor
        preset={chosen.preset}
        shape={chosen.shape}
        purpose={purpose}
        ratio={ratio}
        onMade={onMade}
        onBack={() => {
          setBefore(chosen.preset.name);
          setChosen(undefined);
        }}
      />
    );
  return (
    <>
      <ul className={css.meshes} aria-label="Gradients">
        {PRESETS.map((preset, at) => (
          <li key={preset.name}>
            <button
              type="button"
              className={css.mesh}
              ref={preset.name === before ? focus : null}
              onClick={() => setChosen({ preset, shape: at })}
            >
              <MeshCanvas colours={preset.colours} shape={at} ratio={ratio} width={240} />
              <span>{preset.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogFooterPortal>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooterPortal>
    </>
  );
}

type EditorProps = Omit<Props, 'onCancel'> & { preset: Preset; shape: number; onBack: () => void };

function Editor({ preset, shape: first, purpose, ratio, onMade, onBack }: EditorProps) {
  const [colours, setColours] = useState<Colours>(preset.colours);
  const [shape, setShape] = useState(first);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const edge = edgeFor(purpose);
    const [width, height] = ratio >= 1 ? [edge, edge / ratio] : [edge * ratio, edge];
    const picture = await fittingPng(Math.round(width), Math.round(height), (pen, w, h) =>
      drawMesh(pen, w, h, colours, shape),
    );
    onMade(picture, preset.name);
  };
  return (
    <div className={css.editor}>
      <MeshCanvas colours={colours} shape={shape} ratio={ratio} width={720} label={`Gradient ${preset.name}`} />
      <div className={css.tools}>
        <fieldset className={css.colours}>
          <legend>Colours</legend>
          {colours.map((colour, at) => (
            <input
              // The index is the identity of a colour.
              // biome-ignore lint/suspicious/noArrayIndexKey: four positions, always the same
              key={at}
              type="color"
              aria-label={`Colour ${at + 1}`}
              ref={at === 0 ? focus : null}
              value={colour}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setColours(colours.map((colour, index) => (index === at ? value : colour)) as unknown as Colours);
              }}
            />
          ))}
        </fieldset>
        <Button
          variant="default"
          leftSection={<IconArrowsShuffle size={17} />}
          onClick={() => setShape(Math.floor(Math.random() * 1e6))}
        >
          Random shape
        </Button>
      </div>
      <DialogFooterPortal>
        <Button className={css.start ?? ''} variant="subtle" leftSection={<IconArrowLeft size={17} />} onClick={onBack}>
          Back
        </Button>
        <LoadingButton loading={busy} loadingLabel="Drawing" onClick={() => void make()}>
          Use gradient
        </LoadingButton>
      </DialogFooterPortal>
    </div>
  );
}

/** People who chose with the keyboard continue with it. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

type CanvasProps = { colours: Colours; shape: number; ratio: number; width: number; label?: string };

function MeshCanvas({ colours, shape, ratio, width, label }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const height = Math.round(width / ratio);
  useEffect(() => {
    const pen = ref.current?.getContext('2d');
    if (pen) drawMesh(pen, width, height, colours, shape);
  }, [colours, shape, width, height]);
  const spoken = label === undefined ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': label };
  return (
    <canvas ref={ref} width={width} height={height} className={css.canvas} style={{ aspectRatio: ratio }} {...spoken} />
  );
}
