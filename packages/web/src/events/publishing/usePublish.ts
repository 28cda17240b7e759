import { publishEvent } from '@folkmoot/contract/events/api.ts';
import { missingToPublish } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { toWall } from '@folkmoot/contract/events/times-rules.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import type { EventDraft } from '../editing/event-draft.ts';
import { allFields, checked, fieldsOf, type ValueKey } from '../editing/event-form.ts';
import { type FormElement, focusFirstWrong, focusUnreadable } from '../editing/Field.tsx';
import { noteEvent } from '../editing/useEventDraft.ts';
import { dayText } from '../times/reading.ts';

/**
 * Publishes a draft: every missing field gets its sentence, and the first one is focused. Asks first where the event is
 * already over.
 *
 * @param form is the element around the draft's fields.
 * @param onPublished is called once it is public.
 */
export function usePublish(draft: EventDraft, form: FormElement, onPublished: (event: EventView) => void) {
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const show = (errors: Record<string, string>) => {
    draft.setErrors(errors);
    // Once the sentences are rendered.
    setTimeout(() => focusFirstWrong(form, draft.get().errors));
  };
  const run = async () => {
    if (focusUnreadable(form)) return;
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
    if (event.end_epoc !== null && !event.tbdDate && event.end_epoc <= Date.now() / 1000) return askFirst(event);
    await send(event);
  };
  const send = async (event: EventView) => {
    const { data } = await call(publishEvent, { eventId: event.id });
    noteEvent(data);
    onPublished(data);
  };
  const askFirst = (event: EventView) =>
    confirm({
      title: 'Publish an event that is over?',
      body: `It ended on ${pastDay(event)}. No one can register for it any more.`,
      verb: 'Publish anyway',
      busyVerb: 'Publishing',
      run: () => send(event).catch(failed),
    });
  const failed = (error: unknown) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) show(error.fields);
    else toast.failed(error, { fallback: 'The event could not be published.' });
  };
  const publish = () => {
    if (busy) return;
    setBusy(true);
    run()
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return { publish, busy };
}

function pastDay({ end_epoc, is_all_day, time_zone }: EventView): string {
  return dayText(toWall((end_epoc ?? 0) - (is_all_day ? 1 : 0), time_zone).date);
}

/** What keeps the draft from being published, as far as the browser knows. */
function missingOf(draft: EventDraft): Record<string, string> {
  const { values } = draft.get();
  const { wrong } = checked(values, fieldsOf(Object.keys(values) as ValueKey[]));
  const fields = allFields(values) as Parameters<typeof missingToPublish>[0];
  for (const refusal of missingToPublish(fields)) if (refusal.field) wrong[refusal.field] ??= refusal.message;
  return wrong;
}
