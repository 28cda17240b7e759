import { about } from '@folkmoot/contract/media/rules.ts';
import { FILE_LIMITS, type PicturePurpose, refusals } from '@folkmoot/contract/media/schema.ts';

/** A picture's orientation: mirrored horizontally, then rotated clockwise by degrees. */
export type Lie = { flipped: boolean; rotation: number };
export type Area = { x: number; y: number; width: number; height: number };

/** The longer edge of an uploaded picture in pixels, at most. Nobody would see more. */
const EDGE: Record<PicturePurpose, number> = { cover: 2000, logo: 1024, avatar: 1024, group: 1024, section: 2000 };
/** Edge length at which a drawing without its own size in pixels is rendered. */
const DRAWN = 1600;

/** The longer edge of what is sent for this purpose, in pixels. */
export function edgeFor(purpose: PicturePurpose): number {
  return EDGE[purpose];
}

/**
 * A picture that the browser can show, as a blob of pixels: drawings are rendered first, because not all have a size.
 *
 * @throws Error with the sentence where this browser cannot read it.
 */
export async function readable(file: File): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = await loadImage(url);
    if (file.type !== 'image/svg+xml') return file;
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = width > 0 && height > 0 ? DRAWN / Math.max(width, height) : 1;
    return await paint(Math.round((width || DRAWN) * scale), Math.round((height || DRAWN) * scale), (pen, w, h) =>
      pen.drawImage(image, 0, 0, w, h),
    );
  } catch (error) {
    throw new Error(about(refusals.noPicture, file.name).message, { cause: error });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Cuts an area out of a picture, as a PNG that may be uploaded.
 *
 * @param area in pixels of the oriented picture, including its rotated bounds.
 */
export async function cut(url: string, area: Area, { flipped, rotation }: Lie, edge: number): Promise<Blob> {
  const image = await loadImage(url);
  const { naturalWidth, naturalHeight } = image;
  const turned = boxAround(naturalWidth, naturalHeight, rotation);
  const scale = Math.min(1, edge / Math.max(area.width, area.height));
  return fittingPng(Math.round(area.width * scale), Math.round(area.height * scale), (pen, width, height) => {
    pen.imageSmoothingQuality = 'high';
    pen.scale(width / area.width, height / area.height);
    pen.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
    pen.scale(flipped ? -1 : 1, 1);
    pen.rotate((rotation * Math.PI) / 180);
    pen.drawImage(image, -naturalWidth / 2, -naturalHeight / 2);
  });
}

type Paint = (pen: CanvasRenderingContext2D, width: number, height: number) => void;

/** A PNG of these edges, or of smaller ones of the same shape where it would be too large to upload. */
export async function fittingPng(width: number, height: number, draw: Paint): Promise<Blob> {
  for (let scale = 1; ; scale *= 0.8) {
    const blob = await paint(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), draw);
    if (blob.size <= FILE_LIMITS.picture || scale < 0.1) return blob;
  }
}

/** The bounds of the box around a rotated picture. */
export function boxAround(width: number, height: number, rotation: number): { width: number; height: number } {
  const turn = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return { width: cos * width + sin * height, height: sin * width + cos * height };
}

async function paint(width: number, height: number, draw: Paint): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas.');
  draw(pen, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large to draw.'))),
      'image/png',
    ),
  );
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
