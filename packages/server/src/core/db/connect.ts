import pg from 'pg';
import { ConfigError } from '../config-checks.ts';

/** The oldest PostgreSQL that our SQL runs on. */
const OLDEST = 15;
const PATIENCE_MS = 10_000;

/**
 * Connects to PostgreSQL once and disconnects again, so that any problem with the address is reported in one
 * sentence.
 *
 * @throws ConfigError if nothing answers, the password is refused, the database is missing or too old.
 */
export async function checkPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: PATIENCE_MS });
  let version = '';
  // Errors after the answer do not matter: we are disconnecting.
  client.on('error', () => undefined);
  // pg passes the server's messages on, but its types do not say so.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'server_version') version = String(parameterValue);
  });
  try {
    await client.connect();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${reasonOf(error, databaseUrl)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
  if (Number.parseInt(version, 10) < OLDEST)
    throw new ConfigError(
      `DATABASE_URL: ${hostOf(databaseUrl)} runs PostgreSQL ${version}. Folkmoot needs PostgreSQL ${OLDEST} or later.`,
    );
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const NO_ENTRY = new Set(['ENOENT', 'EACCES']);

/** One sentence for why the connection failed. Codes of five characters are PostgreSQL's, appendix A of its manual. */
function reasonOf(error: unknown, databaseUrl: string): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const { username, pathname } = new URL(databaseUrl);
  const host = hostOf(databaseUrl);
  if (UNREACHABLE.has(code) || /timeout expired/i.test(message))
    return `no PostgreSQL server answers at ${host}. Start it, or correct the address.`;
  if (NO_ENTRY.has(code)) return `the socket at ${host} cannot be opened (${code}).`;
  if (code === '28P01' || code === '28000')
    return `${host} does not let ${decodeURIComponent(username) || 'this user'} in: ${message}.`;
  if (/password must be a string/i.test(message)) return `${host} asks for a password, and the address has none.`;
  if (code === '3D000')
    return `${host} has no database named ${decodeURIComponent(pathname.slice(1))}. Create it first.`;
  if (code === '53300') return `${host} has no connection left: ${message}.`;
  return `${host} refuses the connection: ${message}.`;
}

/** Host and port of the address, never its password. */
function hostOf(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  return searchParams.get('host') ?? `${hostname || 'localhost'}:${port || '5432'}`;
}
