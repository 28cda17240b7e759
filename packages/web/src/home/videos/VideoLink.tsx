import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import css from './video.module.css';

const VideoOf = lazyPart(() => import('./VideoOf.tsx'), 'VideoOf');

/** Addresses that may lead to a video; which of them do is found out after the page is there. */
const MAYBE =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com)\/|\/(?:w|videos\/(?:watch|embed))\/[^/]+$/;

/** Whether an address may lead to a video. */
export function mayBeVideo(address: string): boolean {
  return MAYBE.test(address);
}

/** Plays the video that an address leads to, if it is one. Its place is kept, so that nothing below it moves. */
export function VideoLink({ address, title }: { address: string; title: string }) {
  if (!mayBeVideo(address)) return null;
  return (
    <Suspense fallback={<span className={css.place} />}>
      <VideoOf address={address} title={title} />
    </Suspense>
  );
}
