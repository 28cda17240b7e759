import { frameAddress, type Video } from '@folkmoot/contract/core/links/videos.ts';
import css from './video.module.css';

/**
 * The player of another site, after a click. Its address is built from the video's id. It is told where it is shown, but not on
 * which page: without that, YouTube refuses to play (error 153).
 */
export function VideoFrame({ video, title }: { video: Video; title: string }) {
  return (
    <iframe
      className={css.frame}
      src={frameAddress(video)}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus.
      autoFocus
    />
  );
}
