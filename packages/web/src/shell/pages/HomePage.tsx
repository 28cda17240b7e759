import { StartScreen } from '../../communities/home/StartScreen.tsx';
import { Attention } from '../../events/hosts/Attention.tsx';
import { answersDue, useAttention } from '../../events/hosts/useAttention.ts';
import { NearEvents } from '../../events/lists/NearEvents.tsx';
import { NextEvents } from '../../events/lists/NextEvents.tsx';

/** The start page, with what later slices add to it. */
export function HomePage() {
  const due = answersDue(useAttention());
  const first = (
    <>
      <Attention invitations heading="Needs your attention" />
      <NextEvents />
    </>
  );
  return <StartScreen first={first} last={<NearEvents />} due={due} />;
}
