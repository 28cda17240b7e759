import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Structured lines on standard output. Secrets never reach them, whatever a caller logs. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
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
  });
}
