import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/*
 * A mail server that reads what it gets and keeps nothing. It tells the program that started it how many emails came since it was
 * last asked, and when the first and the last of them did.
 */

let seen = { count: 0, bytes: 0, first: 0, last: 0 };

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    let bytes = 0;
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    stream.on('end', () => {
      const now = performance.now();
      seen = {
        count: seen.count + 1,
        bytes: seen.bytes + bytes,
        first: seen.count === 0 ? now : seen.first,
        last: now,
      };
      done();
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo;
  process.send?.({ type: 'ready', url: `smtp://127.0.0.1:${port}` });
});
process.on('message', (asked: { clear: boolean }) => {
  process.send?.({ type: 'seen', ...seen });
  if (asked.clear) seen = { count: 0, bytes: 0, first: 0, last: 0 };
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
