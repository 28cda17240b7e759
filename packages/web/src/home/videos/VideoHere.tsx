import type { Video } from '@folkmoot/contract/core/links/videos.ts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { VideoFrame } from './VideoFrame.tsx';
import css from './video.module.css';

/** Plays a video in the page. Until it is pressed, nothing is asked of the host that it names. */
export function VideoHere({ video, title }: { video: Video; title: string }) {
  const [playing, setPlaying] = useState(false);
  if (playing) return <VideoFrame video={video} title={title} />;
  return (
    <button
      type="button"
      className={css.play}
      aria-label={`Play ${title} from ${video.host}`}
      onClick={() => setPlaying(true)}
    >
      <IconPlayerPlay size={18} aria-hidden />
      <span>
        <b>Play here</b>
        <small>
          Loads from <bdi>{video.host}</bdi>
        </small>
      </span>
    </button>
  );
}
