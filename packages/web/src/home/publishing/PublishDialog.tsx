import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { getHome, publishHome } from '@folkmoot/contract/home/api.ts';
import { changesBetween, sectionsFor } from '@folkmoot/contract/home/rules.ts';
import { DynamicConfirmation } from '../../ui/dialog/DynamicConfirmation.tsx';
import type { HomeDraft } from '../editing/home-draft.ts';
import { refreshHome } from '../queries.ts';
import { nameOf } from '../words.ts';
import css from './publish.module.css';

const KINDS = [
  ['added', 'added', 'Added'],
  ['changed', 'changed', 'Changed'],
  ['moved', 'moved', 'Moved'],
  ['removed', 'removed', 'Removed'],
] as const;

/** Asks before the page is published, and says what will be different: how much, and which sections. */
export function PublishDialog({ community, draft }: { community: CommunityView; draft: HomeDraft }) {
  const { base } = draft.get();
  const serverId = community.id;
  return (
    <DynamicConfirmation
      title="Publish this page?"
      verb="Publish"
      busyVerb="Publishing"
      failed="Could not publish the page."
      asks={getHome}
      askInput={{ serverId, view: 'published' }}
      says={({ data }) => {
        // Hidden sections are on neither page.
        const changes = changesBetween(data.sections, sectionsFor(base.sections, 'member'));
        const numbers = KINDS.flatMap(([kind, verb]) =>
          changes[kind].length > 0 ? [`${changes[kind].length} ${verb}`] : [],
        );
        return (
          <>
            <p>
              {numbers.length === 0
                ? 'Readers will see no difference.'
                : `Sections: ${numbers.join(', ')}. Everybody who sees this page will see it at once.`}
            </p>
            <dl className={css.changes}>
              {KINDS.filter(([kind]) => changes[kind].length > 0).map(([kind, , label]) => (
                <div key={kind}>
                  <dt>{label}</dt>
                  {changes[kind].map((section) => (
                    <dd key={section.clientId} dir="auto">
                      {nameOf(section)}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </>
        );
      }}
      endpoint={publishHome}
      input={{ serverId, version: base.version }}
      onFailed={(error) => draft.note(error)}
      onDone={({ data }) => {
        draft.published(data.version);
        refreshHome(serverId);
      }}
    />
  );
}
