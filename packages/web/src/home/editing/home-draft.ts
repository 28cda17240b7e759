import { saveHome } from '@folkmoot/contract/home/api.ts';
import { refusals } from '@folkmoot/contract/home/schema.ts';
import type { DraftView, SectionFields, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { recall, remember } from '../../core/storage.ts';
import { createStore, type Store } from '../../core/store.ts';
import { type Choice, contentOf, isSame, merged } from './merge.ts';
import { withSection, withSectionAt } from './section-edits.ts';

/** How long after a change the draft is sent, and between retries after a failure. */
const PAUSE_MS = 800;
const AGAIN_MS = [3000, 6000, 12_000, 30_000] as const;
/** Steps that can be undone. */
const STEPS = 100;

export type Sections = readonly SectionView[];

/** What a server's draft has to say here; `DraftView` and `HomeView` have it. */
export type Draft = Pick<DraftView, 'version' | 'publishedVersion' | 'sections'>;

export type HomeDraftState = {
  sections: Sections;
  /** The server's draft that they began as. */
  base: Draft;
  /** `local`: in this browser only, so far; `conflict`: somebody else has saved a newer draft. */
  status: 'saved' | 'local' | 'saving' | 'failed' | 'conflict';
  problem: string | undefined;
  trying: boolean;
  savedAt: number | undefined;
  /** Something is not on the server. */
  dirty: boolean;
  /** Something would be lost with the page: this browser keeps nothing. */
  losable: boolean;
  /** What the server refused, by section, with paths as in its dialog. */
  errors: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The newer draft of somebody else. */
  newer: Draft | undefined;
  canUndo: boolean;
  canRedo: boolean;
};

type Stored = { base: Draft; sections: Sections };

type Options = { serverId: string; storageKey: string; draft: Draft };

/**
 * The page while somebody edits it. Each change is kept in this browser at once, and saved on the server after a pause. A draft of
 * somebody else is never overwritten: what both have is kept until one is chosen.
 */
export class HomeDraft {
  readonly #state: Store<HomeDraftState>;
  readonly #serverId: string;
  readonly #storageKey: string;
  #past: Sections[] = [];
  #future: Sections[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  /** How many drafts of somebody else were taken. */
  #followed = 0;
  #done = false;

  constructor({ serverId, storageKey, draft }: Options) {
    this.#serverId = serverId;
    this.#storageKey = storageKey;
    const stored = recallHome(storageKey);
    const dirty = stored !== undefined && !isSame(stored.sections, draft.sections);
    const stale = dirty && stored.base.version !== draft.version;
    this.#state = createStore<HomeDraftState>({
      sections: dirty ? stored.sections : draft.sections,
      base: stale ? stored.base : draft,
      status: stale ? 'conflict' : dirty ? 'local' : 'saved',
      problem: undefined,
      trying: false,
      savedAt: undefined,
      dirty,
      losable: false,
      errors: {},
      newer: stale ? draft : undefined,
      canUndo: false,
      canRedo: false,
    });
  }

  subscribe: Store<HomeDraftState>['subscribe'] = (listener) => this.#state.subscribe(listener);
  get = (): HomeDraftState => this.#state.get();

  /** Begins to save what this browser still holds, and tries again when the network is back. */
  start(): () => void {
    this.#done = false;
    const online = () => this.#schedule(0);
    addEventListener('online', online);
    if (this.get().dirty) this.#schedule(0);
    return () => {
      removeEventListener('online', online);
      clearTimeout(this.#timer);
      // Leaving the screen saves at once; what fails stays in this browser.
      if (this.get().dirty && !this.get().newer && !this.#sending) void this.#send();
      this.#done = true;
    };
  }

  /** A change that can be undone. */
  change(next: (sections: Sections) => Sections): void {
    const before = this.get().sections;
    const after = next(before);
    if (after === before || isSame(after, before)) return;
    this.#past = [...this.#past, before].slice(-STEPS);
    this.#future = [];
    this.#put(after);
  }

  /**
   * A section for its dialog, and what keeps it afterwards. If somebody else has changed the same one in the meantime, both
   * versions are kept until one is chosen. Undefined if the page does not have it.
   */
  edit(clientId: string): { section: SectionView; keep: (next: SectionView) => void } | undefined {
    const { sections, base } = this.get();
    const at = sections.findIndex((one) => one.clientId === clientId);
    const section = sections[at];
    if (!section) return undefined;
    const followed = this.#followed;
    const within = (page: Sections, one: SectionView) => withSection(withSectionAt(page, one, at), one);
    const keep = (next: SectionView) => {
      const now = this.get();
      const theirs = contentOf(now.sections.find((one) => one.clientId === clientId));
      const was = contentOf(section);
      if (followed === this.#followed || theirs === was) return this.change((page) => within(page, next));
      if (contentOf(next) === was || contentOf(next) === theirs) return;
      this.#future = [];
      const began = [...within(now.base.sections, section)];
      this.#update({ base: { ...now.base, version: base.version, sections: began } });
      this.#conflict(now.base);
      this.#put(within(now.sections, next));
    };
    return { section, keep };
  }

  undo = (): void => this.#step(this.#past, this.#future);
  redo = (): void => this.#step(this.#future, this.#past);

  #step(from: Sections[], to: Sections[]): void {
    const next = from.pop();
    if (!next) return;
    to.push(this.get().sections);
    this.#put(next);
  }

  /** Waits until the newest change is saved, or is known not to be. @returns whether the server has all of it. */
  async save(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.get().dirty && !this.get().newer) await this.#send();
    return !this.get().dirty;
  }

  /** This version is the published one now. */
  published(version: number): void {
    this.#update({ base: { ...this.get().base, publishedVersion: version } });
  }

  /** Looks at why a call about this draft failed: a newer draft of somebody else is kept beside it. */
  note(error: unknown): void {
    this.#noteNewer(error);
  }

  /** Takes a draft that this person asked the server for, such as one that was brought back. What was here can be had again by undoing. */
  take(draft: Draft): void {
    if (!isSame(draft.sections, this.get().sections)) this.#past = [...this.#past, this.get().sections].slice(-STEPS);
    this.#future = [];
    this.#adopt(draft);
  }

  /** Takes a draft of somebody else. What they did is not a step that can be undone here. */
  #follow(draft: Draft): void {
    this.#past = this.#rebased(this.#past, draft.sections);
    this.#future = this.#rebased(this.#future, draft.sections);
    this.#followed += 1;
    this.#adopt(draft);
  }

  /** Steps as they would be had the page been `onto` all along, without those that would change nothing. The next one is the last. */
  #rebased(steps: readonly Sections[], onto: Sections): Sections[] {
    let next = onto;
    const kept: Sections[] = [];
    for (const step of steps.toReversed()) {
      const page = merged(this.get().sections, step, onto, 'theirs');
      if (!isSame(page, next)) kept.unshift(page);
      next = page;
    }
    return kept;
  }

  #adopt(draft: Draft): void {
    clearTimeout(this.#timer);
    remember(this.#storageKey, undefined);
    this.#update({
      ...{ sections: draft.sections, base: draft, status: 'saved', problem: undefined, trying: false, dirty: false },
      ...{ losable: false, errors: {}, newer: undefined },
    });
  }

  /** The server's draft as it is now: taken where nothing here is unsaved, else looked at by the person. */
  offer(draft: Draft): void {
    if (draft.version <= this.get().base.version) return;
    if (this.#sending) return;
    if (!this.get().dirty || isSame(draft.sections, this.get().sections)) this.#follow(draft);
    else this.#conflict(draft);
  }

  /** What was chosen from both versions: it is saved as the next one. What was not chosen can be had again by undoing. */
  resolve(sections: Sections): void {
    const { base, sections: mine, newer } = this.get();
    if (!newer) return;
    const choices: Choice[] = ['mine', 'theirs'];
    const others = choices
      .map((choice) => merged(base.sections, mine, newer.sections, choice))
      .filter((page) => !isSame(page, sections));
    this.#past = [...this.#rebased(this.#past, sections), ...others].slice(-STEPS);
    this.#future = [];
    this.#update({ base: newer, newer: undefined });
    this.#put(sections);
    this.#schedule(0);
  }

  #put(sections: Sections): void {
    const { base, errors } = this.get();
    const changed = new Set(
      sections
        .filter((one) => this.get().sections.find(({ clientId }) => clientId === one.clientId) !== one)
        .map((one) => one.clientId),
    );
    const dirty = !isSame(sections, base.sections);
    this.#update({
      sections,
      dirty,
      errors: Object.fromEntries(Object.entries(errors).filter(([clientId]) => !changed.has(clientId))),
    });
    this.#keep();
    if (this.get().newer) return;
    this.#update({ status: dirty ? 'local' : 'saved', problem: undefined, trying: false });
    if (dirty) this.#schedule(PAUSE_MS);
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#done || this.get().newer) return;
    this.#timer = setTimeout(() => {
      if (!this.#sending && this.get().dirty) void this.#send();
    }, wait);
  }

  async #send(): Promise<void> {
    this.#sending = this.#attempt().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #attempt(): Promise<void> {
    const { sections, base } = this.get();
    this.#update({ status: 'saving' });
    try {
      const sent = sections.map(fieldsOf);
      const { data } = await call(saveHome, { serverId: this.#serverId, sections: sent, version: base.version });
      this.#taken(sections, data);
    } catch (error) {
      this.#failed(error, sections);
    }
  }

  #taken(sent: Sections, draft: Draft): void {
    this.#failures = 0;
    // What the server has cleaned replaces what was sent, unless it was changed in the meantime.
    const clean = (section: SectionView) => {
      const was = sent.find(({ clientId }) => clientId === section.clientId);
      const is = draft.sections.find(({ clientId }) => clientId === section.clientId);
      return was === section && is ? is : section;
    };
    const sections = this.get().sections.map(clean);
    const dirty = !isSame(sections, draft.sections);
    this.#update({
      ...{ sections, base: draft, dirty, errors: {}, savedAt: Date.now() },
      ...{ status: dirty ? 'local' : 'saved', problem: undefined, trying: false },
    });
    this.#keep();
    if (dirty) this.#schedule(PAUSE_MS);
  }

  #failed(error: unknown, sent: Sections): void {
    if (this.#noteNewer(error)) return;
    const problem = error instanceof ApiError ? error : undefined;
    const errors = errorsIn(problem?.fields ?? {}, sent);
    const lasting =
      problem !== undefined && problem.statusCode >= 400 && problem.statusCode < 500 && problem.statusCode !== 429;
    const wait = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#update({ status: 'failed', problem: errorMessage(error), trying: !lasting, errors });
    if (!lasting) this.#schedule(wait);
  }

  #noteNewer(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== refusals.stale.code) return false;
    const newer = error.current as Draft | undefined;
    if (!newer) return false;
    clearTimeout(this.#timer);
    if (!this.get().dirty || isSame(newer.sections, this.get().sections)) this.#follow(newer);
    else this.#conflict(newer);
    return true;
  }

  #conflict(newer: Draft): void {
    clearTimeout(this.#timer);
    this.#update({ status: 'conflict', newer, problem: undefined, trying: false });
  }

  /** Keeps what is not on the server in this browser. */
  #keep(): void {
    const { sections, base, dirty } = this.get();
    const text = dirty ? JSON.stringify({ base, sections } satisfies Stored) : undefined;
    remember(this.#storageKey, text);
    this.#update({ losable: dirty && recall(this.#storageKey) !== text });
  }

  #update(change: Partial<HomeDraftState>): void {
    const next = { ...this.get(), ...change };
    this.#state.set({ ...next, canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 });
  }
}

/** What a section is on the wire. */
export function fieldsOf({ attachments: _shown, ...section }: SectionView, order: number): SectionFields {
  return { ...section, order };
}

/** What this browser keeps of a page; undefined if nothing, or nothing that can be read. */
export function recallHome(storageKey: string): Stored | undefined {
  try {
    const stored = JSON.parse(recall(storageKey) ?? 'null') as Partial<Stored> | null;
    const whole = Array.isArray(stored?.sections) && Array.isArray(stored.base?.sections);
    return whole && typeof stored?.base?.version === 'number' ? (stored as Stored) : undefined;
  } catch {
    return undefined;
  }
}

/** The server's sentences by section: `sections.3.items.0.title` is `items.0.title` of the fourth. */
function errorsIn(fields: Readonly<Record<string, string>>, sent: Sections): HomeDraftState['errors'] {
  const errors: Record<string, Record<string, string>> = {};
  for (const [path, sentence] of Object.entries(fields)) {
    const [, at = '', rest = ''] = /^sections\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const clientId = sent[Number(at)]?.clientId;
    if (at !== '' && clientId !== undefined) errors[clientId] = { ...errors[clientId], [rest]: sentence };
  }
  return errors;
}
