import { drawn } from './heic.ts';

/** The poster frame of a video, and its size in pixels. */
export type VideoFrame = { picture: File; width: number; height: number };

/** A video that shows nothing for this long gets no poster frame. */
const PATIENCE_MS = 8000;

/** The first frame of a video, or undefined if this browser cannot play it. Never throws. */
export async function videoPoster(file: File): Promise<VideoFrame | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const shown = happened(video, 'seeked');
    video.src = url;
    await happened(video, 'loadeddata');
    // The very first frame of many videos is black.
    video.currentTime = Math.min(0.1, (video.duration || 0) / 2);
    await shown;
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0) return undefined;
    const jpeg = await drawn(await createImageBitmap(video));
    return { picture: new File([jpeg], 'frame.jpg', { type: 'image/jpeg' }), width, height };
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The video has no picture.')), PATIENCE_MS);
    const end = (then: () => void) => () => {
      clearTimeout(late);
      then();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('The video cannot be played.'))),
      { once: true },
    );
  });
}

/** Edges of a picture in pixels, upright, or undefined where this browser cannot read it. Never throws. */
export async function edgesOf(file: Blob): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
