import { StartScreen } from '../communities/StartScreen.tsx';
import { Attention } from '../events/Attention.tsx';
import { NearEvents } from '../events/NearEvents.tsx';
import { NextEvents } from '../events/NextEvents.tsx';
import { answersDue, useAttention } from '../events/useAttention.ts';

/** The start page, with what later slices add to it. */
export function StartAt() {
  const due = answersDue(useAttention());
  const first = (
    <>
      <Attention invitations heading="Needs you" />
      <NextEvents />
    </>
  );
  return <StartScreen first={first} last={<NearEvents />} due={due} />;
}
