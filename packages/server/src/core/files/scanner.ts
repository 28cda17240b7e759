import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect } from 'node:net';

/** Scans files for malware. */
export type Scanner = {
  /**
   * Scans a local file.
   *
   * @returns the name of what was found, or undefined if it is clean.
   * @throws if the scanner does not answer or cannot tell.
   */
  scan(path: string): Promise<string | undefined>;
};

const PATIENCE_MS = 60_000;

/**
 * A scanner that speaks clamd's protocol, by its command `zINSTREAM`: chunks with their length in front, and an empty one
 * at the end (https://docs.clamav.net/manual/Usage/Scanning.html#clamd).
 */
export function clamScanner({ host, port }: { host: string; port: number }): Scanner {
  return {
    async scan(path) {
      const socket = connect(port, host);
      socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The malware scanner does not answer.')));
      const answer = (async () => {
        let said = '';
        for await (const part of socket) said += String(part);
        return said;
      })();
      const over = new AbortController();
      // A daemon that closes the connection midway will not drain any more.
      socket.once('close', () => over.abort());
      const { signal } = over;
      const sent = (async () => {
        await once(socket, 'connect', { signal });
        socket.write('zINSTREAM\0');
        for await (const chunk of createReadStream(path)) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE((chunk as Buffer).length);
          socket.write(length);
          if (!socket.write(chunk)) await once(socket, 'drain', { signal });
        }
        socket.write(Buffer.alloc(4));
      })();
      try {
        await Promise.race([answer, sent.then(() => answer)]);
        return verdictIn(await answer);
      } finally {
        sent.catch(() => undefined);
        socket.destroy();
      }
    },
  };
}

function verdictIn(answer: string): string | undefined {
  const said = answer.replaceAll('\0', '').trim();
  if (/^stream: OK$/.test(said)) return undefined;
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
  if (found) return found;
  throw new Error(`The malware scanner gave no verdict: ${said.slice(0, 200)}`);
}
