/** The web client's contract with the server: the headers of the specification and the version it speaks. */
export const HEADERS = {
  version: 'x-client-version',
  client: 'x-client-id',
  user: 'x-user-id',
  member: 'x-member-id',
} as const;

/** Raised when an old client can no longer be served; below `OLDEST_CLIENT` a call gets 426. */
export const CLIENT_VERSION = 1;
export const OLDEST_CLIENT = 1;

/** The specification's client figures, in milliseconds. */
export const DEBOUNCE = { search: 500, people: 300, mentions: 120 } as const;

/** People are searched for only above this many characters. */
export const PEOPLE_SEARCH_ABOVE = 3;

/** How long a copied link says so, in milliseconds: in the invite dialog, and in share dialogs. */
export const COPIED = { inviteLink: 500, share: 10_000 } as const;
