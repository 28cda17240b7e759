import type { Effect, Unheard } from './live.ts';

/** Which rooms a person's sockets belong to, read from the database. */
export type Audience = Unheard & {
  rooms: string[];
  /** They hide their presence. */
  unseen: boolean;
};

/** What the hub asks of the rest of the server. */
export type HubHooks = {
  /** The person a token belongs to, or undefined. */
  identify(token: string): Promise<{ userId: string; sessionId: string } | undefined>;
  /** Those of the sessions that have not ended. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  audienceOf(userId: string): Promise<Audience>;
  /** Whether a person may get the events of a conversation that their membership alone does not open, and how. */
  mayFollow(userId: string, conversationId: string, key: string | undefined): Promise<'member' | 'visitor' | undefined>;
  /** Those of the people whose presence this person may see. */
  mayWatch(userId: string, others: string[]): Promise<string[]>;
  /**
   * Whether somebody may hear the Q&A of an event: as a host or not, and the name under which they are counted. Without an
   * account, they need a pass that says who they are.
   */
  mayAttend(
    userId: string | undefined,
    eventId: string,
    token: string | undefined,
  ): Promise<{ key: string; host: boolean } | undefined>;
  /** What a room is told of who is watching: frames, and people without whom others do not get them. */
  watching(eventId: string, people: readonly string[]): Promise<{ text: string; by?: string[] }[]>;
  /** Effects that this process's sockets have caused: carried out here and elsewhere. */
  share(effects: Effect[]): void;
  /** Whether a thread could belong to a conversation: otherwise clients could show people typing anywhere. */
  isThread(conversationId: string, threadId: string): Promise<boolean>;
  /** The event that says that a person is typing, encoded. */
  typing(conversationId: string, userId: string): string;
  presence: {
    /** A person's first socket here was opened, or their last one closed. */
    came(userId: string): void;
    went(userId: string): void;
    /** Those of the people who are online, on any process. */
    among(userIds: string[]): Promise<string[]>;
  };
};
