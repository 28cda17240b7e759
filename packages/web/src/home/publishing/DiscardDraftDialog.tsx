import { restoreHome } from '@folkmoot/contract/home/api.ts';
import { GenericConfirmation } from '../../ui/dialog/GenericConfirmation.tsx';
import type { HomeDraft } from '../editing/home-draft.ts';

/** Asks before the draft becomes what is published again. */
export function DiscardDraftDialog({ serverId, draft }: { serverId: string; draft: HomeDraft }) {
  const { base } = draft.get();
  return (
    <GenericConfirmation
      title="Discard this draft?"
      body="The draft will be the published page again. You can undo this while the editor is open."
      verb="Discard draft"
      busyVerb="Discarding"
      danger
      failed="Could not discard the draft."
      endpoint={restoreHome}
      input={{ serverId, version: base.publishedVersion, draftVersion: base.version }}
      onFailed={(error) => draft.note(error)}
      onDone={({ data }) => draft.take(data)}
    />
  );
}
