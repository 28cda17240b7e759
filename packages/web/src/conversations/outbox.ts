import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { v7 } from 'uuid';
import { z } from 'zod';
import { call } from '../core/call.ts';
import { ApiProblem, OFFLINE } from '../core/problem.ts';
import { onSession, sessionState } from '../core/token.ts';

/** A message on its way. `failed` carries the sentence that says why it stays. */
const Pending = z.object({ clientId: z.string(), text: z.string(), at: z.string(), failed: z.string().nullable() });
export type Pending = z.infer<typeof Pending>;

type Listener = () => void;

/**
 * Messages that have not been acknowledged, per conversation: shown at once, sent one after another in order, kept
 * through a failure and through a reload. The client id makes a second try harmless. What somebody wrote is theirs:
 * whoever signs in next neither sees nor sends it.
 */
class Outbox {
  /** By `keyOf`, like what is being sent. */
  readonly #queues = new Map<string, readonly Pending[]>();
  readonly #listeners = new Set<Listener>();
  readonly #sending = new Set<string>();
  readonly #sent = new Set<(conversationId: string, message: MessageView, clientId: string) => void>();

  constructor() {
    let owner = myId();
    onSession(() => {
      if (owner === myId()) return;
      owner = myId();
      this.#queues.clear();
    });
  }

  /** What waits in a conversation; the same array until something changes. */
  of(conversationId: string): readonly Pending[] {
    return this.#at(keyOf(conversationId));
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `handler` with each message once the server has it. */
  onSent(handler: (conversationId: string, message: MessageView, clientId: string) => void): () => void {
    this.#sent.add(handler);
    return () => this.#sent.delete(handler);
  }

  send(conversationId: string, text: string): void {
    this.#set(keyOf(conversationId), [
      ...this.of(conversationId),
      { clientId: v7(), text, at: new Date().toISOString(), failed: null },
    ]);
    void this.#work(conversationId);
  }

  /** Tries again what failed: one, or everything that waits. */
  retry(conversationId: string, clientId?: string): void {
    this.#set(
      keyOf(conversationId),
      this.of(conversationId).map((one) =>
        clientId === undefined || one.clientId === clientId ? { ...one, failed: null } : one,
      ),
    );
    void this.#work(conversationId);
  }

  /** Gives a message up; answers its text, so that it can go back into the composer. */
  discard(conversationId: string, clientId: string): string | undefined {
    const found = this.of(conversationId).find((one) => one.clientId === clientId);
    this.#drop(keyOf(conversationId), clientId);
    return found?.text;
  }

  /** The live event of one's own message may come before its answer: then it is no longer waiting. */
  acknowledge(conversationId: string, text: string): void {
    const [first] = this.of(conversationId).filter((one) => one.failed === null);
    if (first?.text === text) this.#drop(keyOf(conversationId), first.clientId);
  }

  #at(key: string): readonly Pending[] {
    const known = this.#queues.get(key);
    if (known) return known;
    const kept = readKept(key);
    this.#queues.set(key, kept);
    return kept;
  }

  async #work(conversationId: string): Promise<void> {
    const key = keyOf(conversationId);
    if (this.#sending.has(key)) return;
    this.#sending.add(key);
    try {
      // Never under the name of whoever signed in meanwhile.
      for (let next = this.#next(key); next && key === keyOf(conversationId); next = this.#next(key))
        await this.#deliver(conversationId, key, next);
    } finally {
      this.#sending.delete(key);
    }
  }

  #next(key: string): Pending | undefined {
    return this.#at(key).find((one) => one.failed === null);
  }

  async #deliver(conversationId: string, key: string, one: Pending): Promise<void> {
    try {
      const message = await call(sendMessage, { conversationId, clientId: one.clientId, text: one.text });
      for (const handler of this.#sent) handler(conversationId, message, one.clientId);
      this.#drop(key, one.clientId);
    } catch (error) {
      // Without a network everything behind it would fail too: all of it waits for the way back.
      const failed = error instanceof Error && error.message !== '' ? error.message : 'Not sent.';
      const all = error instanceof ApiProblem && error.code === OFFLINE;
      this.#set(
        key,
        this.#at(key).map((other) => (all || other.clientId === one.clientId ? { ...other, failed } : other)),
      );
    }
  }

  #drop(key: string, clientId: string): void {
    this.#set(
      key,
      this.#at(key).filter((one) => one.clientId !== clientId),
    );
  }

  #set(key: string, queue: readonly Pending[]): void {
    this.#queues.set(key, queue);
    keep(key, queue);
    for (const listener of this.#listeners) listener();
  }
}

export const outbox = new Outbox();

function myId(): string {
  const session = sessionState();
  return session.status === 'signedIn' ? session.userId : '';
}

function keyOf(conversationId: string): string {
  return `folkmoot.outbox.${myId()}.${conversationId}`;
}

/** What an earlier page left behind. It may have been sent, so it waits for the person to say. */
function readKept(key: string): readonly Pending[] {
  try {
    const kept = z.array(Pending).safeParse(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
    return kept.success ? kept.data.map((one) => ({ ...one, failed: one.failed ?? 'Not sent yet.' })) : [];
  } catch {
    return [];
  }
}

function keep(key: string, queue: readonly Pending[]): void {
  try {
    if (queue.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(queue));
  } catch {
    // A full or forbidden storage loses only what a reload would have kept.
  }
}
