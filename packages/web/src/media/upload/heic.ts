import { loadChunk } from '../../core/lazy.ts';

/** Three megabytes of decoder, fetched when somebody chooses such a picture in a browser that cannot read it. */
const loadDecoder = loadChunk(() => import('heic-to/csp'));

/** Best known by its first bytes: browsers disagree on the type, and telephones on the ending. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|hevm|hevs|mif1|msf1)/;

/** Whether a file is a HEIC picture, which most browsers cannot show. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return HEIC.test(String.fromCharCode(...head));
}

/**
 * The same picture as JPEG, turned upright. The browser is asked first; Safari can read it by itself.
 *
 * @throws where neither the browser nor the decoder can read it.
 */
export async function fromHeic(file: File): Promise<File> {
  const name = `${file.name.replace(/\.hei[cf]$/i, '')}.jpg`;
  const own = await createImageBitmap(file).catch(() => undefined);
  const jpeg = own
    ? await drawn(own)
    : await (await loadDecoder()).heicTo({ blob: file, type: 'image/jpeg', quality: 0.9 });
  return new File([jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified });
}

/** A picture in memory as JPEG; frees it. */
export async function drawn(picture: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
