import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

export type Attachment = { name: string; type: string; bytes: number };

/** One email as it arrived. `to` holds the addresses of the envelope, so blind copies are there too. */
export type Mail = {
  id: string;
  /** When it arrived, ISO 8601 in UTC. */
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  attachments: Attachment[];
  /** As they arrived, in order; names in lower case. */
  headers: { name: string; value: string }[];
};

export type MailSummary = Pick<Mail, 'id' | 'at' | 'from' | 'to' | 'subject'> & { preview: string };

/** What the list shows: everything, or only what was sent to one address or contains some words. */
export type MailFilter = { to?: string; search?: string };

/** Emails that the page lists. */
export const LISTED = 500;

/** The emails in memory, newest first, at most `limit`: the oldest are dropped. Emits `changed`. */
export class Mails extends EventEmitter<{ changed: [] }> {
  #mails: Mail[] = [];
  readonly #limit: number;

  constructor(limit = 5000) {
    super();
    this.#limit = limit;
  }

  add(mail: Omit<Mail, 'id' | 'at'>): Mail {
    const kept = { ...mail, id: randomUUID(), at: new Date().toISOString() };
    this.#mails = [kept, ...this.#mails].slice(0, this.#limit);
    this.emit('changed');
    return kept;
  }

  list(filter: MailFilter = {}): Mail[] {
    const to = filter.to?.trim().toLowerCase() ?? '';
    const words = filter.search?.trim().toLowerCase() ?? '';
    return this.#mails.filter(
      (mail) => (to === '' || mail.to.some((address) => address.toLowerCase() === to)) && holds(mail, words),
    );
  }

  find(id: string): Mail | null {
    return this.#mails.find((mail) => mail.id === id) ?? null;
  }

  clear(): void {
    this.#mails = [];
    this.emit('changed');
  }
}

/** An email as the list shows it, with the first words of its text. */
export function summary({ id, at, from, to, subject, text }: Mail): MailSummary {
  return { id, at, from, to, subject, preview: text.replace(/\s+/g, ' ').trim().slice(0, 140) };
}

function holds(mail: Mail, words: string): boolean {
  return (
    words === '' || [mail.subject, mail.from, mail.text, ...mail.to].some((part) => part.toLowerCase().includes(words))
  );
}
