import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/**
 * Structured lines on standard output. Secrets are removed from them, whatever a caller logs.
 *
 * @param to where the lines go instead: tests read them.
 */
export function createLog(config: Pick<Config, 'logLevel'>, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    serializers: { err: withoutValues },
    redact: {
      paths: [
        '*.password',
        '*.otp',
        '*.token',
        '*.authorization',
        '*.cookie',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      remove: true,
    },
  };
  return to ? pino(options, to) : pino(options);
}

/** An error as the log shows it: a database error contains the values of its query, and they are left out. */
function withoutValues(error: Error): object {
  const {
    query: _,
    params,
    parameters,
    where,
    detail,
    ...shown
  } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return shown;
}
