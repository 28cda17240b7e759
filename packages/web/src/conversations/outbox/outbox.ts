import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { v7 } from 'uuid';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { onResync } from '../../core/live.ts';
import { createSignal } from '../../core/store.ts';
import { type AttachmentDraft, arrived, giveUp, itemOf, NotThere } from '../../media/attachments/attachment-list.ts';
import { forgetQueues, type Pending, queueKey, readQueue, waitingConversations, writeQueue } from './outbox-storage.ts';
import { myId, onOwnerChange } from './owner.ts';

export type { Pending } from './outbox-storage.ts';

/** The content of a message before it is sent. */
export type OutgoingMessage = Pick<Pending, 'text'> & Partial<Pick<Pending, 'replyTo' | 'alsoToChannel'>>;

type Sent = [conversationId: string, message: MessageView, clientId: string];

/** The wait before another try, doubled each time. */
const BACKOFF_MS = { first: 1000, most: 30_000 };
/** Responses that do not reject the message: the sender has to retry later, or sign in first. */
const LATER = [401, 408, 425, 426, 429];

/**
 * Messages that have not been acknowledged, per conversation: shown at once, sent one after another in order, kept
 * through a reload. Without a network, or while the server fails, they wait and are sent automatically; only one that a rule
 * refuses waits for the person. The client id makes retries harmless. Entries belong to one person: the next person to
 * sign in neither sees nor sends them.
 */
class Outbox {
  readonly #changed = createSignal();
  readonly #sent = createSignal<Sent>();
  /** By `queueKey`: what this page is sending, and the conversations that wait for another try. */
  readonly #working = new Set<string>();
  readonly #again = new Map<string, { tries: number; timer: ReturnType<typeof setTimeout>; why: 'away' | 'slow' }>();
  /** By client id: files being uploaded, and messages that a live event has shown already. */
  readonly #files = new Map<string, readonly AttachmentDraft[]>();
  readonly #seen = new Set<string>();
  readonly #shown = new Map<string, { queue: readonly Pending[]; shown: readonly Pending[] }>();
  readonly #flying = new Set<string>();

  constructor() {
    onOwnerChange(() => {
      for (const { timer } of this.#again.values()) clearTimeout(timer);
      for (const items of this.#files.values()) for (const item of items) if (!item.attachment) giveUp(item);
      this.#again.clear();
      this.#files.clear();
      this.#shown.clear();
      forgetQueues();
      this.#tell();
      this.resume();
    });
    onResync(() => this.resume());
    globalThis.addEventListener?.('online', () => this.resume());
    // Another tab has sent or written something.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === null || event.key.startsWith('folkmoot.outbox.')) this.#tell();
    });
  }

  /** The outbox entries of a conversation that are not shown otherwise; the same array until something changes. */
  of(conversationId: string): readonly Pending[] {
    const key = queueKey(conversationId);
    const queue = readQueue(key);
    const before = this.#shown.get(key);
    if (before?.queue === queue) return before.shown;
    const shown = queue.some(({ clientId }) => this.#seen.has(clientId))
      ? queue.filter(({ clientId }) => !this.#seen.has(clientId))
      : queue;
    this.#shown.set(key, { queue, shown });
    return shown;
  }

  /** The number of messages in all conversations that wait for the server. */
  waiting(): number {
    return waitingConversations()
      .flatMap((conversationId) => this.of(conversationId))
      .filter(({ failed }) => failed === null).length;
  }

  /** Why a conversation's messages wait for another try: the server is away, or takes no more of them for a moment. */
  whyWaiting(conversationId: string): 'away' | 'slow' | undefined {
    return this.#again.get(queueKey(conversationId))?.why;
  }

  /** Files that a message waits for; undefined for a file of another page. */
  filesOf(clientId: string): readonly AttachmentDraft[] | undefined {
    return this.#files.get(clientId);
  }

  subscribe = this.#changed.subscribe;

  /** Calls `handler` with each message once the server has it. */
  onSent = this.#sent.subscribe;

  /** Sends a message with its files, which may still be uploading: it goes once they are done. */
  send(
    conversationId: string,
    { text, replyTo = null, alsoToChannel = false }: OutgoingMessage,
    files: readonly AttachmentDraft[] = [],
  ) {
    const clientId = v7();
    if (files.length > 0) this.#files.set(clientId, files);
    const attachments = files.flatMap(({ attachment }) => attachment ?? []);
    const waitsFor = files.filter(({ attachment }) => !attachment).map(({ fileName }) => fileName);
    const one: Pending = {
      ...{ clientId, text, replyTo, alsoToChannel, attachments, waitsFor },
      ...{ at: new Date().toISOString(), failed: null },
    };
    this.#change(queueKey(conversationId), (queue) => [...queue, one]);
    void this.#work(conversationId);
  }

  /** Retries refused entries: one, or everything that waits. */
  retry(conversationId: string, clientId?: string): void {
    this.#change(queueKey(conversationId), (queue) =>
      queue.map((one) => (clientId === undefined || one.clientId === clientId ? { ...one, failed: null } : one)),
    );
    this.#stopWaiting(queueKey(conversationId));
    void this.#work(conversationId);
  }

  /** Resumes sending in all conversations once the connection is back. */
  resume = (): void => {
    if (myId() === '') return;
    for (const conversationId of waitingConversations()) {
      const waits = this.#again.get(queueKey(conversationId));
      clearTimeout(waits?.timer);
      void this.#work(conversationId);
    }
  };

  /** Discards a message with its files. */
  discard(conversationId: string, clientId: string): void {
    const taken = this.take(conversationId, clientId);
    for (const item of taken?.files ?? []) giveUp(item);
  }

  /** Takes a message out, so that it can go back into the composer with its files. */
  take(conversationId: string, clientId: string): { pending: Pending; files: readonly AttachmentDraft[] } | undefined {
    const pending = readQueue(queueKey(conversationId)).find((one) => one.clientId === clientId);
    if (!pending) return undefined;
    const files = this.#files.get(clientId) ?? pending.attachments.map(itemOf);
    this.#drop(queueKey(conversationId), clientId);
    return { pending, files };
  }

  /** The live event of your own message may arrive before the response: it must not be shown twice. */
  acknowledge(conversationId: string, { text, attachments }: Pick<MessageView, 'text' | 'attachments'>): void {
    const flying = readQueue(queueKey(conversationId)).find(({ clientId }) => this.#flying.has(clientId));
    if (!flying || flying.text !== text || flying.attachments.length !== attachments.length) return;
    this.#seen.add(flying.clientId);
    this.#shown.clear();
    this.#tell();
  }

  async #work(conversationId: string): Promise<void> {
    const key = queueKey(conversationId);
    if (this.#working.has(key)) return;
    this.#working.add(key);
    try {
      await alone(key, async () => {
        // Never under the name of somebody who has signed in since.
        for (let next = nextOf(key); next && key === queueKey(conversationId); next = nextOf(key))
          if (!(await this.#deliver(conversationId, key, next))) return;
      });
    } finally {
      this.#working.delete(key);
    }
  }

  /** @returns false where everything behind it has to wait as well. */
  async #deliver(conversationId: string, key: string, one: Pending): Promise<boolean> {
    try {
      const attachments = await this.#gather(key, one);
      if (key !== queueKey(conversationId) || !readQueue(key).some(({ clientId }) => clientId === one.clientId))
        return true;
      this.#flying.add(one.clientId);
      const message = await call(sendMessage, {
        conversationId,
        clientId: one.clientId,
        text: one.text,
        replyTo: one.replyTo?.id ?? null,
        attachments,
        alsoToChannel: one.alsoToChannel,
      });
      this.#sent.emit(conversationId, message, one.clientId);
      this.#stopWaiting(key);
      this.#drop(key, one.clientId);
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        this.#stopWaiting(key);
        this.#change(key, (queue) =>
          queue.map((other) => (other.clientId === one.clientId ? { ...other, failed: sentence(error) } : other)),
        );
        return true;
      }
      if (key === queueKey(conversationId)) this.#wait(conversationId, key, isSlowedDown(error) ? 'slow' : 'away');
      return false;
    } finally {
      this.#flying.delete(one.clientId);
    }
  }

  /** The ids of a message's files, once all of them are there. */
  async #gather(key: string, one: Pending): Promise<string[]> {
    const files = this.#files.get(one.clientId);
    if (one.waitsFor.length === 0) return one.attachments.map(({ id }) => id);
    if (!files) throw new NotThere('Its files did not finish uploading. Edit it, then choose them again.', false);
    for (const { upload } of files) upload?.retry();
    const attachments = await Promise.all(files.map(arrived));
    this.#change(key, (queue) =>
      queue.map((other) => (other.clientId === one.clientId ? { ...other, attachments, waitsFor: [] } : other)),
    );
    return attachments.map(({ id }) => id);
  }

  #wait(conversationId: string, key: string, why: 'away' | 'slow'): void {
    const tries = (this.#again.get(key)?.tries ?? 0) + 1;
    clearTimeout(this.#again.get(key)?.timer);
    const most = Math.min(BACKOFF_MS.first * 2 ** (tries - 1), BACKOFF_MS.most);
    const timer = setTimeout(() => void this.#work(conversationId), most / 2 + (Math.random() * most) / 2);
    this.#again.set(key, { tries, timer, why });
    this.#tell();
  }

  #stopWaiting(key: string): void {
    clearTimeout(this.#again.get(key)?.timer);
    if (this.#again.delete(key)) this.#tell();
  }

  #drop(key: string, clientId: string): void {
    this.#files.delete(clientId);
    this.#change(key, (queue) => queue.filter((one) => one.clientId !== clientId));
    this.#seen.delete(clientId);
  }

  #change(key: string, change: (queue: readonly Pending[]) => readonly Pending[]): void {
    writeQueue(key, change(readQueue(key)));
    this.#tell();
  }

  #tell(): void {
    this.#changed.emit();
  }
}

export const outbox = new Outbox();

function nextOf(key: string): Pending | undefined {
  return readQueue(key).find((one) => one.failed === null);
}

/** The server takes no more from this person for a moment. */
function isSlowedDown(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 429;
}

/** A rule said no: the same message would be refused again. */
function isRefusal(error: unknown): error is ApiError | NotThere {
  if (error instanceof NotThere) return !error.canRetry;
  if (!(error instanceof ApiError)) return false;
  return error.statusCode >= 400 && error.statusCode < 500 && !LATER.includes(error.statusCode);
}

function sentence(error: Error): string {
  return error.message === '' ? 'Not sent.' : error.message;
}

/** One tab at a time sends in a conversation. Locks are missing on plain http; the client id keeps that harmless. */
async function alone(key: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  await (locks ? locks.request(key, work) : work());
}
