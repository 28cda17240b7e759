import { createHash, randomBytes } from 'node:crypto';
import { type ConsentOutcome, refusals } from '@folkmoot/contract/contacts/schema.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { newId } from '../core/id.ts';
import { type Cipher, createCipher } from '../core/security/encrypt.ts';
import type { Me } from '../core/security/session.ts';
import type { AppContext } from '../core/slice.ts';
import { type AddressBook, type ContactsPage, type Google, GoogleFailure, type Tokens } from './google-actions.ts';
import {
  type Connection,
  deleteConnection,
  deleteConsents,
  findConnection,
  insertConsent,
  noteWarmed,
  saveConnection,
  takeConsent,
  updateTokens,
} from './store.ts';

/** The queue that takes permissions back at Google. */
export const REVOKE_QUEUE = 'contacts.revoke';

/** Milliseconds that somebody may take at Google. */
const CONSENT_MS = 10 * 60_000;

/** Milliseconds for which Google's copy for searches is taken to be up to date. */
const WARM_MS = 10 * 60_000;

/** What a person brings back from Google in the address. */
export type Returned = { state: string; code: string | undefined; error: string | undefined };

type Parts = Pick<AppContext, 'config' | 'db' | 'clock' | 'log'> & { google: Google | undefined };
type Reader = CommandContext & { me: Me };

/** Seals tokens. Under another secret they cannot be read any more. */
function createSeal(cipher: Cipher) {
  return {
    close: (tokens: Tokens): Promise<string> => cipher.close(JSON.stringify(tokens)),
    open: async (sealed: string): Promise<Tokens> => JSON.parse(await cipher.open(sealed)) as Tokens,
  };
}

/** Reading people's Google contacts: the permission, and what is done with it. */
export function createContacts({ config, db, clock, log, google }: Parts) {
  const cipher = createCipher(config.authSecret, 'contacts');
  const seal = createSeal(cipher);

  /** Forgets a permission, and takes it back at Google after the commit. */
  async function give(up: { userId: string; id?: string }, { tx, enqueue }: CommandContext): Promise<void> {
    const tokens = await deleteConnection(tx, up.userId, up.id);
    if (tokens !== undefined) await enqueue(REVOKE_QUEUE, { userId: up.userId, tokens });
  }

  /** What cannot be unsealed was sealed under another secret: it is as good as lost. */
  const openBook = async (connection: Connection): Promise<AddressBook> => {
    const tokens = await seal.open(connection.tokens).catch(() => undefined);
    if (!google || !tokens) throw new GoogleFailure('lost', undefined, undefined);
    return google.open(tokens);
  };

  /**
   * Reads somebody's contacts. If that fails, the permission is given up, as the specification has it; a list that is only out
   * of date is none of these failures.
   */
  async function read<Result>(
    call: Reader,
    work: (book: AddressBook, connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    if (!google) return refuse(refusals.absent);
    const connection = await findConnection(call.tx, call.me.userId);
    if (!connection) return refuse(refusals.notConnected);
    let book: AddressBook | undefined;
    try {
      book = await openBook(connection);
      return await work(book, connection);
    } catch (error) {
      if (!(error instanceof GoogleFailure)) throw error;
      if (error.kind === 'refused') return refuse(refusals.stale);
      log.warn({ reason: error.message }, 'contacts could not be read');
      await inTransaction(call, (inside) => give(connection, inside));
      return refuse(error.kind === 'lost' ? refusals.lost : refusals.unanswered);
    } finally {
      const renewed = book?.renewed();
      if (renewed) await updateTokens(call.tx, connection, await seal.close(renewed));
    }
  }

  const isWarm = ({ warmedAt }: Connection, now: Date) =>
    warmedAt !== null && now.getTime() - warmedAt.getTime() < WARM_MS;

  async function warmUp(call: Reader, book: AddressBook, connection: Connection): Promise<void> {
    if (isWarm(connection, call.now)) return;
    await book.warmUp();
    await noteWarmed(call.tx, connection, call.now);
  }

  return {
    isAvailable: google !== undefined,

    async isConnected({ tx, me }: Reader): Promise<boolean> {
      return google !== undefined && (await findConnection(tx, me.userId)) !== undefined;
    },

    /** The address at which Google asks this person for permission: it works once, for this session. */
    async begin({ tx, me, now }: Reader): Promise<string> {
      if (!google) return refuse(refusals.absent);
      const state = randomBytes(32).toString('base64url');
      const { url, verifier } = await google.begin(state);
      const consent = { ...me, stateHash: hashOf(state), verifier: await cipher.close(verifier) };
      await insertConsent(tx, { ...consent, endsAt: new Date(now.getTime() + CONSENT_MS) }, now);
      return url;
    },

    /** Somebody comes back from Google, with permission or without. */
    async settle(me: Me | undefined, { state, code, error }: Returned): Promise<ConsentOutcome> {
      const consent = me && (await takeConsent(db, me.userId, hashOf(state)));
      const now = clock.now();
      if (!google || !consent || consent.sessionId !== me.sessionId || consent.endsAt <= now) return 'expired';
      if (error !== undefined || code === undefined) return error === 'access_denied' ? 'denied' : 'failed';
      try {
        const { tokens, granted } = await google.redeem(code, await cipher.open(consent.verifier));
        if (!granted) return 'unticked';
        if (!tokens) throw new GoogleFailure('refused', 200, 'no_refresh_token');
        // A permission before it is not revoked: Google would end this one with it.
        await saveConnection(db, { userId: me.userId, id: newId(), tokens: await seal.close(tokens) }, now);
        return 'connected';
      } catch (failure) {
        if (!(failure instanceof GoogleFailure)) throw failure;
        log.warn({ reason: failure.message }, 'contacts could not be connected');
        return 'failed';
      }
    },

    /** Somebody deletes their account. */
    async end(command: CommandContext, userId: string): Promise<void> {
      await deleteConsents(command.tx, userId);
      await give({ userId }, command);
    },

    disconnect: (call: Reader): Promise<void> => give({ userId: call.me.userId }, call),

    /** A page of contacts, or all of them. With the first page, what searches will need is prepared. */
    list: (call: Reader, limit: number, pageToken: string | undefined): Promise<ContactsPage> =>
      read(call, async (book, connection) => {
        const page = await book.list(limit, pageToken);
        if (pageToken === undefined) await warmUp(call, book, connection).catch(onlyFailures);
        return page;
      }),

    search: (call: Reader, query: string) =>
      read(call, async (book, connection) => {
        await warmUp(call, book, connection);
        return book.search(query);
      }),

    /** Takes a permission back at Google, which was given up here. */
    async revoke(userId: string, tokens: string): Promise<void> {
      // Connected again: Google keeps one permission for both, and would end the new one too.
      if (!google || (await findConnection(db, userId))) return;
      await google.revoke(await seal.open(tokens));
    },
  };
}

export type Contacts = ReturnType<typeof createContacts>;

/** For `.catch()`: what Google does not answer here is tried again with the next call. */
function onlyFailures(error: unknown): void {
  if (!(error instanceof GoogleFailure)) throw error;
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}
