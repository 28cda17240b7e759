import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { v7 } from 'uuid';
import { z } from 'zod';
import { call } from '../core/call.ts';
import { ApiProblem, OFFLINE } from '../core/problem.ts';

/** A message on its way. `failed` carries the sentence that says why it stays. */
const Pending = z.object({ clientId: z.string(), text: z.string(), at: z.string(), failed: z.string().nullable() });
export type Pending = z.infer<typeof Pending>;

type Listener = () => void;

/**
 * Messages that have not been acknowledged, per conversation: shown at once, sent one after another in order, kept
 * through a failure and through a reload. The client id makes a second try harmless.
 */
class Outbox {
  readonly #queues = new Map<string, readonly Pending[]>();
  readonly #listeners = new Set<Listener>();
  readonly #sending = new Set<string>();
  readonly #sent = new Set<(conversationId: string, message: MessageView, clientId: string) => void>();

  /** What waits in a conversation; the same array until something changes. */
  of(conversationId: string): readonly Pending[] {
    const known = this.#queues.get(conversationId);
    if (known) return known;
    const kept = readKept(conversationId);
    this.#queues.set(conversationId, kept);
    return kept;
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
    this.#set(conversationId, [
      ...this.of(conversationId),
      { clientId: v7(), text, at: new Date().toISOString(), failed: null },
    ]);
    void this.#work(conversationId);
  }

  /** Tries again what failed: one, or everything that waits. */
  retry(conversationId: string, clientId?: string): void {
    this.#set(
      conversationId,
      this.of(conversationId).map((one) =>
        clientId === undefined || one.clientId === clientId ? { ...one, failed: null } : one,
      ),
    );
    void this.#work(conversationId);
  }

  /** Gives a message up; answers its text, so that it can go back into the composer. */
  discard(conversationId: string, clientId: string): string | undefined {
    const found = this.of(conversationId).find((one) => one.clientId === clientId);
    this.#drop(conversationId, clientId);
    return found?.text;
  }

  /** The live event of one's own message may come before its answer: then it is no longer waiting. */
  acknowledge(conversationId: string, text: string): void {
    const [first] = this.of(conversationId).filter((one) => one.failed === null);
    if (first?.text === text) this.#drop(conversationId, first.clientId);
  }

  async #work(conversationId: string): Promise<void> {
    if (this.#sending.has(conversationId)) return;
    this.#sending.add(conversationId);
    try {
      for (let next = this.#next(conversationId); next; next = this.#next(conversationId))
        await this.#deliver(conversationId, next);
    } finally {
      this.#sending.delete(conversationId);
    }
  }

  #next(conversationId: string): Pending | undefined {
    return this.of(conversationId).find((one) => one.failed === null);
  }

  async #deliver(conversationId: string, one: Pending): Promise<void> {
    try {
      const message = await call(sendMessage, { conversationId, clientId: one.clientId, text: one.text });
      for (const handler of this.#sent) handler(conversationId, message, one.clientId);
      this.#drop(conversationId, one.clientId);
    } catch (error) {
      // Without a network everything behind it would fail too: all of it waits for the way back.
      const failed = error instanceof Error && error.message !== '' ? error.message : 'Not sent.';
      const all = error instanceof ApiProblem && error.code === OFFLINE;
      this.#set(
        conversationId,
        this.of(conversationId).map((other) => (all || other.clientId === one.clientId ? { ...other, failed } : other)),
      );
    }
  }

  #drop(conversationId: string, clientId: string): void {
    this.#set(
      conversationId,
      this.of(conversationId).filter((one) => one.clientId !== clientId),
    );
  }

  #set(conversationId: string, queue: readonly Pending[]): void {
    this.#queues.set(conversationId, queue);
    keep(conversationId, queue);
    for (const listener of this.#listeners) listener();
  }
}

export const outbox = new Outbox();

const keyOf = (conversationId: string) => `folkmoot.outbox.${conversationId}`;

/** What an earlier page left behind. It may have been sent, so it waits for the person to say. */
function readKept(conversationId: string): readonly Pending[] {
  try {
    const kept = z.array(Pending).safeParse(JSON.parse(sessionStorage.getItem(keyOf(conversationId)) ?? '[]'));
    return kept.success ? kept.data.map((one) => ({ ...one, failed: one.failed ?? 'Not sent yet.' })) : [];
  } catch {
    return [];
  }
}

function keep(conversationId: string, queue: readonly Pending[]): void {
  try {
    if (queue.length === 0) sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(queue));
  } catch {
    // A full or forbidden storage loses only what a reload would have kept.
  }
}
