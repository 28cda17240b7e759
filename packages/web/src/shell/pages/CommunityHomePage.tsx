import { IconPencil } from '@tabler/icons-react';
import { CommunityHomeScreen } from '../../communities/home/CommunityHomeScreen.tsx';
import { useCommunity } from '../../communities/queries.ts';
import { HomePage } from '../../home/page/HomePage.tsx';
import { OnlineCount } from '../../home/page/OnlineCount.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';

/** A community's home, with the page that its owners have made. */
export function CommunityHomePage() {
  const community = useCommunity();
  const manages = community.viewer?.permissions.includes('MANAGE_HOME') ?? false;
  return (
    <CommunityHomeScreen
      online={<OnlineCount community={community} />}
      manage={
        manages && (
          <LinkButton
            to="/$alias/edit"
            params={{ alias: community.slug }}
            variant="default"
            size="md"
            leftSection={<IconPencil size={17} />}
          >
            Edit page
          </LinkButton>
        )
      }
    >
      <HomePage community={community} />
    </CommunityHomeScreen>
  );
}
