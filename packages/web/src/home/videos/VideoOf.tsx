import { useVideo } from './useVideo.ts';
import { VideoHere } from './VideoHere.tsx';

/** The video that an address leads to; nothing where it is none. */
export function VideoOf({ address, title }: { address: string; title: string }) {
  const video = useVideo(address);
  return video && <VideoHere video={video} title={title} />;
}
