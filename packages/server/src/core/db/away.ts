/* A database that is gone, or that only lets itself be read, and what either says. Codes of five characters are PostgreSQL's, appendix A. */

/** Ours of a connection that was refused or cut off, or whose host is not there. */
const NO_CONNECTION = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];
/** PostgreSQL stops or starts, or has no connection left for us. */
const STOPS = ['57P01', '57P02', '57P03', '53300'];
/** The whole class: exceptions of connections. */
const CONNECTION_CLASS = /^08...$/;
/** What `pg` says without a code. */
const CUT_OFF =
  /^Connection terminated|^timeout e(?:xceeded when trying to connect|xpired)$|^Client has encountered a connection error/;

/** True if the database could not be reached, or ended the connection: it may be there again in a moment. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // A socket that is not there yet.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    noSocket ||
    NO_CONNECTION.includes(code) ||
    STOPS.includes(code) ||
    CONNECTION_CLASS.test(code) ||
    CUT_OFF.test(error.message)
  );
}

/** The code of a statement that would have written to a database that can only be read. */
export const READ_ONLY = '25006';

/** True if a statement would have written, and the database can only be read: it is a standby, or somebody has said so. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === READ_ONLY;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
