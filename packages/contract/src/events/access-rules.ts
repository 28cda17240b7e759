const MYSELF = 'me~';

/** Whether the token of an invitation's link is used by somebody for themselves, instead of for the address that was invited. */
export const isForMyself = (token: string): boolean => token.startsWith(MYSELF);

/** The token of an invitation's link, to answer with the account that is signed in. It gives less than the link itself. */
export const forMyself = (token: string): string => (isForMyself(token) ? token : `${MYSELF}${token}`);

/** The token as it is in the letter: it acts for the address that was invited. */
export const forAddress = (token: string): string => (isForMyself(token) ? token.slice(MYSELF.length) : token);
