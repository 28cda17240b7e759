import { useMediaQuery } from '@mantine/hooks';
import { MEDIA, type Media } from '../styles/media.ts';

/** Whether the window is as wide as this name says, or pointed at as it says; known from the first render on. */
export function useMedia(name: Media): boolean {
  return useMediaQuery(MEDIA[name], undefined, { getInitialValueInEffect: false });
}
