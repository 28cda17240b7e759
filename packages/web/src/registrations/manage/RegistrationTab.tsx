import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { DraftState, EventDraft } from '../../events/editing/event-draft.ts';
import { RegistrationSettings } from '../../events/editing/RegistrationSettings.tsx';
import { QuestionnaireEditor } from '../../questionnaires/QuestionnaireEditor.tsx';
import screen from '../../ui/layout/screen.module.css';
import css from './manage.module.css';

/** Registration settings: capacity and times, and questions. */
export function RegistrationTab({ event, draft, state }: { event: EventView; draft: EventDraft; state: DraftState }) {
  if (state.values.type === 'external')
    return (
      <div className={css.narrow}>
        <p>People register on this event’s own site.</p>
      </div>
    );
  return (
    <div className={css.narrow}>
      {event.status === 'cancelled' ? (
        <p>This event was cancelled, so registration is closed.</p>
      ) : (
        <section className={screen.section} aria-labelledby="settings-title">
          <h2 id="settings-title">Settings</h2>
          <RegistrationSettings values={state.values} set={draft.set} errors={state.errors} />
        </section>
      )}
      <QuestionnaireEditor event={event} />
    </div>
  );
}
