import pLimit from 'p-limit';
import { runCommand } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import { createGrouped } from '../../core/grouped.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { MailAnswer } from '../../core/mail/answers.ts';
import { createSender, messageIdOf } from '../../core/mail/mail.ts';
import type { AppContext } from '../../core/slice.ts';
import {
  MAILING_QUEUE,
  type MailingHooks,
  type ScheduleHooks,
  type Standing,
  type WrittenLetter,
  withdrawMailing,
} from '../actions.ts';
import type { ReturnAddresses } from '../returns/return-address-actions.ts';
import { type StopTokens, stopHeaders } from '../stops/stops-actions.ts';
import { deleteEndedStops, insertBounces, listStopped } from '../stops/stops-store.ts';
import { insertLetters, listMailings, lockMailing, type Mailing, setState } from '../store.ts';
import {
  beginMailings,
  closeMailings,
  type Letter,
  listSending,
  listUnselected,
  noteTaken,
  type Outcome,
  rest,
  restDomains,
  returnLetters,
  returnTokens,
  settleLetters,
  takeLetters,
  takeTokens,
  takeUnsettled,
} from './sending-store.ts';

/** Letters that are taken together; while one batch is sent, the next is taken and written, and the last is settled. */
const BATCH = 25;
const BATCHES = 2;
/** Connections that all letters share. A process that dies leaves at most as many to be sent again. */
const CONNECTIONS = 5;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a letter waits after each try that the server answered with "later". After the last one it has failed. */
const WAITS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE);

/** How long letters to a domain wait that is busy, and all letters if the mail server is away. */
const DOMAIN_RESTS = 15 * MINUTE;
const SERVER_RESTS = 30 * SECOND;

/** Letters of a process that died are settled so many at a time. */
const LEFT_OVER = 200;

/** PostgreSQL's serialization failure and deadlock: another command was first. How often is tried what loses to it. */
const LOST_RACE = ['40001', '40P01'];
const TRIES = 5;

/** A letter that has no end of its own is not tried for longer. */
const LONGEST = 5 * 24 * 60 * MINUTE;

type Parts = Pick<AppContext, 'db' | 'services' | 'log' | 'appUrl'> & {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dkim' | 'mailPerMinute'>;
  /** What the kind of a mailing needs. */
  hooksOf: (mailing: Pick<Mailing, 'kind'>) => MailingHooks;
  /** What a mailing needs whose readers are chosen when it leaves. */
  scheduled: ScheduleHooks;
  tokens: StopTokens;
  /** Where reports about a letter go, if an address is set for them. */
  addresses?: ReturnAddresses | undefined;
};

type Taken = { mailings: ReadonlyMap<string, { mailing: Mailing; until: Date }>; letters: Letter[] };

/**
 * Sends the letters of mailings. A letter is marked as being sent and that is committed before the mail server hears of it, so
 * that none is lost: a process that dies in between leaves it to another, which sends it once more under the same
 * Message-ID. That the mail server has taken it is committed before its connection takes the next.
 */
export function mailingQueues({ db, services, log, appUrl, config, hooksOf, scheduled, tokens, addresses }: Parts): {
  queues: Queue<never>[];
  stop(): void;
} {
  const run = <Result>(work: Parameters<typeof runCommand<Result>>[3]) => runCommand(db, services, true, work);
  /** Writes down what became of letters, again if another command was first: they would leave once more otherwise. */
  const runUntilDone = async (work: Parameters<typeof run<void>>[0], tries = 1): Promise<void> => {
    try {
      await run(work);
    } catch (error) {
      if (tries === TRIES || !LOST_RACE.includes((error as { code?: string }).code ?? '')) throw error;
      await runUntilDone(work, tries + 1);
    }
  };
  const sender = createSender(config, CONNECTIONS);
  const time = () => services.clock.now();
  const connection = pLimit(CONNECTIONS);
  const note = createGrouped((letters: Letter[]) => noteTaken(db, letters, time()));

  /** Chooses the readers of a mailing whose time has come. Of several processes one does. */
  const select = (id: string) =>
    run(async (command) => {
      const { tx, now: at } = command;
      const mailing = await lockMailing(tx, id);
      if (!mailing?.unselected || mailing.state !== 'waiting') return;
      const standing = await hooksOf(mailing).mayGoOn(tx, mailing, at);
      if (standing.go === 'end') return void (await withdrawMailing(command, hooksOf(mailing), id));
      const letters = standing.go === 'pause' ? standing.reason : await scheduled.selectLetters(command, mailing);
      if (typeof letters === 'string') await setState(tx, id, 'paused', { reason: letters, now: at });
      else await insertLetters(tx, id, letters, at);
    });

  /** Asks for each mailing whether it may go on, and takes letters of those that may. */
  const take = (most: number): Promise<Taken> =>
    run(async (command) => {
      const { tx, now: at } = command;
      const mailings = new Map<string, { mailing: Mailing; until: Date }>();
      for (const mailing of await listMailings(tx, await listSending(tx))) {
        const standing: Standing = await hooksOf(mailing).mayGoOn(tx, mailing, at);
        if (standing.go === 'pause') await setState(tx, mailing.id, 'paused', { reason: standing.reason, now: at });
        else if (standing.go === 'end') await withdrawMailing(command, hooksOf(mailing), mailing.id);
        else {
          const longest = new Date(mailing.startsAt.getTime() + LONGEST);
          mailings.set(mailing.id, { mailing, until: standing.until ?? longest });
        }
      }
      return { mailings, letters: await takeLetters(tx, [...mailings.keys()], most, at) };
    });

  const send = async (letter: Letter, written: WrittenLetter): Promise<MailAnswer> => {
    if (!sender) return { meaning: 'refused', text: 'No mail server is set up.' };
    const { scope, ...mail } = written;
    const headers = stopHeaders(appUrl(), tokens, letter.key, scope);
    const returnTo = addresses && { returnTo: addresses.of(letter.id) };
    const messageId = messageIdOf(config, letter.id);
    return connection(async () => {
      const answer = await sender.send({ ...mail, ...returnTo, to: letter.address, headers, messageId });
      if (answer.meaning === 'sent') await note(letter);
      return answer;
    });
  };

  /** Writes down what became of letters of one mailing, with everything that follows. */
  const settle = (mailing: Mailing, outcomes: readonly (Letter & Outcome)[]) =>
    runUntilDone(async (command) => {
      await settleLetters(command.tx, outcomes, command.now);
      await insertBounces(
        command.tx,
        outcomes.filter(({ answer }) => answer.meaning === 'gone'),
        command.now,
      );
      const busy = outcomes.filter(({ answer }) => answer.meaning === 'busy');
      await restDomains(command.tx, busy.map(domainOf), new Date(command.now.getTime() + DOMAIN_RESTS));
      await hooksOf(mailing).lettersSettled(command, mailing, outcomes);
      await closeMailings(command.tx, [mailing.id], command.now);
    });

  /** Settles what the mail server had taken from a process that died. */
  const settleLeftOver = async () => {
    const left = await takeUnsettled(db, LEFT_OVER, time());
    const mailings = new Map(
      (
        await listMailings(
          db,
          left.map(({ mailingId }) => mailingId),
        )
      ).map((one) => [one.id, one]),
    );
    for (const [id, letters] of Map.groupBy(left, ({ mailingId }) => mailingId)) {
      const mailing = mailings.get(id);
      const taken: MailAnswer = { meaning: 'sent', text: '' };
      if (mailing)
        await settle(
          mailing,
          letters.map((letter) => outcomeOf(letter, taken, time(), time())),
        );
    }
  };

  /** Writes and sends the letters of one mailing. */
  const sendAll = async ({ mailing, until }: { mailing: Mailing; until: Date }, letters: Letter[]) => {
    const written = await hooksOf(mailing)
      .writeLetters(db, mailing, letters)
      .catch((error: unknown) => {
        log.error({ err: error, mailing: mailing.id }, 'letters of a mailing could not be written');
        return undefined;
      });
    const unwritten: MailAnswer = { meaning: 'later', text: 'The letter could not be written.' };
    const scope = written?.find((one) => one !== undefined)?.scope;
    // Somebody may have unsubscribed since the mailing was queued.
    const stopped = new Set(
      scope
        ? await listStopped(
            db,
            letters.map(({ key }) => key),
            scope,
            time(),
          )
        : [],
    );
    const outcomes = await Promise.all(
      letters.map(async (letter, at) => {
        if (written === undefined) return outcomeOf(letter, unwritten, until, time());
        const words = written[at];
        if (words === undefined || stopped.has(letter.key)) return outcomeOf(letter, undefined, until, time());
        return outcomeOf(letter, await send(letter, words), until, time());
      }),
    );
    await settle(mailing, outcomes);
    return outcomes;
  };

  /** Sends a batch. False if there is nothing more to do now. */
  const sendBatch = async (): Promise<boolean> => {
    const tokens = await takeTokens(db, BATCH, config.mailPerMinute, time());
    if (tokens === 0) return false;
    const { mailings, letters } = await take(tokens);
    await returnTokens(db, tokens - letters.length);
    const groups = Map.groupBy(letters, ({ mailingId }) => mailingId);
    const sent = await Promise.all(
      [...groups].map(([id, some]) => {
        const known = mailings.get(id);
        return known ? sendAll(known, some) : [];
      }),
    );
    const outcomes = sent.flat();
    // A server that answers some is there: it closes connections to those it is too busy for.
    if (outcomes.length > 0 && outcomes.every(({ answer }) => answer.meaning === 'away')) {
      log.error({ answer: outcomes[0]?.answer.text }, 'the mail server was not reached: letters wait');
      await rest(db, new Date(time().getTime() + SERVER_RESTS));
      return false;
    }
    return letters.length > 0;
  };

  const queue: Queue = {
    name: MAILING_QUEUE,
    drains: true,
    async work(_, stopping) {
      for (const id of await listUnselected(db, time())) await select(id);
      await beginMailings(db, time());
      await returnLetters(db, time());
      await settleLeftOver();
      const sending = await listSending(db);
      if (sending.length === 0) return;
      await deleteEndedStops(db, time());
      // Every letter of some may have been taken back one by one.
      await closeMailings(db, sending, time());
      const sendAllBatches = async () => {
        while (!stopping() && (await sendBatch()));
      };
      await Promise.all(Array.from({ length: BATCHES }, sendAllBatches));
    },
  };
  return { queues: [queue as Queue<never>], stop: () => sender?.close() };
}

const domainOf = ({ mailingId, key }: Letter) => ({ mailingId, domain: key.slice(key.lastIndexOf('@') + 1) });

/** What becomes of a letter by the server's answer; undefined if it was not to be sent any more. */
export function outcomeOf(letter: Letter, answer: MailAnswer | undefined, until: Date, now: Date): Letter & Outcome {
  if (answer === undefined)
    return { ...letter, state: 'failed', dueAt: null, free: false, answer: { meaning: 'refused', text: 'Not sent.' } };
  const failed = { ...letter, state: 'failed' as const, dueAt: null, free: false, answer };
  const again = (wait: number | undefined, free: boolean) => {
    const dueAt = new Date(now.getTime() + (wait ?? 0));
    return wait === undefined || dueAt > until ? failed : { ...letter, state: 'queued' as const, dueAt, free, answer };
  };
  switch (answer.meaning) {
    case 'sent':
      return { ...failed, state: 'sent' };
    case 'later':
      return again(WAITS[letter.tries - 1], false);
    case 'busy':
      return again(DOMAIN_RESTS, true);
    case 'away':
      return again(SERVER_RESTS, true);
    default:
      return failed;
  }
}
