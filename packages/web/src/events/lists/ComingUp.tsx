import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import { CoverImage } from '../page/CoverImage.tsx';
import posters from '../page/cover-image.module.css';
import { comingQuery } from '../queries.ts';
import css from './lists.module.css';

/** On a community's home: its next events. Without any, people who may plan one are asked to; others see nothing. */
export function ComingUp({ community }: { community: CommunityView }) {
  const coming = useQuery(comingQuery(community.id)).data;
  const mayCreate = community.viewer?.permissions.includes('CREATE_EVENT') ?? false;
  if (!coming || (coming.count === 0 && !mayCreate)) return null;
  return (
    <section className={css.coming} aria-labelledby="coming-up">
      <SectionHeader id="coming-up" title="Coming up">
        {coming.count > 0 && (
          <PlainLink to="/$alias/events" params={{ alias: community.slug }}>
            All events
          </PlainLink>
        )}
      </SectionHeader>
      {coming.count === 0 ? (
        <div className={css.plan}>
          <p>No events are planned.</p>
          <LinkButton
            to="/events/create"
            search={{ serverId: community.id }}
            variant="default"
            leftSection={<IconPlus size={17} aria-hidden />}
          >
            Create event
          </LinkButton>
        </div>
      ) : (
        <ul className={posters.grid}>
          {coming.data.map((event) => (
            <li key={event.id}>
              <CoverImage event={event} within />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
