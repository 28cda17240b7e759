import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

type Props = {
  text: string;
  label: string;
  /** It can be read although a part of it is not seen, behind a scratch or a reflection. */
  robust?: boolean;
};

/** A QR code, dark on white in either colour scheme: cameras want it so. `--qr-edge` is how wide it is. */
export function QrCode({ text, label, robust = false }: Props) {
  const { size, path } = useMemo(() => {
    // Four dots of white around it, as ISO/IEC 18004 asks.
    const { data, size } = encode(text, { border: robust ? 4 : 2, ecc: robust ? 'M' : 'L' });
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dots.join('') };
  }, [text, robust]);
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
