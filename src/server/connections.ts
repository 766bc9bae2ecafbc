/** Keeps clients that do not read from filling the memory: answers of a connection are made one after the other, and silence ends it. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionBounds = {
  /** Connections at once; further ones are closed at once. */
  readonly most: number;
  /** Milliseconds without a byte either way after which a connection ends, unless it is the server that is waited for. */
  readonly silence: number;
  /** Requests of one connection that may wait for their turn; who sends more is no browser. */
  readonly waiting: number;
};

export const usualBounds: ConnectionBounds = { most: 2_000, silence: 20_000, waiting: 32 };

/** Requests a connection may make before it has to be opened anew. */
const requestsPerConnection = 1_000;

type Turn = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type Connections = {
  /** Answers each request in its turn. */
  readonly listener: RequestListener;
  /** Sets the bounds of a server that has this listener. */
  guard(server: Server): void;
};

/**
 * Pipelined requests arrive all at once, and their answers would be made all at once, whether anybody reads them or not.
 * So the next answer of a connection is begun when the one before has been taken or given up.
 */
export function boundConnections(answer: (request: IncomingMessage, response: ServerResponse) => void, bounds: ConnectionBounds): Connections {
  const queues = new WeakMap<Socket, Turn[]>();
  const underWay = new WeakMap<Socket, Turn>();

  function begin(turn: Turn): void {
    const { request, response } = turn;
    const { socket } = request;
    underWay.set(socket, turn);
    response.once('close', () => {
      underWay.delete(socket);
      const queue = queues.get(socket);
      const next = socket.destroyed ? undefined : queue?.shift();
      if (next) begin(next);
      else queues.delete(socket);
    });
    answer(request, response);
  }

  /** Whether all was asked and nothing answered yet: a silent database may take longer than a silent client, and its 503 is owed. */
  function isOurTurn(socket: Socket): boolean {
    const turn = underWay.get(socket);
    return turn !== undefined && turn.request.complete && !turn.response.headersSent;
  }

  return {
    listener(request, response) {
      const { socket } = request;
      const queue = queues.get(socket);
      if (!queue) {
        queues.set(socket, []);
        begin({ request, response });
      } else if (queue.length < bounds.waiting) queue.push({ request, response });
      else socket.destroy();
    },
    guard(server) {
      server.maxConnections = bounds.most;
      server.maxRequestsPerSocket = requestsPerConnection;
      server.setTimeout(bounds.silence, (socket) => {
        if (isOurTurn(socket)) socket.setTimeout(bounds.silence);
        else socket.destroy();
      });
    },
  };
}
