import { CommunityHomeScreen } from '../../communities/home/CommunityHomeScreen.tsx';
import { useCommunity } from '../../communities/queries.ts';
import { ComingUp } from '../../events/lists/ComingUp.tsx';

/** A community's home, with its next events. */
export function CommunityHomePage() {
  const community = useCommunity();
  return <CommunityHomeScreen coming={<ComingUp community={community} />} />;
}
