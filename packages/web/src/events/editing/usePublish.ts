import { publishEvent } from '@folkmoot/contract/events/api.ts';
import { missingToPublish } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { toast } from '../../core/toasts/toast.ts';
import type { EventDraft } from './event-draft.ts';
import { allFields, checked, fieldsOf, type ValueKey } from './event-form.ts';
import { focusFirstWrong } from './Field.tsx';
import { noteEvent } from './useEventDraft.ts';

/**
 * Publishes a draft: every missing field gets its sentence, and the first one is focused.
 *
 * @param onPublished is called once it is public.
 */
export function usePublish(draft: EventDraft, onPublished: (event: EventView) => void) {
  const [busy, setBusy] = useState(false);
  const show = (errors: Record<string, string>) => {
    draft.setErrors(errors);
    // Once the sentences are rendered.
    setTimeout(() => focusFirstWrong(draft.get().errors));
  };
  const run = async () => {
    const missing = missingOf(draft);
    if (Object.keys(missing).length > 0) return show(missing);
    if (!(await draft.save())) {
      const { errors, problem } = draft.get();
      if (Object.values(errors).some(Boolean)) show({});
      else if (problem) toast.failed(new Error(problem), { fallback: problem });
      return;
    }
    const { event } = draft.get();
    if (!event) return;
    const { message, data } = await call(publishEvent, { eventId: event.id });
    noteEvent(data);
    toast.done(message);
    onPublished(data);
  };
  const publish = () => {
    if (busy) return;
    setBusy(true);
    run()
      .catch((error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) show(error.fields);
        else toast.failed(error, { fallback: 'The event could not be published.' });
      })
      .finally(() => setBusy(false));
  };
  return { publish, busy };
}

/** What keeps the draft from being published, as far as the browser knows. */
function missingOf(draft: EventDraft): Record<string, string> {
  const { values } = draft.get();
  const { wrong } = checked(values, fieldsOf(Object.keys(values) as ValueKey[]));
  const fields = allFields(values) as Parameters<typeof missingToPublish>[0];
  for (const refusal of missingToPublish(fields)) if (refusal.field) wrong[refusal.field] ??= refusal.message;
  return wrong;
}
