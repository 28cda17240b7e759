import { createHash, randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Journal } from './journal.ts';
import type { Outcome } from './payments/cards.ts';

/** The account that owns the keys: the operator's, on whose behalf the product calls. */
export const PLATFORM = 'acct_sandboxplatform';
/** The operator's application, as charges and fees name it. */
export const APPLICATION = 'ca_sandboxplatform';

/** What somebody pays with, and how it will turn out. */
export type Instrument = { outcome: Outcome };
/** What became of an authentication that was asked for. `secret` opens its page. */
export type Challenge = { secret: string; returnUrl: string | null; paymentMethod: string };
export type AccountLink = {
  account: string;
  expiresAt: number;
  usedAt: number | null;
  session: string;
  refreshUrl: string;
  returnUrl: string;
};
/** Where events go. `thin` ones are destinations of v2. */
export type Endpoint = {
  id: string;
  url: string;
  secret: string;
  events: string[];
  payload: 'snapshot' | 'thin';
  /** Whether it gets the events of connected accounts, or of the platform. */
  connected: boolean;
  object: Stripe.WebhookEndpoint | Stripe.V2.Core.EventDestination;
};
/** An event of either kind, with the account it happened on. */
export type EventRow = {
  account: string;
  object: Stripe.Event | Record<string, unknown>;
  thin: boolean;
  created: number;
  type: string;
};
/** An event on its way to an endpoint. */
export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  state: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped';
  /** When it is due, in milliseconds. */
  dueAt: number;
  attempts: { at: number; status: number; error?: string }[];
};
/** Something that happens later by itself. */
export type Task = {
  id: string;
  dueAt: number;
  what: 'settle' | 'failDebit' | 'failRefund' | 'completeRefund' | 'dispute';
  target: string;
};
/** The answer to a call with an idempotency key. */
export type Replay = {
  id: string;
  fingerprint: string;
  endpoint: string;
  status: number;
  body: unknown;
  request: string;
  at: number;
};
export type Settings = {
  secretKey: string;
  publishableKey: string;
  /** How long debits, refunds and disputes take, in seconds. Some test accounts take three minutes in any case. */
  debitSeconds: number;
  refundSeconds: number;
  disputeSeconds: number;
  /** What happens to deliveries: held back until released, delayed, sent twice, or the next few lost. */
  hold: boolean;
  delayMs: number;
  repeat: boolean;
  drop: number;
};

export type Kinds = {
  account: Stripe.V2.Core.Account;
  /** An account that has left the platform, which may no longer use it. */
  left: { account: string };
  account_link: AccountLink;
  payment_intent: Stripe.PaymentIntent;
  challenge: Challenge;
  payment_method: Stripe.PaymentMethod;
  instrument: Instrument;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  balance_transaction: Stripe.BalanceTransaction;
  application_fee: Stripe.ApplicationFee;
  fee_refund: Stripe.FeeRefund;
  dispute: Stripe.Dispute;
  domain: Stripe.PaymentMethodDomain;
  event: EventRow;
  endpoint: Endpoint;
  delivery: Delivery;
  task: Task;
  replay: Replay;
  settings: Settings;
};
export type Kind = keyof Kinds;
type Row<K extends Kind> = { account: string; order: number; value: Kinds[K] };
/** A change as the journal has it; a value that is null has been removed. */
type Change = [kind: Kind, id: string, account: string, order: number, value: unknown];

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lettersOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');

/** Everything the sandbox's Stripe knows, by kind and account. Objects are replaced, never changed in place. */
export class World {
  readonly #rows = new Map<Kind, Map<string, Row<Kind>>>();
  readonly #ofAccount = new Map<string, Map<string, Row<Kind>>>();
  /** The deliveries that are still to be made: few among many. */
  readonly #open = new Set<string>();
  readonly #changed = new Map<string, Change>();
  readonly #journal: Journal | undefined;
  readonly #clock: () => number;
  /** The call that is being answered, as events name it. */
  request: { id: string; idempotency_key: string | null } | null = null;
  #order = 0;
  #fixed: { at: number; seed: string; ids: number } | undefined;

  constructor(clock: () => number, journal?: Journal) {
    this.#clock = clock;
    this.#journal = journal;
    for (const change of (journal?.read() ?? []) as Change[]) this.#apply(change);
    this.#changed.clear();
    const kept = [...this.#rows].flatMap(([kind, rows]) =>
      [...rows].map(([id, { account, order, value }]): Change => [kind, id, account, order, value]),
    );
    journal?.replace(kept.sort((one, other) => one[3] - other[3]).map((change) => [change]));
  }

  #apply(change: Change): void {
    const [kind, id, account, order, value] = change;
    const byKind = mapIn(this.#rows, kind);
    const byAccount = mapIn(this.#ofAccount, `${kind} ${account}`);
    this.#order = Math.max(this.#order, order);
    if (value === null) {
      byKind.delete(id);
      byAccount.delete(id);
    } else {
      const row = { account, order, value: value as Kinds[Kind] };
      byKind.set(id, row);
      byAccount.set(id, row);
    }
    if (kind === 'delivery') {
      const { state } = (value ?? {}) as Partial<Delivery>;
      if (state === 'waiting' || state === 'held') this.#open.add(id);
      else this.#open.delete(id);
    }
    this.#changed.set(`${kind} ${id}`, change);
  }

  /** The time in milliseconds. */
  get ms(): number {
    return this.#fixed?.at ?? this.#clock();
  }

  /** The time in seconds, as Stripe's objects have it. */
  get seconds(): number {
    return Math.floor(this.ms / 1000);
  }

  /**
   * Does something as if at another time, with ids that follow from a seed.
   *
   * @param at in milliseconds.
   */
  asAt<T>(at: number, seed: string, work: () => T): T {
    this.#fixed = { at, seed, ids: 0 };
    try {
      return work();
    } finally {
      this.#fixed = undefined;
    }
  }

  /** Whether something is put in as of another time: nobody is told of it. */
  get isImporting(): boolean {
    return this.#fixed !== undefined;
  }

  /** A new id of Stripe's look. */
  newId(prefix: string, length = 24): string {
    const fixed = this.#fixed;
    if (!fixed) return prefix + lettersOf(randomBytes(length));
    return (
      prefix +
      lettersOf(
        createHash('sha512')
          .update(`${fixed.seed} ${fixed.ids++}`)
          .digest()
          .subarray(0, length),
      )
    );
  }

  get<K extends Kind>(kind: K, id: string, account?: string): Kinds[K] | undefined {
    const row = this.#rows.get(kind)?.get(id) as Row<K> | undefined;
    return row && (account === undefined || row.account === account) ? row.value : undefined;
  }

  /** The account that an object belongs to. */
  accountOf(kind: Kind, id: string): string | undefined {
    return this.#rows.get(kind)?.get(id)?.account;
  }

  put<K extends Kind>(kind: K, account: string, id: string, value: Kinds[K]): Kinds[K] {
    const order = this.#rows.get(kind)?.get(id)?.order ?? this.#order + 1;
    this.#apply([kind, id, account, order, value]);
    return value;
  }

  remove(kind: Kind, id: string): void {
    const row = this.#rows.get(kind)?.get(id);
    if (row) this.#apply([kind, id, row.account, row.order, null]);
  }

  /** All of a kind, or those of an account, in the order they were made. */
  all<K extends Kind>(kind: K, account?: string): Kinds[K][] {
    const rows = account === undefined ? this.#rows.get(kind) : this.#ofAccount.get(`${kind} ${account}`);
    return [...(rows?.values() ?? [])].map(({ value }) => value as Kinds[K]);
  }

  /** The deliveries that wait or are held back, in the order they were made. */
  get openDeliveries(): Delivery[] {
    return [...this.#open].flatMap((id) => this.get('delivery', id) ?? []);
  }

  get settings(): Settings {
    const found = this.get('settings', 'settings');
    if (!found) throw new Error('The sandbox has no settings yet.');
    return found;
  }

  set settings(settings: Settings) {
    this.put('settings', PLATFORM, 'settings', settings);
  }

  /** Writes down what has changed since the last time, as one. */
  commit(): void {
    if (this.#changed.size === 0) return;
    this.#journal?.append([...this.#changed.values()]);
    this.#changed.clear();
  }
}

function mapIn<K, V>(maps: Map<K, Map<string, V>>, key: K): Map<string, V> {
  const found = maps.get(key);
  if (found) return found;
  const made = new Map<string, V>();
  maps.set(key, made);
  return made;
}
