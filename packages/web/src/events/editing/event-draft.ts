import { createEvent, updateEvent } from '@folkmoot/contract/events/api.ts';
import type { EventFields, EventView } from '@folkmoot/contract/events/schema.ts';
import { v7 } from 'uuid';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { recall, remember } from '../../core/storage.ts';
import { createStore, type Store } from '../../core/store.ts';
import {
  checked,
  type EventErrors,
  type EventValues,
  fieldsOf,
  type ValueKey,
  valueKeysOf,
  valuesOf,
} from './event-form.ts';
import type { Notice } from './NotifyDialog.tsx';

/** How long after you stop typing the draft is sent, and between retries after a failure. */
const PAUSE_MS = 800;
const AGAIN_MS = [3000, 6000, 12_000, 30_000] as const;

export type DraftState = {
  values: EventValues;
  errors: EventErrors;
  event: EventView | undefined;
  /** `local`: in this browser only, because it has no name yet, or waits to be saved by hand. */
  status: 'clean' | 'local' | 'saving' | 'saved' | 'failed';
  /** Why it failed, and whether it is tried again by itself. */
  problem: string | undefined;
  trying: boolean;
  /** When the server last took it, in milliseconds. */
  savedAt: number | undefined;
  /** Something is not on the server. */
  dirty: boolean;
  /** Something would be lost with the page: this browser keeps nothing. */
  losable: boolean;
};

/** `draftId` is this browser's id for the draft: sent again after a lost response, it is the same draft. */
type Stored = { eventId?: string; draftId?: string; values: Partial<EventValues> };

type Options = {
  /** Where this browser keeps it: one storage key per person and event. */
  storageKey: string;
  initial: EventValues;
  /** What of `initial` is a proposal: it belongs to a new draft from its first change on. */
  proposed?: readonly ValueKey[] | undefined;
  event?: EventView | undefined;
  onSaved: (event: EventView) => void;
};

/** The part of a draft that this browser stores. */
export function recallDraft(storageKey: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(recall(storageKey) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'values' in stored ? (stored as Stored) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The changes to an event, kept first in this browser and then on the server: here each change at once, there after a
 * pause in typing. What the server refuses waits at its field and does not hold back the rest. A published event is sent
 * only by `save`.
 */
export class EventDraft {
  readonly #state: Store<DraftState>;
  readonly #storageKey: string;
  readonly #draftId: string;
  readonly #onSaved: (event: EventView) => void;
  readonly #proposed: readonly ValueKey[];
  /** What differs from the server's version. */
  readonly #changed = new Set<ValueKey>();
  /** What the server refused, until it is changed. */
  readonly #refused = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | undefined;
  #failures = 0;
  #done = false;

  constructor({ storageKey, initial, proposed = [], event, onSaved }: Options) {
    this.#storageKey = storageKey;
    this.#onSaved = onSaved;
    this.#proposed = proposed;
    const stored = recallDraft(storageKey);
    this.#draftId = stored?.draftId ?? v7();
    const base = event ? valuesOf(event) : initial;
    const values = { ...base, ...stored?.values };
    for (const key of Object.keys(stored?.values ?? {}) as ValueKey[])
      if (JSON.stringify(values[key]) !== JSON.stringify(base[key])) this.#changed.add(key);
    this.#state = createStore<DraftState>({
      values,
      errors: {},
      event,
      status: this.#changed.size > 0 ? 'local' : event ? 'saved' : 'clean',
      problem: undefined,
      trying: false,
      savedAt: undefined,
      dirty: this.#changed.size > 0,
      losable: false,
    });
  }

  subscribe: Store<DraftState>['subscribe'] = (listener) => this.#state.subscribe(listener);
  get = (): DraftState => this.#state.get();

  /** Begins to save what this browser still holds, and tries again when the network is back. */
  start(): () => void {
    this.#done = false;
    const online = () => this.#schedule(0);
    addEventListener('online', online);
    if (this.#changed.size > 0) this.#schedule(0);
    return () => {
      removeEventListener('online', online);
      clearTimeout(this.#timer);
      this.#done = true;
      // Leaving the screen saves at once; what fails stays in this browser.
      if (this.#autosaves() && this.#changed.size > 0) void this.#send({});
    };
  }

  set = (change: Partial<EventValues>): void => {
    const keys = Object.keys(change) as ValueKey[];
    for (const key of this.get().event ? keys : [...keys, ...this.#proposed]) this.#changed.add(key);
    const errors = { ...this.get().errors };
    for (const field of fieldsOf(keys)) {
      this.#refused.delete(field);
      for (const path of Object.keys(errors)) if (path === field || path.startsWith(`${field}.`)) delete errors[path];
    }
    this.#update({ values: { ...this.get().values, ...change }, errors, dirty: true });
    this.#keep();
    this.#schedule(PAUSE_MS);
  };

  /** Problems found elsewhere, such as by publishing. */
  setErrors(errors: Record<string, string>): void {
    this.#update({ errors: { ...this.get().errors, ...errors } });
  }

  /** A new view of the event, after something else changed it. What you have typed stays. */
  take(event: EventView): void {
    const fresh = valuesOf(event);
    const known = this.get().event;
    const before = known && valuesOf(known);
    const news = (Object.keys(fresh) as ValueKey[]).filter(
      (key) => !this.#changed.has(key) && (!before || JSON.stringify(fresh[key]) !== JSON.stringify(before[key])),
    );
    const taken = Object.fromEntries(news.map((key) => [key, fresh[key]]));
    this.#update({ event, values: { ...this.get().values, ...taken } });
  }

  /** Sends unsaved changes. False if something could not be sent. */
  async save(options: Partial<Notice> = {}): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (this.#changed.size === 0 && this.get().event) return true;
    return this.#send(options);
  }

  /** Discards this browser's changes, and returns to the server's version. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#changed.clear();
    this.#refused.clear();
    remember(this.#storageKey, undefined);
    const { event, values } = this.get();
    this.#update({
      values: event ? valuesOf(event) : values,
      errors: {},
      dirty: false,
      status: 'clean',
      losable: false,
    });
  }

  /** The draft is over: published, deleted, or started again. */
  end(): void {
    clearTimeout(this.#timer);
    this.#done = true;
    this.#changed.clear();
    remember(this.#storageKey, undefined);
  }

  /** Whether the unsaved changes include the time or the location, or of these only the online address. */
  moves(): 'place or time' | 'online' | undefined {
    const told = ['start_epoc', 'attend_type', 'attend_type_details', 'tbdDate', 'tbdLocation', 'location'] as const;
    const moved = [...this.#changed].filter((key) => told.some((field) => fieldsOf([key]).has(field)));
    if (moved.length === 0) return undefined;
    return moved.every((key) => key === 'virtual_address') ? 'online' : 'place or time';
  }

  #autosaves(): boolean {
    const { event } = this.get();
    return event === undefined || event.status === 'draft';
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#done) return;
    if (!this.#autosaves()) {
      this.#update({ status: 'local' });
      return;
    }
    this.#timer = setTimeout(() => {
      if (!this.#sending) void this.#send({});
    }, wait);
  }

  async #send(options: Partial<Notice>): Promise<boolean> {
    this.#sending = this.#attempt(options).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #attempt(options: Partial<Notice>): Promise<boolean> {
    const { values, event } = this.get();
    const wanted = event ? fieldsOf(this.#changed) : fieldsOf(Object.keys(values) as ValueKey[]);
    for (const field of this.#refused) wanted.delete(field as keyof EventFields);
    const { fields, wrong } = checked(values, wanted);
    const { name: nameless, ...shown } = wrong;
    // Until there is a name, only fields that you have been asked for can be missing.
    const isNew = event === undefined;
    this.#update({ errors: { ...this.get().errors, ...(isNew ? shown : wrong) } });
    if (isNew && (nameless !== undefined || fields.name === undefined)) {
      this.#update({ status: this.#changed.size > 0 ? 'local' : 'clean', problem: undefined });
      return false;
    }
    if (Object.keys(fields).length === 0) {
      this.#update({ status: event ? 'saved' : 'local', problem: undefined, trying: false });
      return this.#changed.size === 0;
    }
    this.#update({ status: 'saving' });
    try {
      const { data } = event
        ? await call(updateEvent, { eventId: event.id, ...fields, ...options })
        : await call(createEvent, { ...fields, id: this.#draftId, name: values.name });
      this.#taken(data, values, Object.keys(fields));
      return Object.keys(wrong).length === 0 && this.#refused.size === 0;
    } catch (error) {
      return this.#failed(error, Object.keys(fields), options);
    }
  }

  #taken(event: EventView, sent: EventValues, fields: string[]): void {
    this.#failures = 0;
    for (const key of fields.flatMap(valueKeysOf)) if (this.get().values[key] === sent[key]) this.#changed.delete(key);
    const values = { ...this.get().values };
    if (values.passcode === sent.passcode) values.passcode = undefined;
    // Typed text stays as typed, spaces included; only what the server made up is adopted.
    const untouched = !this.#changed.has('alias') && values.alias === this.get().event?.alias;
    if (values.alias === '' || untouched) values.alias = event.alias;
    const dirty = this.#changed.size > 0;
    this.#update({
      event,
      values,
      savedAt: Date.now(),
      status: 'saved',
      problem: undefined,
      trying: false,
      dirty,
    });
    this.#keep();
    this.#onSaved(event);
    if (dirty && this.#refused.size === 0) this.#schedule(PAUSE_MS);
  }

  async #failed(error: unknown, sent: string[], options: Partial<Notice>): Promise<boolean> {
    const problem = error instanceof ApiError ? error : undefined;
    const named = Object.entries(problem?.fields ?? {});
    const refused = sent.filter((field) => named.some(([path]) => path === field || path.startsWith(`${field}.`)));
    if (problem && refused.length > 0) {
      for (const field of refused) this.#refused.add(field);
      this.#update({ errors: { ...this.get().errors, ...problem.fields }, status: 'saved', problem: undefined });
      // A refused field does not hold back the rest.
      if (refused.length < sent.length && this.#autosaves()) await this.#attempt(options);
      return false;
    }
    const lasting =
      problem !== undefined && problem.statusCode >= 400 && problem.statusCode < 500 && problem.statusCode !== 429;
    const wait = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)] ?? 30_000;
    this.#failures += 1;
    const trying = !lasting && this.#autosaves();
    this.#update({ status: 'failed', problem: errorMessage(error), trying });
    if (trying && !this.#done)
      this.#timer = setTimeout(() => {
        if (!this.#sending) void this.#send({});
      }, wait);
    return false;
  }

  /** Stores what is not on the server yet, and for which event. A passcode is not stored in the clear. */
  #keep(): void {
    const { values, event } = this.get();
    const own = Object.fromEntries(
      [...this.#changed].filter((key) => key !== 'passcode').map((key) => [key, values[key]]),
    );
    const stored: Stored = {
      ...(event ? { eventId: event.id } : { draftId: this.#draftId }),
      values: own as Partial<EventValues>,
    };
    const empty = this.#changed.size === 0 && event !== undefined && event.status !== 'draft';
    const text = JSON.stringify(stored);
    remember(this.#storageKey, empty ? undefined : text);
    const kept = empty || recall(this.#storageKey) === text;
    this.#update({ losable: this.#changed.size > 0 && (!kept || this.#changed.has('passcode')) });
  }

  #update(change: Partial<DraftState>): void {
    this.#state.set({ ...this.get(), ...change });
  }
}
