import { StartScreen } from '../communities/StartScreen.tsx';
import { NearEvents } from '../events/NearEvents.tsx';
import { NextEvents } from '../events/NextEvents.tsx';

/** The start page, with what later slices add to it. */
export function StartAt() {
  return <StartScreen first={<NextEvents />} last={<NearEvents />} />;
}
