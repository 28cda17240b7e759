import { getTelemetry } from '@folkmoot/contract/telemetry/api.ts';
import type { TelemetryView } from '@folkmoot/contract/telemetry/schema.ts';
import { call } from '../core/api-client.ts';
import { loadChunk } from '../core/lazy.ts';
import { onSession, sessionState } from '../core/token.ts';
import { countUsage } from './usage.ts';

const loadErrors = loadChunk(() => import('./errors.ts'));

/** Whose session it is, as far as it matters here: the next person stands under another name. */
function holder(): string {
  const session = sessionState();
  return session.status === 'signedIn' ? session.userId : session.status;
}

const ask = (): Promise<TelemetryView | undefined> => call(getTelemetry, {}).catch(() => undefined);

/** Begins to report what the operator has watched. Loaded by pages that say so, once they are on the screen. */
export async function startTelemetry(): Promise<void> {
  const view = await ask();
  if (view?.usage) countUsage();
  if (!view?.errors) return;
  const { reportErrors } = await loadErrors();
  const tellPerson = reportErrors(view.errors);
  let known = holder();
  onSession(() => {
    if (holder() === known) return;
    known = holder();
    tellPerson(null);
    void ask().then((now) => tellPerson(now?.errors?.person ?? null));
  });
}
