import type { LatLng } from '@folkmoot/contract/places/schema.ts';
import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../core/api-error.ts';
import { graticule, layOutLabels, pathOf, projection, REACHES, type Size, scaleBars } from './draw.ts';
import css from './map.module.css';
import { useSurroundings } from './queries.ts';

type Props = {
  latLng: LatLng;
  /** The same location as text. */
  address: string;
  /** The town whose point it is, if nobody has given a more exact one; else empty. */
  middleOf: string;
  height: number;
};

/** A sketch of the area around a point: coast, borders, towns and distances. Drawn here, without a map service. */
export function MapDrawing({ latLng, address, middleOf, height }: Props) {
  const { ref, width } = useElementSize();
  const [step, setStep] = useState(1);
  const reach = REACHES[step] ?? REACHES[1];
  const wide = Math.max(width, height);
  const around = useSurroundings(latLng.lat, latLng.lng, (reach * wide) / height);
  const names = around.data?.neighbours.filter(({ isPart }) => !isPart).slice(0, 4) ?? [];
  const near = names.length > 0 ? ` Around it: ${names.map(({ name }) => name).join(', ')}.` : '';
  return (
    <div className={css.drawing}>
      <div ref={ref} className={css.sheet} style={{ height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`Map of ${address}.${near}`}
          >
            <Ground latLng={latLng} reach={reach} size={{ width, height }} around={around.data} />
          </svg>
        )}
        <div className={css.zoom}>
          <Step label="Zoom in" disabled={step === 0} onClick={() => setStep(step - 1)}>
            <IconPlus size={16} />
          </Step>
          <Step label="Zoom out" disabled={step === REACHES.length - 1} onClick={() => setStep(step + 1)}>
            <IconMinus size={16} />
          </Step>
        </div>
      </div>
      <div className={css.owed}>
        {around.isError ? (
          <span role="alert">
            {errorMessage(around.error, 'The map could not be drawn.')}{' '}
            <button type="button" onClick={() => void around.refetch()}>
              Try again
            </button>
          </span>
        ) : (
          <>
            {around.isPending && <span role="status">Loading the map.</span>}
            {middleOf !== '' && <span>The pin marks the middle of {middleOf}.</span>}
            {around.data?.attributions.map(({ text, url }) => (
              <a key={url} href={url} target="_blank" rel="noreferrer">
                {text}
              </a>
            ))}
          </>
        )}
      </div>
    </div>
  );
}

type GroundProps = {
  latLng: LatLng;
  reach: number;
  size: Size;
  around: ReturnType<typeof useSurroundings>['data'];
};

function Ground({ latLng, reach, size, around }: GroundProps) {
  const project = projection(latLng, reach, size);
  const { width, height } = size;
  const [x, y] = [width / 2, height / 2];
  const lines = graticule(latLng, reach, size);
  const mile = height / 2 / reach;
  const rings = [reach / 2, reach, reach * 2].map((miles) => ({ text: `${miles} mi`, radius: miles * mile }));
  const named = rings.filter(({ radius }) => x + radius < width - 34);
  const bars = scaleBars(reach, size);
  const pin = { left: x - 15, right: x + 15, top: y - 36, bottom: y + 6 };
  const scale = { left: 0, right: 120, top: height - 48, bottom: height };
  const zoom = { left: width - 52, right: width, top: 0, bottom: 88 };
  const ringNames = named.map(({ radius }) => ({
    left: x + radius - 4,
    right: x + radius + 34,
    top: y - 8,
    bottom: y + 8,
  }));
  const { dots, labels } = layOutLabels(around?.neighbours ?? [], project, size, [pin, scale, zoom, ...ringNames]);
  return (
    <>
      <rect width={width} height={height} className={around ? css.sea : css.land} />
      {around && (
        <>
          <path d={pathOf(around.land, project, true)} className={css.land} fillRule="evenodd" />
          <path d={pathOf(around.coast, project, false)} className={css.coast} />
          <path d={pathOf(around.borders, project, false)} className={css.border} />
        </>
      )}
      <path
        className={css.grid}
        d={[...lines.x.map((at) => `M${at} 0V${height}`), ...lines.y.map((at) => `M0 ${at}H${width}`)].join('')}
      />
      {rings.map(({ text, radius }) => (
        <circle key={text} cx={x} cy={y} r={radius} className={css.ring} />
      ))}
      {named.map(({ text, radius }) => (
        <text key={text} x={x + radius} y={y + 4} className={css.far}>
          {text}
        </text>
      ))}
      {dots.map(({ at: [cx, cy], isPart }) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={isPart ? 1.8 : 3} className={css.dot} />
      ))}
      {labels.map((label) => (
        <text
          key={`${label.name} ${label.x} ${label.y}`}
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          className={label.isPart ? css.part : css.town}
        >
          {label.name}
        </text>
      ))}
      <g transform={`translate(${x} ${y})`}>
        <ellipse cy={1} rx={7} ry={2.6} className={css.shade} />
        <path d="M0 0C-4-8-12-13-12-22A12 12 0 0 1 12-22C12-13 4-8 0 0Z" className={css.pin} />
        <circle cy={-22} r={4.4} className={css.eye} />
      </g>
      <g transform={`translate(12 ${height - 16})`} className={css.scale}>
        {bars.map(({ text, length }, index) => (
          <g key={text} transform={`translate(0 ${index === 0 ? 0 : 4})`}>
            <path d={index === 0 ? `M0 0V-5M0 0H${length}V-5` : `M0 0V5M0 0H${length}V5`} />
            <text x={length + 5} y={index === 0 ? 0 : 8}>
              {text}
            </text>
          </g>
        ))}
      </g>
    </>
  );
}

type StepProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode };

/** Not an `IconButton`: its tooltip weighs ten times as much as the map, on an event's first page. */
function Step({ label, children, ...rest }: StepProps) {
  return (
    <Button variant="default" className={css.step} aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
