import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Switch = {
  port: number;
  /** Leads to another port from now on, and ends what led to the last one. */
  to(port: number): void;
  close(): void;
};

/** One address on this machine that leads to one of several: as a floating address, or a proxy that follows the primary. */
export async function openSwitch(target: number): Promise<Switch> {
  const sockets = new Set<Socket>();
  let current = target;
  const server = createServer((near) => {
    const far = connect(current, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    to(port) {
      current = port;
      end();
    },
    close() {
      end();
      server.close();
    },
  };
}
