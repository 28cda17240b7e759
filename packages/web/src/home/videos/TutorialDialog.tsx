import type { Video } from '@folkmoot/contract/core/links/videos.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { VideoHere } from './VideoHere.tsx';

/** A video that explains a screen. It comes from another site, so it waits for a click. */
export function TutorialDialog({ video }: { video: Video }) {
  return (
    <Dialog title="Tutorial video" width={720}>
      <p>This video is on another site, which learns that you watch it.</p>
      <VideoHere video={video} title="Tutorial video" />
    </Dialog>
  );
}
