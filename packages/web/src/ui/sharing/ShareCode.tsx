import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { QrCode } from '../identity/QrCode.tsx';

/** Large enough for a poster. */
const EDGE = 1024;

/** An address as a QR code, to be scanned from the screen or downloaded as a picture. */
export function ShareCode({ url }: { url: string }) {
  const picture = useMemo(() => pictureOf(url), [url]);
  return (
    <>
      <QrCode text={url} label={`QR code that leads to ${url}`} robust />
      <Button
        component="a"
        href={picture}
        download={`${url.split('/').at(-1)}-qr.png`}
        variant="subtle"
        size="sm"
        leftSection={<IconDownload size={17} aria-hidden />}
      >
        Download QR code
      </Button>
    </>
  );
}

/** A PNG of the code, each dot of it equally many pixels wide. */
function pictureOf(url: string): string {
  const { data, size } = encode(url, { border: 4, ecc: 'M' });
  const dot = Math.ceil(EDGE / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * dot;
  const ink = canvas.getContext('2d');
  if (!ink) return '';
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) ink.fillRect(x * dot, y * dot, dot, dot);
  return canvas.toDataURL('image/png');
}
