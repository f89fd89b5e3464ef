// A network that can be cut: forwards bytes to the server, or swallows them, as a tunnel does.

import { connect, createServer, type Server as TcpServer, type Socket } from 'node:net';

/** A proxy in front of a port. */
export class Network {
  private cut = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: TcpServer,
    readonly port: number,
  ) {}

  /** Listens on a free port. */
  static async before(target: number): Promise<Network> {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    const network = new Network(server, address.port);
    server.on('connection', (near) => network.join(near, connect(target, '127.0.0.1')));
    return network;
  }

  /** From now on nothing gets through, without notice. */
  sever(): void {
    this.cut = true;
  }

  /** New connections get through; swallowed bytes are lost, so the old ones are dead. */
  mend(): void {
    this.cut = false;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (data) => {
        if (!this.cut) to.write(data);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
